import { beforeAll, describe, expect, test } from '@jest/globals';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import { importNumbers, listSuppressions, suppress, unsuppress } from '#test/harness/given/suppressions.ts';
import { wrongFieldsOf } from '#test/harness/refusals.ts';

const PHONES = ['+14155550100', '+14155550101', '+442079460102', '+4930555010'] as const;

let account: TestAccount;
beforeAll(async () => {
  account = await newAccount();
  for (const phone of PHONES) await suppress(account, phone);
});

const found = async (search?: string): Promise<[string[], number]> => {
  const { suppressions, count } = await listSuppressions(account, search === undefined ? {} : { search });
  return [suppressions.map(({ phone }) => phone), count];
};

test('newest first, in pages that count all', async () => {
  expect(await found()).toEqual([PHONES.toReversed(), 4]);
  const page = await listSuppressions(account, { limit: '2', offset: '1' } as never);
  expect(page).toMatchObject({ count: 4, limit: 2, offset: 1 });
  expect(page.suppressions.map(({ phone }) => phone)).toEqual([PHONES[2], PHONES[1]]);
  expect((await listSuppressions(account, { offset: '4' } as never)).suppressions).toEqual([]);
});

describe('a search', () => {
  test.each<[string, string[]]>([
    ['4155550', ['+14155550101', '+14155550100']],
    ['+1 (415) 555-0100', ['+14155550100']],
    ['0102', ['+442079460102']],
    ['5550 10', ['+4930555010', '+14155550101', '+14155550100']],
    ['999', []],
  ])('for %j is by digits, wherever they stand', async (search, phones) => {
    expect(await found(search)).toEqual([phones, phones.length]);
  });

  test.each(['abc', '+', ' '])('for %j, without any digit, finds nothing', async (search) => {
    expect(await found(search)).toEqual([[], 0]);
  });

  test('for nothing is none', async () => {
    expect((await found(''))[1]).toBe(4);
  });
});

test('the count follows additions, repetitions and removals of many', async () => {
  const own = await newAccount();
  const numbers = Array.from({ length: 250 }, (_, at) => ({ phone: `+1415555${String(at).padStart(4, '0')}` }));
  await importNumbers(own, numbers);
  await importNumbers(own, numbers);
  for (const { phone } of numbers.slice(0, 20)) await unsuppress(own, phone);
  expect((await listSuppressions(own, { limit: '1' } as never)).count).toBe(230);
  expect((await listSuppressions(own, { search: '1415555' })).count).toBe(230);
});

test('a team must be named', async () => {
  expect(await wrongFieldsOf(account.api.listSuppressions({} as never))).toEqual(['teamId']);
});
