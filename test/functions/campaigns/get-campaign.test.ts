import { beforeAll, describe, expect, test } from '@jest/globals';
import { eventually } from '#test/harness/eventually.ts';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import { campaignUnderWay, FAR_FUTURE, windowLater } from '#test/harness/given/campaigns.ts';
import { givenBounds } from '#test/harness/given/dialing.ts';
import { CALLEE } from '#test/harness/given/phones.ts';
import { enrolledIn } from '#test/harness/read.ts';
import { statusOf } from '#test/harness/refusals.ts';

let account: TestAccount;
beforeAll(async () => {
  account = await newAccount();
});

describe('200', () => {
  test('a draft carries everything that was given, and zero counters', async () => {
    const settings = { retryOnVoicemail: true, note: { nested: [1, null] } };
    const created = await account.given.campaign({
      name: 'Spring',
      description: 'Renewals',
      scheduledStartAt: FAR_FUTURE,
      callWindowStart: '09:00',
      callWindowEnd: '17:00',
      callWindowTimezone: 'America/New_York',
      maxConcurrentCalls: 7,
      maxAttemptsPerContact: 4,
      retryDelayMinutes: 15,
      settings,
    });
    const body = await account.api.getCampaign({ id: created.id });
    expect(body).toEqual({ success: true, campaign: { ...created, waiting_reason: null, waiting_until: null } });
    expect(created).toMatchObject({
      status: 'draft',
      scheduled_start_at: FAR_FUTURE,
      max_concurrent_calls: 7,
      max_attempts_per_contact: 4,
      retry_delay_minutes: 15,
      call_window_timezone: 'America/New_York',
      settings,
      started_at: null,
      completed_at: null,
      deleted_at: null,
      total_contacts: 0,
    });
    expect(created.from_number_ids).toHaveLength(1);
    expect(Object.values(created.contact_status_counts)).toEqual(Array.from({ length: 10 }, () => 0));
  });

  test('the counters follow its contacts, as in the list', async () => {
    const created = await account.given.campaignWith(await account.given.contacts(2));
    const { campaign } = await account.api.getCampaign({ id: created.id });
    expect(campaign).toMatchObject({ total_contacts: 2, contacts_called: 0, contacts_completed: 0 });
    expect(campaign.contact_status_counts.pending).toBe(2);
    const { campaigns } = await account.api.listCampaigns({ teamId: account.teamId });
    expect(campaign).toMatchObject(campaigns.find(({ id }) => id === created.id) ?? {});
  });

  test('a deleted campaign is still read, with the time of its deletion', async () => {
    const created = await account.given.campaign();
    await account.api.deleteCampaign({ id: created.id });
    const { campaign } = await account.api.getCampaign({ id: created.id });
    expect(campaign.id).toBe(created.id);
    expect(Date.parse(campaign.deleted_at ?? '')).toBeGreaterThanOrEqual(Date.parse(created.created_at));
  });
});

describe('what a running campaign waits for', () => {
  const waitingOf = async (id: string) => {
    const { waiting_reason: reason, waiting_until: until } = (await account.api.getCampaign({ id })).campaign;
    return { reason, until };
  };

  test('its call window, until it opens', async () => {
    const { fields, opensAt } = windowLater();
    const campaign = await account.given.campaignWith(await account.given.contacts(1), fields);
    expect(await waitingOf(campaign.id)).toEqual({ reason: null, until: null });
    await account.api.runCampaign({ id: campaign.id });
    expect(await waitingOf(campaign.id)).toEqual({ reason: 'call_window', until: opensAt });
  });

  test('the next day, once its account has had its calls', async () => {
    const bounded = await newAccount();
    await givenBounds(bounded.accountId, { max_calls_per_day: 1 });
    const { campaign } = await campaignUnderWay(bounded, { contacts: 2, atOnce: 2 });
    const { waiting_reason, waiting_until } = (await bounded.api.getCampaign({ id: campaign.id })).campaign;
    expect(waiting_reason).toBe('daily_calls');
    expect(waiting_until).toMatch(/T00:00:00\.000Z$/);
  });

  test('the pause after an attempt, until it is over', async () => {
    const contacts = await account.given.callees([CALLEE.isBusy]);
    const { id } = await account.given.campaignWith(contacts, { maxAttemptsPerContact: 2 });
    await account.api.runCampaign({ id });
    await eventually(async () => {
      const [contact] = await enrolledIn(account, id);
      expect(contact?.status).toBe('retry_scheduled');
      expect(await waitingOf(id)).toEqual({ reason: 'retry_delay', until: contact?.next_attempt_at });
    });
  });
});

describe('403 and 404', () => {
  test('a campaign of another account is forbidden, also a deleted one; an unknown one does not exist', async () => {
    const other = await newAccount();
    const foreign = await other.given.campaign();
    expect(await statusOf(account.api.getCampaign({ id: foreign.id }))).toBe(403);
    await other.api.deleteCampaign({ id: foreign.id });
    expect(await statusOf(account.api.getCampaign({ id: foreign.id }))).toBe(403);
    expect(await statusOf(account.api.getCampaign({ id: 'camp_unknown' }))).toBe(404);
  });
});
