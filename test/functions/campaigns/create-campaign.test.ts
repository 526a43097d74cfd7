import { beforeAll, describe, expect, test } from '@jest/globals';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import { readCampaign } from '#test/harness/read.ts';
import { FORBIDDEN, refusalOf, statusOf, wrongFieldsOf } from '#test/harness/refusals.ts';

let account: TestAccount;
let references: { teamId: string; assistantId: string; companyId: string; fromNumberIds: string[] };
let callerId: string;
beforeAll(async () => {
  account = await newAccount();
  const { given, teamId } = account;
  const [assistant, company, number] = await Promise.all([given.assistant(), given.company(), given.number()]);
  references = { teamId, assistantId: assistant.id, companyId: company.id, fromNumberIds: [number.id] };
  callerId = number.phone_number;
});

const create = (fields: Record<string, unknown> = {}) =>
  account.api.createCampaign({ ...references, name: 'Spring', ...fields });

describe('200', () => {
  test('a campaign starts as a draft with zero counters, the defaults, and null where nothing was given', async () => {
    const { campaign } = await create();
    expect(campaign).toMatchObject({
      id: expect.stringMatching(/^camp_/),
      team_id: account.teamId,
      assistant_id: references.assistantId,
      company_id: references.companyId,
      name: 'Spring',
      description: null,
      from_number: callerId,
      status: 'draft',
      call_window_start: null,
      call_window_end: null,
      call_window_timezone: null,
      max_concurrent_calls: 3,
      max_attempts_per_contact: 3,
      retry_delay_minutes: 60,
      scheduled_start_at: null,
      total_contacts: 0,
      contacts_called: 0,
      contacts_completed: 0,
      contacts_answered: 0,
      created_at: expect.stringMatching(/Z$/),
      updated_at: campaign.created_at,
    });
    expect(await readCampaign(account, campaign.id)).toEqual(campaign);
  });

  test('a window over midnight is a window, in UTC unless a zone is given', async () => {
    const { campaign } = await create({ callWindowStart: '22:00', callWindowEnd: '06:00' });
    expect(campaign).toMatchObject({
      call_window_start: '22:00',
      call_window_end: '06:00',
      call_window_timezone: 'UTC',
    });
  });

  test('the given window, description and limit come back', async () => {
    const { campaign } = await create({
      description: 'Renewals',
      callWindowStart: '09:00',
      callWindowEnd: '17:30',
      callWindowTimezone: 'America/New_York',
      maxConcurrentCalls: 1000,
      maxAttemptsPerContact: 1,
      retryDelayMinutes: 0,
      settings: { retryOnVoicemail: true, anything: [1, { deep: null }] },
    });
    expect(campaign).toMatchObject({
      description: 'Renewals',
      call_window_start: '09:00',
      call_window_end: '17:30',
      call_window_timezone: 'America/New_York',
      max_concurrent_calls: 1000,
    });
  });

  test('a start time, future or past, still creates a draft', async () => {
    for (const scheduledStartAt of ['2099-01-01T09:00:00+02:00', '2020-01-01T00:00:00Z']) {
      expect((await create({ scheduledStartAt })).campaign.status).toBe('draft');
    }
  });

  test('the first number given is the one shown as caller ID', async () => {
    const second = await account.given.number();
    const { campaign } = await create({ fromNumberIds: [second.id, ...references.fromNumberIds] });
    expect(campaign.from_number).toBe(second.phone_number);
  });
});

describe('400', () => {
  test.each<[string, Record<string, unknown>, string]>([
    ['a window of no length', { callWindowStart: '09:00', callWindowEnd: '09:00' }, 'callWindowEnd'],
    ['a start without an end', { callWindowStart: '09:00' }, 'callWindowEnd'],
    ['an end without a start', { callWindowEnd: '17:00' }, 'callWindowStart'],
    ['an hour beyond 23', { callWindowStart: '24:00', callWindowEnd: '17:00' }, 'callWindowStart'],
    ['an hour of one digit', { callWindowStart: '9:00', callWindowEnd: '17:00' }, 'callWindowStart'],
    ['a minute beyond 59', { callWindowStart: '09:00', callWindowEnd: '17:60' }, 'callWindowEnd'],
    ['seconds', { callWindowStart: '09:00:00', callWindowEnd: '17:00' }, 'callWindowStart'],
    [
      'an unknown zone',
      { callWindowStart: '09:00', callWindowEnd: '17:00', callWindowTimezone: 'Mars/Olympus' },
      'callWindowTimezone',
    ],
    ['an unknown zone without a window', { callWindowTimezone: 'nowhere' }, 'callWindowTimezone'],
    ['no concurrency', { maxConcurrentCalls: 0 }, 'maxConcurrentCalls'],
    ['too much concurrency', { maxConcurrentCalls: 1001 }, 'maxConcurrentCalls'],
    ['half a call', { maxConcurrentCalls: 1.5 }, 'maxConcurrentCalls'],
    ['no attempts', { maxAttemptsPerContact: 0 }, 'maxAttemptsPerContact'],
    ['a negative delay', { retryDelayMinutes: -1 }, 'retryDelayMinutes'],
    ['a start time without a zone', { scheduledStartAt: '2099-01-01T09:00:00' }, 'scheduledStartAt'],
    ['a start time in words', { scheduledStartAt: 'tomorrow' }, 'scheduledStartAt'],
    ['no caller ID', { fromNumberIds: [] }, 'fromNumberIds'],
    ['settings as a list', { settings: [] }, 'settings'],
    ['an empty name', { name: '' }, 'name'],
  ])('%s is refused at its field', async (_, fields, path) => {
    expect(await wrongFieldsOf(create(fields))).toEqual([path]);
  });

  test('a wrong window and a wrong limit are told together', async () => {
    const fields = await wrongFieldsOf(create({ callWindowStart: '09:00', maxConcurrentCalls: 0, name: 5 }));
    expect(fields.sort()).toEqual(['callWindowEnd', 'maxConcurrentCalls', 'name']);
  });
});

describe('403', () => {
  test('assistant, company, numbers and team of another account are forbidden, alone or among own ones', async () => {
    const other = await newAccount();
    const { given } = other;
    const [assistant, company, number] = await Promise.all([given.assistant(), given.company(), given.number()]);
    const attempts = [
      { teamId: other.teamId },
      { assistantId: assistant.id },
      { companyId: company.id },
      { fromNumberIds: [number.id] },
      { fromNumberIds: [...references.fromNumberIds, number.id] },
    ];
    const refusals = await Promise.all(attempts.map((fields) => refusalOf(create(fields))));
    for (const refusal of refusals) expect(refusal).toEqual(FORBIDDEN);
  });
});

describe('404', () => {
  test.each([
    { assistantId: 'asst_unknown' },
    { companyId: 'comp_unknown' },
    { teamId: 'team_unknown' },
    { fromNumberIds: ['num_unknown'] },
  ])('%j does not exist', async (fields) => {
    expect(await statusOf(create(fields))).toBe(404);
  });
});
