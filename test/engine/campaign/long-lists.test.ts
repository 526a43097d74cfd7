import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { CONTACT_STATUSES, type ContactStatus } from '#shared/domain/campaign/contact-status.ts';
import { PORTION_LIMITS } from '#shared/domain/campaign/portions.ts';
import { chunked } from '#shared/domain/lists.ts';
import { withNumberings } from '#shared/domain/phone-number/numbering.ts';
import { numberingOf } from '#shared/domain/phone-number/numbering-plan.ts';
import type { Campaign } from '#shared/schemas/campaign.ts';
import { addContact, toContactRecord } from '#shared/store/contact/contacts.ts';
import { eventually } from '#test/harness/eventually.ts';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import { CALLEE, calleePhone } from '#test/harness/given/phones.ts';
import { readCampaign } from '#test/harness/read.ts';
import { statusOf } from '#test/harness/refusals.ts';
import { testTable } from '#test/harness/stack/table.ts';
import { comesToRest } from '#test/harness/wait-for.ts';

const CONTACTS = 3_000;
const ADDED_TOGETHER = 1_000;
/** More than the first portion of a redial, so that its engine has something left. */
const FEWER_CONTACTS = 420;
const CALLED = 5;
const IN_REQUEST = PORTION_LIMITS.contactsPerTransaction * PORTION_LIMITS.transactionsPerRequest;

/** Writes contacts as the API does, but without their counters, which nobody reads here. */
const manyContacts = async ({ accountId, given }: TestAccount, count: number): Promise<string[]> => {
  const template = await given.contact();
  const contacts = Array.from({ length: count }, () => ({
    ...template,
    id: `cont_${randomUUID()}`,
    phone: calleePhone(CALLEE.doesNotAnswer),
  }));
  const items = contacts.flatMap((contact) =>
    addContact(toContactRecord(withNumberings(contact, numberingOf), accountId)).slice(0, 1),
  );
  for (const some of chunked(items, 100)) await testTable().transact(some);
  return contacts.map(({ id }) => id);
};

const longCampaign = async (account: TestAccount, count: number): Promise<Campaign> => {
  const ids = await manyContacts(account, count);
  const campaign = await account.given.campaign();
  for (const contactIds of chunked(ids, ADDED_TOGETHER)) {
    await account.api.addCampaignContacts({ id: campaign.id, contactIds });
  }
  return campaign;
};

let account: TestAccount;
beforeAll(async () => {
  account = await newAccount();
});

const countsOf = ({ contact_status_counts }: Campaign): Partial<Record<ContactStatus, number>> =>
  Object.fromEntries(Object.entries(contact_status_counts).filter(([, count]) => count > 0));

const countsBecome = ({ id }: Campaign, expected: Partial<Record<ContactStatus, number>>): Promise<void> =>
  eventually(async () => expect(countsOf(await readCampaign(account, id))).toEqual(expected));

/** Compares the counters with every row of the campaign, read by status. */
const expectRowsCounted = async ({ id }: Campaign): Promise<void> => {
  const { contact_status_counts } = await readCampaign(account, id);
  for (const status of CONTACT_STATUSES) {
    const count = contact_status_counts[status];
    const last = await account.api.listCampaignContacts({ id, status, limit: 200, offset: Math.max(0, count - 200) });
    expect([status, last.count, last.contacts.length]).toEqual([status, count, Math.min(count, 200)]);
    expect((await account.api.listCampaignContacts({ id, status, offset: count })).contacts).toEqual([]);
  }
};

describe('a campaign of 3,000 contacts', () => {
  test('answers a cancel and a redial after a first portion, accepts a run meanwhile, and reopens everybody once', async () => {
    const campaign = await longCampaign(account, CONTACTS);
    const { id } = campaign;

    const cancelled = (await account.api.cancelCampaign({ id })).campaign;
    expect(cancelled.status).toBe('cancelled');
    expect(cancelled.contact_status_counts.pending).toBeGreaterThan(0);
    expect(cancelled.contact_status_counts.cancelled).toBeGreaterThanOrEqual(IN_REQUEST);
    await countsBecome(campaign, { cancelled: CONTACTS });

    const { redialed, campaign: redialled } = await account.api.redialCampaign({ id });
    expect([redialed, redialled.status]).toEqual([CONTACTS, 'paused']);
    expect(redialled.contact_status_counts.pending).toBeGreaterThanOrEqual(IN_REQUEST);
    expect(redialled.contact_status_counts.cancelled).toBeGreaterThan(0);
    expect((await account.api.runCampaign({ id, maxCalls: CALLED })).success).toBe(true);
    await countsBecome(campaign, { pending: CONTACTS - CALLED, exhausted: CALLED });
    expect((await account.api.redialCampaign({ id })).redialed).toBe(CALLED);
    await countsBecome(campaign, { pending: CONTACTS });
    await expectRowsCounted(campaign);
  });
});

describe('a redial that is carried out by the engine', () => {
  const underWay = async (): Promise<Campaign> => {
    const campaign = await longCampaign(account, FEWER_CONTACTS);
    await account.api.cancelCampaign({ id: campaign.id });
    await countsBecome(campaign, { cancelled: FEWER_CONTACTS });
    const { redialed } = await account.api.redialCampaign({ id: campaign.id });
    expect(redialed).toBe(FEWER_CONTACTS);
    return campaign;
  };

  test('is joined by a second one, which counts nobody again', async () => {
    const campaign = await underWay();
    expect((await account.api.redialCampaign({ id: campaign.id })).redialed).toBe(0);
    await countsBecome(campaign, { pending: FEWER_CONTACTS });
  });

  test('ends with a cancel, which leaves nobody waiting, and another redial finds everybody', async () => {
    const campaign = await underWay();
    await account.api.cancelCampaign({ id: campaign.id });
    await countsBecome(campaign, { cancelled: FEWER_CONTACTS });
    expect((await account.api.redialCampaign({ id: campaign.id })).redialed).toBe(FEWER_CONTACTS);
    await countsBecome(campaign, { pending: FEWER_CONTACTS });
  });

  test('may begin before a cancel has reached everybody, and finds them all', async () => {
    const campaign = await longCampaign(account, FEWER_CONTACTS);
    await account.api.cancelCampaign({ id: campaign.id });
    expect((await account.api.redialCampaign({ id: campaign.id })).redialed).toBe(FEWER_CONTACTS);
    await countsBecome(campaign, { pending: FEWER_CONTACTS });
  });

  test('ends with a deletion', async () => {
    const campaign = await underWay();
    await account.api.deleteCampaign({ id: campaign.id });
    await comesToRest(campaign);
    const left = countsOf(await readCampaign(account, campaign.id));
    await expectRowsCounted(campaign);
    expect(countsOf(await readCampaign(account, campaign.id))).toEqual(left);
    expect(await statusOf(account.api.runCampaign({ id: campaign.id }))).toBe(404);
  });
});
