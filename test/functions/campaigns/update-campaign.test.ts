import { beforeAll, describe, expect, test } from '@jest/globals';
import type { CampaignStatus } from '#shared/domain/campaign/status.ts';
import type { Campaign } from '#shared/schemas/campaign.ts';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import {
  becomes,
  campaignPath,
  campaignsInEveryStatus,
  FAR_FUTURE,
  getCampaign,
} from '#test/harness/given/campaign-states.ts';
import { refusalOf, remove } from '#test/harness/newer-replies.ts';

let account: TestAccount;
let every: Record<CampaignStatus, Campaign>;
beforeAll(async () => {
  account = await newAccount();
  every = await campaignsInEveryStatus(account);
});

const patch = (id: string, body: unknown) => account.api.patch(campaignPath(id), body);

describe('200', () => {
  test('every field of a draft can change, and only what is given does', async () => {
    const created = await account.given.campaign({ description: 'Before', settings: { kept: false } });
    const numbers = await Promise.all([account.given.number(), account.given.number()]);
    const { status, body } = await patch(created.id, {
      name: 'After',
      fromNumberIds: numbers.map(({ id }) => id),
      scheduledStartAt: FAR_FUTURE,
      callWindowStart: '22:00',
      callWindowEnd: '02:00',
      callWindowTimezone: 'Europe/Berlin',
      maxConcurrentCalls: 9,
      maxAttemptsPerContact: 5,
      retryDelayMinutes: 0,
      settings: { retryOnVoicemail: true },
    });
    expect(status).toBe(200);
    expect(body.campaign).toEqual({
      ...created,
      name: 'After',
      from_number_ids: numbers.map(({ id }) => id),
      from_number: numbers[0]?.phone_number,
      scheduled_start_at: FAR_FUTURE,
      call_window_start: '22:00',
      call_window_end: '02:00',
      call_window_timezone: 'Europe/Berlin',
      max_concurrent_calls: 9,
      max_attempts_per_contact: 5,
      retry_delay_minutes: 0,
      settings: { retryOnVoicemail: true },
      updated_at: body.campaign.updated_at,
    });
    expect(Date.parse(body.campaign.updated_at)).toBeGreaterThanOrEqual(Date.parse(created.updated_at));
    expect(await getCampaign(account, created.id)).toEqual(body.campaign);
  });

  test('null clears description, start time and window', async () => {
    const created = await account.given.campaign({
      description: 'Before',
      scheduledStartAt: FAR_FUTURE,
      callWindowStart: '09:00',
      callWindowEnd: '17:00',
    });
    const cleared = { description: null, scheduledStartAt: null, callWindowStart: null, callWindowEnd: null };
    const { status, body } = await patch(created.id, { ...cleared, callWindowTimezone: null });
    expect(status).toBe(200);
    expect(body.campaign).toMatchObject({
      description: null,
      scheduled_start_at: null,
      call_window_start: null,
      call_window_end: null,
      call_window_timezone: null,
    });
  });

  test('an empty change changes nothing but the time of it', async () => {
    const created = await account.given.campaign({ description: 'Kept', settings: { kept: true } });
    const { status, body } = await patch(created.id, {});
    expect(status).toBe(200);
    expect(body.campaign).toEqual({ ...created, updated_at: body.campaign.updated_at });
  });

  test('half of a window changes when the other half is there already', async () => {
    const created = await account.given.campaign({ callWindowStart: '09:00', callWindowEnd: '17:00' });
    const { body } = await patch(created.id, { callWindowEnd: '18:00' });
    expect(body.campaign).toMatchObject({
      call_window_start: '09:00',
      call_window_end: '18:00',
      call_window_timezone: 'UTC',
    });
  });

  test('a start time schedules a draft that has contacts; without one it is a draft again', async () => {
    const created = await account.given.campaignWith(await account.given.contacts(1));
    expect((await patch(created.id, { scheduledStartAt: FAR_FUTURE })).body.campaign.status).toBe('scheduled');
    expect((await patch(created.id, { scheduledStartAt: null })).body.campaign.status).toBe('draft');
  });

  test('a scheduled campaign whose start moves to now starts', async () => {
    const contact = await account.given.contact({ phone: null });
    const created = await account.given.campaignWith([contact], { scheduledStartAt: FAR_FUTURE });
    expect((await patch(created.id, { scheduledStartAt: new Date().toISOString() })).status).toBe(200);
    await becomes(account, created.id, 'completed');
  });

  test.each(['draft', 'scheduled', 'paused', 'running'] as const)('a %s campaign can be renamed', async (status) => {
    const { body, ...reply } = await patch(every[status].id, { name: 'New name', maxConcurrentCalls: 2 });
    expect([reply.status, body.campaign.name, body.campaign.status]).toEqual([200, 'New name', status]);
  });

  test('changes at once to different fields all hold', async () => {
    const { id } = await account.given.campaign();
    const changes = [{ name: 'One' }, { maxConcurrentCalls: 5 }, { retryDelayMinutes: 7 }, { description: 'Four' }];
    const replies = await Promise.all(changes.map((change) => patch(id, change)));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await getCampaign(account, id)).toMatchObject({
      name: 'One',
      max_concurrent_calls: 5,
      retry_delay_minutes: 7,
      description: 'Four',
    });
  });
});

