import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import { calleePhone } from '#test/harness/given/phones.ts';
import { refusalOf, wrongFieldsOf } from '#test/harness/refusals.ts';

const MANY = 130;
const PAGE = 50;

let account: TestAccount;
beforeAll(async () => {
  account = await newAccount();
});

type Parameters = Record<string, string | number | boolean | undefined>;

const list = (parameters: Parameters) => account.api.listContacts({ teamId: account.teamId, ...parameters });

const found = async (parameters: Parameters): Promise<[string[], number]> => {
  const { contacts, count } = await list(parameters);
  return [contacts.map(({ id }) => id), count];
};

const idsOf = (contacts: { id: string }[]): string[] => contacts.map(({ id }) => id);

describe('200', () => {
  test('a number finds who has it, primary or secondary, the newest first, and nobody else', async () => {
    const [phone, other] = [calleePhone(), calleePhone()];
    const primary = await account.given.contact({ phone });
    const secondary = await account.given.contact({ phone: other, phoneSecondary: phone });
    const both = await account.given.contact({ phone, phoneSecondary: phone });
    const stranger = await newAccount();
    await stranger.given.contact({ phone });
    expect(await found({ phone })).toEqual([idsOf([both, secondary, primary]), 3]);
    expect(await found({ phone: other })).toEqual([[secondary.id], 1]);
    expect(await found({ phone: phone.slice(0, -1) })).toEqual([[], 0]);
    expect(await found({ phone: calleePhone() })).toEqual([[], 0]);
  });

  test('at once after each change: created, given another number, deleted', async () => {
    const [phone, other] = [calleePhone(), calleePhone()];
    const { id } = await account.given.contact({ phone });
    expect(await found({ phone })).toEqual([[id], 1]);
    await account.api.updateContact({ id, phone: other, phoneSecondary: phone });
    expect([await found({ phone }), await found({ phone: other })]).toEqual([
      [[id], 1],
      [[id], 1],
    ]);
    await account.api.updateContact({ id, phoneSecondary: null });
    expect([await found({ phone }), await found({ phone: other })]).toEqual([
      [[], 0],
      [[id], 1],
    ]);
    await account.api.deleteContact({ id });
    expect(await found({ phone: other })).toEqual([[], 0]);
  });

  test('with every other filter, it finds who meets both', async () => {
    const phone = calleePhone();
    const { id: companyId } = await account.given.company();
    const one = await account.given.contact({ phone, companyId, firstName: 'Grace', lastName: 'Hopper' });
    const two = await account.given.contact({ phone, leadStatus: 'won', email: 'ada@engines.example' });
    const three = await account.given.contact({ phone: null, phoneSecondary: phone });
    const four = await account.given.contact({ phone, doNotCall: true });
    const cases: [Parameters, { id: string }[]][] = [
      [{ companyId }, [one]],
      [{ leadStatus: 'won' }, [two]],
      [{ doNotCall: true }, [four]],
      [{ doNotCall: false }, [three, two, one]],
      [{ hasPhone: false }, [three]],
      [{ search: 'HOPPER' }, [one]],
      [{ search: 'engines', leadStatus: 'won' }, [two]],
      [{ search: 'engines', companyId }, []],
      [{ search: '' }, [four, three, two, one]],
    ];
    for (const [filter, expected] of cases) {
      expect({ filter, found: await found({ phone, ...filter }) }).toEqual({
        filter,
        found: [idsOf(expected), expected.length],
      });
    }
  });

  test('of more than a hundred with one number, pages show each once, and count tells all', async () => {
    const phone = calleePhone();
    const { id: companyId } = await account.given.company();
    const contacts = Array.from({ length: MANY }, (_, at) => ({
      firstName: `Person ${at}`,
      lastName: 'Switchboard',
      companyId,
      ...(at % 2 === 0 ? { phone } : { phone: calleePhone(), phoneSecondary: phone }),
      leadStatus: at % 10 === 0 ? 'won' : 'new',
    }));
    // Ids of a request with a key are in no order of time.
    const key = { idempotencyKey: randomUUID() };
    const { created } = await account.api.bulkCreateContacts({ teamId: account.teamId, contacts }, key);
    expect(created).toBe(MANY);
    const walk = async (filter: Parameters): Promise<{ ids: string[]; counts: number[] }> => {
      const pages = await Promise.all(
        [0, PAGE, 2 * PAGE, 3 * PAGE].map((offset) => found({ phone, limit: PAGE, offset, ...filter })),
      );
      return { ids: pages.flatMap(([ids]) => ids), counts: pages.map(([, count]) => count) };
    };
    const all = await walk({});
    expect([all.ids.length, new Set(all.ids).size, all.counts]).toEqual([MANY, MANY, Array(4).fill(MANY)]);
    const [listed] = await found({ companyId, limit: 200 });
    expect(all.ids).toEqual(listed);
    expect((await walk({ search: 'switchboard' })).ids).toEqual(listed);
    const won = await walk({ leadStatus: 'won' });
    expect([won.ids.length, won.counts]).toEqual([MANY / 10, Array(4).fill(MANY / 10)]);
    const latest = await account.given.contact({ phone });
    expect(await found({ phone, limit: 1 })).toEqual([[latest.id], MANY + 1]);
  });
});

describe('400', () => {
  test.each(['4155550100', '+0155550100', '+1 415 555 0100', '', 'ada', '+1415555010012345'])(
    'the phone "%s" is named',
    async (phone) => {
      expect(await wrongFieldsOf(list({ phone }))).toEqual(['phone']);
    },
  );

  test('with the form that it must have', async () => {
    const { issues } = await refusalOf(list({ phone: '0155' }));
    expect(issues?.[0]?.message).toContain('E.164');
  });
});
