import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Campaign } from '#shared/schemas/campaign.ts';
import type { Contact } from '#shared/schemas/contact.ts';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import { FAR_FUTURE } from '#test/harness/given/campaigns.ts';
import { CALLEE, calleePhone } from '#test/harness/given/phones.ts';
import { callsOf, enrolledIn } from '#test/harness/read.ts';
import { statusOf, wrongFieldsOf } from '#test/harness/refusals.ts';
import { campaignBecomes } from '#test/harness/wait-for.ts';

let account: TestAccount;
let campaign: Campaign;
let contacts: Contact[];
beforeAll(async () => {
  account = await newAccount();
  contacts = [];
  for (const phone of [calleePhone(), calleePhone(CALLEE.isBusy), null, null, null]) {
    contacts.push(await account.given.contact({ phone }));
  }
  campaign = await account.given.campaignWith(contacts, { maxAttemptsPerContact: 1 });
  await account.api.runCampaign({ id: campaign.id });
  campaign = await campaignBecomes(account, campaign.id, 'completed');
});

const list = (parameters: Record<string, string | number>, id = campaign.id) =>
  account.api.listCampaignContacts({ id, ...parameters });

const idsOf = (rows: unknown[]): string[] => (rows as { contact_id: string }[]).map(({ contact_id }) => contact_id);

describe('200', () => {
  test('each contact is told with its status, attempts, outcome, last call and the reason of a skip', async () => {
    const enrolled = await enrolledIn(account, campaign.id);
    const calls = await callsOf(account, campaign.id);
    const expected = contacts.map(({ id, first_name, last_name, phone }, at) => ({
      contact_id: id,
      first_name,
      last_name,
      phone,
      status: ['completed', 'exhausted'][at] ?? 'skipped',
      attempts: phone === null ? 0 : 1,
      last_outcome: ['answered', 'busy'][at] ?? null,
      next_attempt_at: null,
      last_call_id: calls.find(({ contact_id }) => contact_id === id)?.id ?? null,
      skip_reason: phone === null ? 'missing_phone' : null,
    }));
    expect(enrolled).toEqual(expected.reverse());
  });

  test('a page and a status cut the rows, and count tells all that match', async () => {
    const newestFirst = contacts.map(({ id }) => id).reverse();
    const all = await list({});
    expect([all.count, all.limit, all.offset, idsOf(all.contacts)]).toEqual([5, 50, 0, newestFirst]);
    const page = await list({ limit: 2, offset: 1 });
    expect([page.count, page.limit, page.offset, idsOf(page.contacts)]).toEqual([5, 2, 1, newestFirst.slice(1, 3)]);
    const busy = await list({ status: 'exhausted', limit: 1 });
    expect([busy.count, idsOf(busy.contacts)]).toEqual([1, [contacts[1]?.id]]);
    const skipped = await list({ status: 'skipped', limit: 2, offset: 2 });
    expect([skipped.count, idsOf(skipped.contacts)]).toEqual([3, [contacts[2]?.id]]);
    const none = await list({ status: 'pending' });
    expect([none.count, none.contacts]).toEqual([0, []]);
    expect(await list({ offset: 99 })).toMatchObject({ count: 5, contacts: [] });
    expect((await list({ limit: 1000 })).limit).toBe(200);
  });

  test('rows say who it is as the contact is now, and nobody once it is deleted', async () => {
    const { api, given } = account;
    const [renamed, deleted, kept] = [await given.contact(), await given.contact(), await given.contact()];
    const { id } = await given.campaignWith([renamed, deleted, kept], { scheduledStartAt: FAR_FUTURE });
    const phone = calleePhone();
    await api.updateContact({ id: renamed.id, firstName: 'Grace', lastName: 'Hopper', phone });
    await api.deleteContact({ id: deleted.id });
    const rows = new Map((await list({}, id)).contacts.map((row) => [row.contact_id, row]));
    expect(rows.get(renamed.id)).toMatchObject({ first_name: 'Grace', last_name: 'Hopper', phone });
    const nobody = { first_name: null, last_name: null, phone: null, status: 'skipped', skip_reason: 'contact_gone' };
    expect(rows.get(deleted.id)).toMatchObject(nobody);
    expect(rows.get(kept.id)).toMatchObject({ first_name: 'Ada', last_name: 'Lovelace', phone: kept.phone });
    const { contacts: skipped } = await list({ status: 'skipped' }, id);
    expect(skipped.map(({ contact_id, phone: number }) => [contact_id, number])).toEqual([[deleted.id, null]]);
  });

  test('who waits tells since when or until when', async () => {
    const waiting = await account.given.campaignWith(contacts, { scheduledStartAt: FAR_FUTURE });
    for (const enrolled of await enrolledIn(account, waiting.id)) {
      expect(enrolled).toMatchObject({ status: 'pending', attempts: 0, last_outcome: null, last_call_id: null });
    }
  });
});

describe('400, 403 and 404', () => {
  test.each([{ status: 'unreached' }, { limit: 0 }, { offset: -1 }, { limit: 'many' }])(
    '%p is refused',
    async (bad) => {
      expect(await wrongFieldsOf(list(bad as Record<string, string | number>))).toEqual(Object.keys(bad));
    },
  );

  test('a foreign campaign is forbidden, an unknown one does not exist', async () => {
    const foreign = await (await newAccount()).given.campaign();
    expect(await statusOf(list({}, foreign.id))).toBe(403);
    expect(await statusOf(list({}, 'camp_unknown'))).toBe(404);
  });
});
