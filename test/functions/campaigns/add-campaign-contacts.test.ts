import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { withNumberings } from '#shared/domain/phone-number/numbering.ts';
import { numberingOf } from '#shared/domain/phone-number/numbering-plan.ts';
import { addContact, toContactRecord } from '#shared/store/contact/contacts.ts';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import { readCampaign } from '#test/harness/read.ts';
import { FORBIDDEN, refusalOf, statusOf, wrongFieldsOf } from '#test/harness/refusals.ts';
import { testTable } from '#test/harness/stack/table.ts';

const MAX_CONTACTS = 1000;

let account: TestAccount;
beforeAll(async () => {
  account = await newAccount();
});

const add = (campaignId: string, contactIds: string[]) =>
  account.api.addCampaignContacts({ id: campaignId, contactIds });

const total = async (campaignId: string): Promise<number> => (await readCampaign(account, campaignId)).total_contacts;

/** Straight into the table: a thousand requests would only test the creation of contacts. */
const manyContactIds = async (count: number): Promise<string[]> => {
  const template = await account.given.contact();
  const ids = Array.from({ length: count }, () => `cont_${randomUUID()}`);
  const write = async (some: string[]): Promise<void> => {
    const records = some.map((id) =>
      toContactRecord(withNumberings({ ...template, id }, numberingOf), account.accountId),
    );
    await testTable().transact(records.flatMap((record) => addContact(record).slice(0, 1)));
  };
  for (let at = 0; at < count; at += 100) await write(ids.slice(at, at + 100));
  return ids;
};

describe('200', () => {
  test('contacts are added and counted, and the campaign stays a draft', async () => {
    const campaign = await account.given.campaign();
    const contacts = await account.given.contacts(3);
    const reply = await add(
      campaign.id,
      contacts.map(({ id }) => id),
    );
    expect(reply).toEqual({ success: true });
    expect(await readCampaign(account, campaign.id)).toMatchObject({
      status: 'draft',
      total_contacts: 3,
      contacts_called: 0,
      contacts_completed: 0,
      contacts_answered: 0,
    });
  });

  test('the same contact counts once: in one request, again later, and in two requests at once', async () => {
    const campaign = await account.given.campaign();
    const [{ id }, other] = await Promise.all([account.given.contact(), account.given.contact()]);
    await add(campaign.id, [id, id, id]);
    expect(await total(campaign.id)).toBe(1);
    await add(campaign.id, [id, other.id]);
    expect(await total(campaign.id)).toBe(2);
    const fresh = await account.given.campaign();
    await Promise.all([1, 2, 3, 4].map(() => add(fresh.id, [id, other.id])));
    expect(await total(fresh.id)).toBe(2);
  });

  test('a contact of another company of the team, without phone or on do-not-call, is added unjudged', async () => {
    const campaign = await account.given.campaign();
    const company = await account.given.company();
    const contacts = await Promise.all([
      account.given.contact({ companyId: company.id }),
      account.given.contact({ phone: null }),
      account.given.contact({ doNotCall: true }),
    ]);
    await add(
      campaign.id,
      contacts.map(({ id }) => id),
    );
    expect(await total(campaign.id)).toBe(3);
  });

  test('with a start time, the first contacts move the draft to scheduled', async () => {
    const campaign = await account.given.campaign({ scheduledStartAt: '2099-01-01T00:00:00Z' });
    expect(campaign.status).toBe('draft');
    await add(campaign.id, [(await account.given.contact()).id]);
    expect((await readCampaign(account, campaign.id)).status).toBe('scheduled');
  });

  test('a thousand contacts in one request are all added, also when the request is repeated', async () => {
    const campaign = await account.given.campaign();
    const ids = await manyContactIds(MAX_CONTACTS);
    await add(campaign.id, ids);
    expect(await total(campaign.id)).toBe(MAX_CONTACTS);
    await add(campaign.id, ids);
    expect(await total(campaign.id)).toBe(MAX_CONTACTS);
    const unknown = [...ids.slice(1), 'cont_unknown'];
    expect(await statusOf(add(campaign.id, unknown))).toBe(404);
  });
});

describe('400', () => {
  test.each<[string, string[], string]>([
    ['no list', undefined as never, 'contactIds'],
    ['an empty list', [], 'contactIds'],
    ['text', 'cont_1' as never, 'contactIds'],
    ['a list with a number in it', ['cont_1', 2 as never], 'contactIds.1'],
    ['an empty id', [''], 'contactIds.0'],
    ['1,001 ids', Array.from({ length: MAX_CONTACTS + 1 }, (_, n) => `cont_${n}`), 'contactIds'],
  ])('%s is refused', async (_, contactIds, path) => {
    const campaign = await account.given.campaign();
    expect(await wrongFieldsOf(add(campaign.id, contactIds))).toEqual([path]);
  });
});

describe('403 and 404', () => {
  test('one unknown or foreign contact among known ones adds nothing', async () => {
    const campaign = await account.given.campaign();
    const known = (await account.given.contacts(2)).map(({ id }) => id);
    const foreign = await (await newAccount()).given.contact();
    expect(await statusOf(add(campaign.id, [...known, 'cont_unknown']))).toBe(404);
    expect(await refusalOf(add(campaign.id, [...known, foreign.id]))).toEqual(FORBIDDEN);
    expect(await total(campaign.id)).toBe(0);
  });

  test('the campaign of another account is forbidden, an unknown one does not exist', async () => {
    const foreign = await (await newAccount()).given.campaign();
    const { id } = await account.given.contact();
    expect(await statusOf(add(foreign.id, [id]))).toBe(403);
    expect(await statusOf(add('camp_unknown', [id]))).toBe(404);
  });
});
