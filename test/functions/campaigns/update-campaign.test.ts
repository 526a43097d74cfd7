import { describe, expect, test } from '@jest/globals';
import { getControl } from '#shared/store/campaign/campaigns.ts';
import { newAccount } from '#test/harness/given/account.ts';
import { accountWithEveryCampaign, FAR_FUTURE } from '#test/harness/given/campaigns.ts';
import { readCampaign } from '#test/harness/read.ts';
import { expectRefused, statusOf, wrongFieldsOf } from '#test/harness/refusals.ts';
import { testTable } from '#test/harness/stack/table.ts';
import { campaignBecomes } from '#test/harness/wait-for.ts';

const made = accountWithEveryCampaign();

const patch = (id: string, body: object) => made.account.api.updateCampaign({ id, ...body });

describe('200', () => {
  test('every field of a draft can change, and only what is given does', async () => {
    const created = await made.account.given.campaign({ description: 'Before', settings: { kept: false } });
    const numbers = await Promise.all([made.account.given.number(), made.account.given.number()]);
    const body = await patch(created.id, {
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
    expect(await readCampaign(made.account, created.id)).toEqual(body.campaign);
  });

  test('null clears description, start time and window', async () => {
    const created = await made.account.given.campaign({
      description: 'Before',
      scheduledStartAt: FAR_FUTURE,
      callWindowStart: '09:00',
      callWindowEnd: '17:00',
    });
    const cleared = { description: null, scheduledStartAt: null, callWindowStart: null, callWindowEnd: null };
    const body = await patch(created.id, { ...cleared, callWindowTimezone: null });
    expect(body.campaign).toMatchObject({
      description: null,
      scheduled_start_at: null,
      call_window_start: null,
      call_window_end: null,
      call_window_timezone: null,
    });
  });

  test('an empty change changes nothing but the time of it', async () => {
    const created = await made.account.given.campaign({ description: 'Kept', settings: { kept: true } });
    const body = await patch(created.id, {});
    expect(body.campaign).toEqual({ ...created, updated_at: body.campaign.updated_at });
  });

  test('half of a window changes when the other half is there already', async () => {
    const created = await made.account.given.campaign({ callWindowStart: '09:00', callWindowEnd: '17:00' });
    const body = await patch(created.id, { callWindowEnd: '18:00' });
    expect(body.campaign).toMatchObject({
      call_window_start: '09:00',
      call_window_end: '18:00',
      call_window_timezone: 'UTC',
    });
  });

  test('a start time schedules a draft that has contacts; without one it is a draft again', async () => {
    const created = await made.account.given.campaignWith(await made.account.given.contacts(1));
    expect((await patch(created.id, { scheduledStartAt: FAR_FUTURE })).campaign.status).toBe('scheduled');
    expect((await patch(created.id, { scheduledStartAt: null })).campaign.status).toBe('draft');
  });

  test('a scheduled campaign whose start moves to now starts', async () => {
    const contact = await made.account.given.contact({ phone: null });
    const created = await made.account.given.campaignWith([contact], { scheduledStartAt: FAR_FUTURE });
    await patch(created.id, { scheduledStartAt: new Date().toISOString() });
    await campaignBecomes(made.account, created.id, 'completed');
  });

  test.each(['draft', 'scheduled', 'paused', 'running'] as const)('a %s campaign can be renamed', async (status) => {
    const { campaign } = await patch(made.every[status].id, { name: 'New name', maxConcurrentCalls: 2 });
    expect([campaign.name, campaign.status]).toEqual(['New name', status]);
  });

  test('twenty renames at once all succeed, and no plan of the engine is made void', async () => {
    const { id } = await made.account.given.campaign();
    const before = await getControl(testTable(), id);
    const names = Array.from({ length: 20 }, (_, at) => `Name ${at}`);
    const renamed = await Promise.all(names.map((name) => patch(id, { name })));
    expect(names).toContain((await readCampaign(made.account, id)).name);
    const after = await getControl(testTable(), id);
    expect(after?.plan_version).toBe(before?.plan_version);
    expect(renamed.map(({ campaign }) => campaign.updated_at)).toContain(after?.updated_at);
  });

  test('changes at once to different fields all hold', async () => {
    const { id } = await made.account.given.campaign();
    const changes = [{ name: 'One' }, { maxConcurrentCalls: 5 }, { retryDelayMinutes: 7 }, { description: 'Four' }];
    await Promise.all(changes.map((change) => patch(id, change)));
    expect(await readCampaign(made.account, id)).toMatchObject({
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
    expect(await wrongFieldsOf(patch(made.every.draft.id, { [field]: value }))).toEqual([field]);
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
    const { id } = await made.account.given.campaign(before);
    expect(await wrongFieldsOf(patch(id, change))).toEqual([path]);
  });
});

describe('403 and 404', () => {
  test('a foreign campaign or number is forbidden; unknown and deleted ones do not exist', async () => {
    const other = await newAccount();
    const [foreign, number, deleted] = await Promise.all([
      other.given.campaign(),
      other.given.number(),
      made.account.given.campaign(),
    ]);
    await made.account.api.deleteCampaign({ id: deleted.id });
    expect(await statusOf(patch(foreign.id, { name: 'Mine' }))).toBe(403);
    expect(await statusOf(patch(made.every.draft.id, { fromNumberIds: [number.id] }))).toBe(403);
    expect(await statusOf(patch(made.every.draft.id, { fromNumberIds: ['num_unknown'] }))).toBe(404);
    expect(await statusOf(patch('camp_unknown', { name: 'Mine' }))).toBe(404);
    expect(await statusOf(patch(deleted.id, { name: 'Mine' }))).toBe(404);
  });
});

describe('409', () => {
  test.each(['completed', 'cancelled'] as const)('a %s campaign cannot be changed', async (status) => {
    await expectRefused(patch(made.every[status].id, { name: 'New' }), 409, status);
  });

  test.each<[string, unknown]>([
    ['maxAttemptsPerContact', 5],
    ['retryDelayMinutes', 5],
    ['scheduledStartAt', FAR_FUTURE],
    ['settings', {}],
  ])('%s cannot change while the campaign runs', async (field, value) => {
    await expectRefused(patch(made.every.running.id, { [field]: value }), 409, field);
  });
});
