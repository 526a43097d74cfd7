import { beforeAll, describe, expect, test } from '@jest/globals';
import { getCalleeLocks } from '#shared/store/limits/callee-locks.ts';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import { closedWindow, FAR_FUTURE } from '#test/harness/given/campaigns.ts';
import { CALLEE, calleePhone, numberForSale } from '#test/harness/given/phones.ts';
import { readCampaign } from '#test/harness/read.ts';
import { statusesOf } from '#test/harness/refusals.ts';
import { testTable } from '#test/harness/stack/table.ts';

/** Many clients at once change one thing. Each gets an honest answer, and the effect is exact. */

let account: TestAccount;
beforeAll(async () => {
  account = await newAccount();
});

const atOnce = (count: number, request: (at: number) => Promise<{ success: boolean }>): Promise<number[]> =>
  statusesOf(Array.from({ length: count }, (_, at) => request(at)));

const all = (count: number, status: number): number[] => Array(count).fill(status);

const one = (count: number, status: number): number[] => [200, ...all(count - 1, status)];

describe('a campaign', () => {
  test('that is run by ten clients at once starts each contact once', async () => {
    const contacts = await account.given.contacts(6);
    const { id } = await account.given.campaignWith(contacts, { maxConcurrentCalls: 6 });
    const replies = await Promise.allSettled(Array.from({ length: 10 }, () => account.api.runCampaign({ id })));
    expect(replies.filter(({ status }) => status === 'rejected')).toEqual([]);
    const started = replies.flatMap((reply) => (reply.status === 'fulfilled' ? reply.value.calls : []));
    expect(new Set(started.map((call) => call.id)).size).toBe(started.length);
    expect((await readCampaign(account, id)).total_contacts).toBe(6);
  });

  test('to which twenty clients add contacts at once has every one of them', async () => {
    const [contacts, campaign] = await Promise.all([account.given.contacts(20), account.given.campaign()]);
    const add = (at: number) =>
      account.api.addCampaignContacts({ id: campaign.id, contactIds: [contacts[at]?.id ?? ''] });
    expect(await atOnce(20, add)).toEqual(all(20, 200));
    const { total_contacts, contact_status_counts } = await readCampaign(account, campaign.id);
    const { count } = await account.api.listCampaignContacts({ id: campaign.id });
    expect({ total_contacts, count, pending: contact_status_counts.pending }).toEqual({
      total_contacts: 20,
      count: 20,
      pending: 20,
    });
  });

  test('that is scheduled while its first contacts are added starts by itself, whoever was first', async () => {
    const contacts = await account.given.contacts(10);
    const { id } = await account.given.campaign();
    const [added, scheduled] = await Promise.all([
      atOnce(10, (at) => account.api.addCampaignContacts({ id, contactIds: [contacts[at]?.id ?? ''] })),
      atOnce(1, () => account.api.updateCampaign({ id, scheduledStartAt: FAR_FUTURE })),
    ]);
    expect([added, scheduled]).toEqual([all(10, 200), [200]]);
    expect(await readCampaign(account, id)).toMatchObject({ status: 'scheduled', total_contacts: 10 });
  });

  test('from which ten clients take contacts at once counts those that are left', async () => {
    const contacts = await account.given.contacts(12);
    const { id } = await account.given.campaignWith(contacts);
    const remove = (at: number) => account.api.removeCampaignContact({ id, contactId: contacts[at]?.id ?? '' });
    expect(await atOnce(10, remove)).toEqual(all(10, 200));
    expect((await readCampaign(account, id)).contact_status_counts.pending).toBe(2);
  });

  test('that is changed by twenty clients at once keeps every field of theirs', async () => {
    const { id } = await account.given.campaign();
    const fields = [{ name: 'Renamed' }, { maxConcurrentCalls: 7 }, { description: 'New' }, { retryDelayMinutes: 9 }];
    const change = (at: number) => account.api.updateCampaign({ id, ...fields[at % fields.length] });
    expect(await atOnce(20, change)).toEqual(all(20, 200));
    const { name, description, max_concurrent_calls, retry_delay_minutes } = await readCampaign(account, id);
    expect([name, description, max_concurrent_calls, retry_delay_minutes]).toEqual(['Renamed', 'New', 7, 9]);
  });

  test('that is paused and resumed by ten clients at once refuses only what its status forbids', async () => {
    const contact = await account.given.contact();
    const { id } = await account.given.campaignWith([contact], closedWindow());
    await account.api.runCampaign({ id });
    expect(await atOnce(10, () => account.api.pauseCampaign({ id }))).toEqual(all(10, 200));
    expect(await atOnce(10, () => account.api.resumeCampaign({ id }))).toEqual(one(10, 409));
    const mixed = await atOnce(10, (at) =>
      at % 2 === 0 ? account.api.pauseCampaign({ id }) : account.api.resumeCampaign({ id }),
    );
    for (const status of mixed) expect([200, 409]).toContain(status);
  });

  test('that is redialled, cancelled and deleted by ten clients at once ends as they asked', async () => {
    const contacts = await account.given.contacts(3);
    const { id } = await account.given.campaignWith(contacts, closedWindow());
    await account.api.runCampaign({ id });
    expect(await atOnce(10, () => account.api.cancelCampaign({ id }))).toEqual(one(10, 409));
    expect(await atOnce(10, () => account.api.redialCampaign({ id }))).toEqual(all(10, 200));
    expect((await readCampaign(account, id)).contact_status_counts.pending).toBe(3);
    expect(await atOnce(10, () => account.api.deleteCampaign({ id }))).toEqual(one(10, 404));
  });
});

