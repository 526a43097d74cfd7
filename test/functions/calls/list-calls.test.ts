import { beforeAll, describe, expect, test } from '@jest/globals';
import { HOUR_MS } from '#shared/domain/time.ts';
import type { CallRow } from '#shared/schemas/call.ts';
import type { Campaign } from '#shared/schemas/campaign.ts';
import type { Contact } from '#shared/schemas/contact.ts';
import { commandsOf } from '#test/harness/carrier-log.ts';
import { eventually } from '#test/harness/eventually.ts';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import { placeInboundCall } from '#test/harness/given/calls/inbound-calls.ts';
import { CALLEE, calleePhone } from '#test/harness/given/phones.ts';
import { statusOf, wrongFieldsOf } from '#test/harness/refusals.ts';
import { campaignBecomes, inboundCallEnds } from '#test/harness/wait-for.ts';

let account: TestAccount;
let [campaign, other]: Campaign[] = [];
let [answers, busy, elsewhere]: Contact[] = [];
let inbound: CallRow;

/** Three outbound calls of two campaigns, and one inbound call that nobody takes. */
beforeAll(async () => {
  account = await newAccount();
  const { given } = account;
  const assistant = await given.assistant();
  [answers, busy, elsewhere] = await Promise.all([
    given.contact({ phone: calleePhone() }),
    given.contact({ phone: calleePhone(CALLEE.isBusy) }),
    given.contact({ phone: calleePhone(CALLEE.isBusy) }),
  ]);
  const once = { maxAttemptsPerContact: 1 };
  [campaign, other] = await Promise.all([
    given.campaignWith([answers, busy], once),
    given.campaignWith([elsewhere], { ...once, assistantId: assistant.id }),
  ]);
  const number = await given.number();
  const [callControlId] = await Promise.all([
    placeInboundCall(calleePhone(), number.phone_number),
    ...[campaign, other].map(({ id }) => account.api.runCampaign({ id })),
  ]);
  await Promise.all([campaign, other].map(({ id }) => campaignBecomes(account, id, 'completed')));
  const { id } = await inboundCallEnds(account, callControlId);
  inbound = (await list({ direction: 'inbound' })).calls.find((call) => call.id === id) as CallRow;
  // A call ends with its hangup; the transcript comes with its completion.
  await eventually(async () => {
    const [call] = (await list({ contactId: answers?.id })).calls;
    expect(call?.duration_secs).not.toBeNull();
  });
});

const list = (parameters: Record<string, string | number | undefined>) =>
  account.api.listCalls({ teamId: account.teamId, ...parameters });

const matches = async (parameters: Record<string, string | number | undefined>): Promise<CallRow[]> => {
  const body = await list(parameters);
  expect(body.count).toEqual(body.calls.length);
  return body.calls;
};

const callIds = (calls: CallRow[]): string[] => calls.map(({ id }) => id);
const contactsOf = (calls: CallRow[]): string[] => calls.map(({ contact_id }) => contact_id ?? 'nobody').sort();
const idsOf = (...contacts: (Contact | undefined)[]): string[] => contacts.map((contact) => contact?.id ?? '').sort();

