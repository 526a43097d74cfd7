import { beforeAll, describe, expect, test } from '@jest/globals';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import { FAR_FUTURE } from '#test/harness/given/campaigns.ts';
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
    expect(body).toEqual({ success: true, campaign: created });
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
    expect(campaigns.find(({ id }) => id === created.id)).toEqual(campaign);
  });

  test('a deleted campaign is still read, with the time of its deletion', async () => {
    const created = await account.given.campaign();
    await account.api.deleteCampaign({ id: created.id });
    const { campaign } = await account.api.getCampaign({ id: created.id });
    expect(campaign.id).toBe(created.id);
    expect(Date.parse(campaign.deleted_at ?? '')).toBeGreaterThanOrEqual(Date.parse(created.created_at));
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