describe('400', () => {
  test.each<[string, unknown]>([
    ['name', null],
    ['name', '  '],
    ['fromNumberIds', []],
    ['fromNumberIds', null],
    ['maxConcurrentCalls', 0],
    ['maxConcurrentCalls', 1001],
    ['maxConcurrentCalls', null],
    ['maxAttemptsPerContact', 0],
    ['retryDelayMinutes', -1],
    ['callWindowStart', '9:00'],
    ['callWindowTimezone', 'Mars/Olympus'],
    ['scheduledStartAt', 'tomorrow'],
    ['settings', []],
  ])('%s must not be %p', async (field, value) => {
    const { status, body } = await patch(every.draft.id, { [field]: value });
    expect([status, body.issues.map(({ path }) => path)]).toEqual([400, [field]]);
  });

  test.each<[string, Record<string, unknown>, Record<string, unknown>, string]>([
    ['a start without an end', {}, { callWindowStart: '09:00' }, 'callWindowEnd'],
    ['an end without a start', {}, { callWindowEnd: '09:00' }, 'callWindowStart'],
    [
      'only the start cleared',
      { callWindowStart: '09:00', callWindowEnd: '17:00' },
      { callWindowStart: null },
      'callWindowStart',
    ],
    [
      'an end that equals the start there is',
      { callWindowStart: '09:00', callWindowEnd: '17:00' },
      { callWindowEnd: '09:00' },
      'callWindowEnd',
    ],
  ])('%s leaves no whole window', async (_, before, change, path) => {
    const { id } = await account.given.campaign(before);
    const { status, body } = await patch(id, change);
    expect([status, body.issues.map((issue) => issue.path)]).toEqual([400, [path]]);
  });
});

describe('403 and 404', () => {
  test('a foreign campaign or number is forbidden; unknown and deleted ones do not exist', async () => {
    const other = await newAccount();
    const [foreign, number, deleted] = await Promise.all([
      other.given.campaign(),
      other.given.number(),
      account.given.campaign(),
    ]);
    await remove(account, campaignPath(deleted.id));
    expect((await patch(foreign.id, { name: 'Mine' })).status).toBe(403);
    expect((await patch(every.draft.id, { fromNumberIds: [number.id] })).status).toBe(403);
    expect((await patch(every.draft.id, { fromNumberIds: ['num_unknown'] })).status).toBe(404);
    expect((await patch('camp_unknown', { name: 'Mine' })).status).toBe(404);
    expect((await patch(deleted.id, { name: 'Mine' })).status).toBe(404);
  });
});

describe('409', () => {
  test.each(['completed', 'cancelled'] as const)('a %s campaign cannot be changed', async (status) => {
    expect(refusalOf(await patch(every[status].id, { name: 'New' }))).toEqual([409, expect.stringContaining(status)]);
  });

  test.each<[string, unknown]>([
    ['maxAttemptsPerContact', 5],
    ['retryDelayMinutes', 5],
    ['scheduledStartAt', FAR_FUTURE],
    ['settings', {}],
  ])('%s cannot change while the campaign runs', async (field, value) => {
    expect(refusalOf(await patch(every.running.id, { [field]: value }))).toEqual([409, expect.stringContaining(field)]);
  });
});