describe('200', () => {
  test('every call of the team, newest first, each once', async () => {
    const calls = await matches({});
    expect(calls).toHaveLength(4);
    const times = calls.map(({ created_at }) => created_at);
    expect(times).toEqual([...times].sort().reverse());
    expect(new Set(callIds(calls)).size).toBe(4);
  });

  test('each filter leaves what matches, and filters combine', async () => {
    expect(contactsOf(await matches({ campaignId: campaign?.id }))).toEqual(idsOf(answers, busy));
    expect(contactsOf(await matches({ contactId: elsewhere?.id }))).toEqual(idsOf(elsewhere));
    expect(contactsOf(await matches({ assistantId: other?.assistant_id }))).toEqual(idsOf(elsewhere));
    expect(contactsOf(await matches({ outcome: 'busy' }))).toEqual(idsOf(busy, elsewhere));
    expect(contactsOf(await matches({ outcome: 'busy', campaignId: campaign?.id }))).toEqual(idsOf(busy));
    expect(contactsOf(await matches({ direction: 'outbound' }))).toEqual(idsOf(answers, busy, elsewhere));
    expect(callIds(await matches({ direction: 'inbound' }))).toEqual([inbound.id]);
    expect(await matches({ status: 'ended' })).toHaveLength(4);
    expect(await matches({ status: 'in_progress' })).toEqual([]);
    expect(await matches({ outcome: 'voicemail' })).toEqual([]);
  });

  test('from is inclusive and to exclusive, in any zone', async () => {
    const calls = await matches({});
    const [newest, oldest] = [calls[0] as CallRow, calls[3] as CallRow];
    expect(await matches({ from: oldest.created_at })).toHaveLength(4);
    const older = calls.filter(({ created_at }) => created_at < newest.created_at);
    const newer = calls.filter((call) => !older.includes(call));
    expect(callIds(await matches({ to: newest.created_at }))).toEqual(callIds(older));
    expect(callIds(await matches({ from: newest.created_at }))).toEqual(callIds(newer));
    const inZone = `${new Date(Date.parse(newest.created_at) + 2 * HOUR_MS + 1).toISOString().slice(0, -1)}+02:00`;
    expect(await matches({ from: inZone })).toEqual([]);
    expect(await matches({ to: inZone })).toHaveLength(4);
  });

  test('pages are cut from the matches, and count tells them all', async () => {
    const all = await matches({ direction: 'outbound' });
    const body = await list({ direction: 'outbound', limit: 1, offset: 1 });
    expect([body.count, body.limit, body.offset, callIds(body.calls)]).toEqual([3, 1, 1, callIds(all.slice(1, 2))]);
    expect((await list({ limit: 999 })).limit).toBe(200);
  });

  test('a call that was answered tells its whole course; it was started when the dial was sent', async () => {
    const [call] = await matches({ contactId: answers?.id });
    expect(call).toMatchObject({
      team_id: account.teamId,
      campaign_id: campaign?.id,
      company_id: answers?.company_id,
      from_number: campaign?.from_number,
      to_number: answers?.phone,
      status: 'ended',
      outcome: 'answered',
      ended_reason: 'normal_clearing',
      answered_by: 'human',
      attempt: 1,
      error: null,
    });
    const [dial] = commandsOf({ command: 'dial', command_id: call?.id ?? '' });
    const at = (time: string | null | undefined): number => Date.parse(time ?? '');
    expect(at(call?.started_at)).toBeGreaterThanOrEqual(at(call?.created_at));
    expect(at(call?.started_at)).toBeLessThanOrEqual(at(dial?.at));
    expect(at(call?.answered_at)).toBeGreaterThanOrEqual(at(dial?.at));
    expect(at(call?.ended_at)).toBeGreaterThanOrEqual(at(dial?.at));
  });

  test('calls of a deleted campaign and a deleted contact can still be asked for', async () => {
    await Promise.all([
      account.api.deleteCampaign({ id: other?.id ?? '' }),
      account.api.deleteContact({ id: elsewhere?.id ?? '' }),
    ]);
    expect(await matches({ campaignId: other?.id, contactId: elsewhere?.id })).toHaveLength(1);
  });
});

describe('400', () => {
  test.each<[string, Record<string, string>]>([
    ['status', { status: 'waiting' }],
    ['outcome', { outcome: 'lost' }],
    ['direction', { direction: 'sideways' }],
    ['from', { from: '2026-01-01' }],
    ['to', { from: '2026-01-02T00:00:00Z', to: '2026-01-02T00:00:00Z' }],
    ['limit', { limit: '0' }],
    ['offset', { offset: '-1' }],
  ])('a wrong %s is refused', async (field, parameters) => {
    expect(await wrongFieldsOf(list(parameters))).toEqual([field]);
  });

  test('the team is required', async () => {
    expect(await wrongFieldsOf(list({ teamId: undefined }))).toEqual(['teamId']);
  });
});

describe('403 and 404', () => {
  test('the team of another account is forbidden, an unknown one does not exist', async () => {
    const stranger = await newAccount();
    expect(await statusOf(list({ teamId: stranger.teamId }))).toBe(403);
    expect(await statusOf(list({ teamId: 'team_unknown' }))).toBe(404);
    expect((await stranger.api.listCalls({ teamId: stranger.teamId })).count).toBe(0);
  });
});