describe('a contact', () => {
  test('that is changed by thirty clients at once keeps every field of theirs', async () => {
    const { id } = await account.given.contact();
    const fields = [{ firstName: 'Grace' }, { lastName: 'Hopper' }, { jobTitle: 'Admiral' }, { notes: 'Compilers' }];
    const change = (at: number) => account.api.updateContact({ id, ...fields[at % fields.length] });
    expect(await atOnce(30, change)).toEqual(all(30, 200));
    const { contact } = await account.api.getContact({ id });
    expect(contact).toMatchObject({
      first_name: 'Grace',
      last_name: 'Hopper',
      job_title: 'Admiral',
      notes: 'Compilers',
    });
  });

  test('that is deleted by ten clients at once is deleted once', async () => {
    const company = await account.given.company();
    const { id } = await account.given.contact({ companyId: company.id });
    expect(await atOnce(10, () => account.api.deleteContact({ id }))).toEqual(one(10, 404));
    const { company: after } = await account.api.getCompany({ id: company.id });
    expect(after.contact_count).toBe(0);
  });
});

test('twenty contacts that are created at once are all counted', async () => {
  const { id: companyId } = await account.given.company();
  await account.given.contacts(20, { companyId });
  expect((await account.api.getCompany({ id: companyId })).company.contact_count).toBe(20);
});

test('of ten deletions of a company at once one succeeds, and none while a contact joins it', async () => {
  const { id: companyId } = await account.given.company();
  expect(await atOnce(10, () => account.api.deleteCompany({ id: companyId }))).toEqual(one(10, 404));
  const { id: contended } = await account.given.company();
  const [deletions, creations] = await Promise.all([
    atOnce(5, () => account.api.deleteCompany({ id: contended })),
    atOnce(5, () =>
      account.api.createContact({ teamId: account.teamId, firstName: 'A', lastName: 'B', companyId: contended }),
    ),
  ]);
  const [deleted, created] = [deletions, creations].map(
    (statuses) => statuses.filter((status) => status === 200).length,
  );
  for (const status of [...deletions, ...creations]) expect([200, 404, 409]).toContain(status);
  if (created === 0) expect(deleted).toBe(1);
  else expect(deleted).toBe(0);
});

test('several bulk creations at once create every row, and the counts agree with the list', async () => {
  const own = await newAccount();
  const { id: companyId } = await own.given.company();
  const row = (at: number) => ({ firstName: `Row ${at}`, lastName: 'Bulk', phone: calleePhone(CALLEE.doesNotAnswer) });
  const contacts = Array.from({ length: 60 }, (_, at) => row(at));
  const replies = await Promise.all(
    Array.from({ length: 5 }, () => own.api.bulkCreateContacts({ teamId: own.teamId, companyId, contacts })),
  );
  expect(replies.map(({ created, failed }) => [created, failed])).toEqual(Array(5).fill([60, 0]));
  const { company } = await own.api.getCompany({ id: companyId });
  const { count } = await own.api.listContacts({ teamId: own.teamId, limit: 1 });
  expect([company.contact_count, count]).toEqual([300, 300]);
});

test('of ten purchases of one number at once one succeeds', async () => {
  const own = await newAccount();
  const phoneNumber = numberForSale();
  const statuses = await atOnce(10, () => own.api.purchasePhoneNumber({ teamId: own.teamId, phoneNumber }));
  for (const status of statuses) expect([200, 403, 409]).toContain(status);
  expect((await own.api.listPhoneNumbers({ teamId: own.teamId })).numbers).toHaveLength(1);
});

test('ten changes of a webhook at once leave one of theirs', async () => {
  const { slug: accountSlug } = account;
  const set = (at: number) =>
    account.api.setWebhook({ accountSlug, kind: 'call', url: `https://receiver-${at}.example/hook` } as never);
  for (const status of await atOnce(10, set)) expect(status).toBe(200);
});

test('a bulk creation whose rows share numbers creates each of them, and do-not-call of one holds for all', async () => {
  const own = await newAccount();
  const { id: companyId } = await own.given.company();
  const phone = calleePhone(CALLEE.doesNotAnswer);
  const contacts = Array.from({ length: 40 }, (_, at) => ({
    firstName: `Row ${at}`,
    lastName: 'Bulk',
    phone,
    doNotCall: at === 7,
  }));
  const { created } = await own.api.bulkCreateContacts({ teamId: own.teamId, companyId, contacts });
  expect(created).toBe(40);
  const [lock] = await getCalleeLocks(testTable(), own.teamId, [phone]);
  expect(lock?.do_not_call).toBe(true);
});
