import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { newId } from '#shared/domain/ids.ts';
import { changeCall, claimCall } from '#shared/store/call/call-changes.ts';
import { listCallRecords } from '#shared/store/call/call-lists.ts';
import { type CallRecord, getCall, getCalls } from '#shared/store/call/calls.ts';
import { restoredCall, storedFields } from '#shared/store/call/stored-call.ts';
import { keptCall } from '#test/harness/given/calls/kept-calls.ts';
import { testTable } from '#test/harness/stack/table.ts';

const owner = () => ({ teamId: newId('team', new Date()), accountId: newId('acct', new Date()) });

/** Bytes of an attribute value as DynamoDB counts them. */
const bytesOf = (value: unknown): number => {
  if (typeof value === 'string') return Buffer.byteLength(value);
  if (typeof value === 'number') return Math.ceil(String(Math.abs(value)).length / 2) + 1;
  if (value === null || typeof value !== 'object') return 1;
  return (
    3 +
    Object.entries(value).reduce(
      (sum, [name, inner]) => sum + 1 + bytesOf(inner) + (Array.isArray(value) ? 0 : name.length),
      0,
    )
  );
};
const sizeOf = (item: object): number =>
  Object.entries(item).reduce((sum, [name, value]) => sum + name.length + bytesOf(value), 0);

describe('a call as it is stored', () => {
  test('is read as it was written, alone, among others and in the list', async () => {
    const { teamId, accountId } = owner();
    const call = keptCall({ teamId, accountId, place: 1, campaignId: newId('camp', new Date()) });
    await testTable().write(claimCall(call));
    expect(await getCall(testTable(), call.id)).toMatchObject(call);
    expect(await getCalls(testTable(), ['call_none', call.id])).toEqual([undefined, expect.objectContaining(call)]);
    const { items } = await listCallRecords(testTable(), teamId, {}, { limit: 1 });
    const { campaign_id, contact_id, assistant_id, direction, status } = call;
    expect(items).toEqual([
      expect.objectContaining({ id: call.id, campaign_id, contact_id, assistant_id, direction, status }),
    ]);
  });

  test('leaves out what says nothing', () => {
    const call = { ...keptCall({ ...owner(), place: 1 }), summary: null, hang_up_requested_at: null, deferrals: 0 };
    expect(storedFields(call)).not.toHaveProperty('summary');
    expect(storedFields(call)).not.toHaveProperty('hang_up_requested_at');
    expect(storedFields(call)).not.toHaveProperty('deferrals');
    expect(storedFields({ ...call, deferrals: 2 })).toMatchObject({ deferrals: 2 });
  });
});

describe('a call whose fields are packed', () => {
  const at = (second: number) => new Date(Date.UTC(2026, 10, 23, 12, 0, second)).toISOString();
  const ended = (): CallRecord => ({
    ...keptCall({ ...owner(), place: 1, campaignId: newId('camp', new Date()) }),
    status: 'ended',
    outcome: 'no_answer',
    started_at: at(1),
    ended_at: at(31),
    queued_at: at(0),
    events: { 'call.initiated': at(2), 'call.hangup': at(31), 'call.completed': at(32) },
    announced: ['call.initiated', 'call.completed', 'call.concluded'],
    usage: { seconds: 0, inputTokens: 1, outputTokens: 2, carrierMicroUsd: 3 },
    day_dial: { day: '2026-11-23', counter: 3 },
  });

  test('is read as it was written, as a whole and after a change', async () => {
    const call = ended();
    await testTable().write(claimCall(call));
    expect(await getCall(testTable(), call.id)).toMatchObject(call);
    const { operation, after } = changeCall(call, { answered_at: at(5), usage_counted: call.usage });
    await testTable().write(operation);
    expect(await getCall(testTable(), call.id)).toMatchObject(after);
  });

  test('keeps a time that is written in another way than ours, and an event without a code', () => {
    const odd = { ...ended(), ended_at: '2026-11-23T12:00:31Z', events: { 'call.unheard_of': at(3) } } as CallRecord;
    expect(restoredCall(claimCall(odd).put)).toMatchObject({
      ended_at: odd.ended_at,
      events: odd.events,
    });
  });

  test('fits into the kilobyte that one unit writes, from its claim to its end', () => {
    const call = {
      ...ended(),
      // As long as the carrier's own.
      call_control_id: `v3:${'x'.repeat(56)}`,
      call_leg_id: randomUUID(),
      call_session_id: randomUUID(),
      connection_id: '1'.repeat(19),
      ended_reason: 'originator_cancel',
      channel: 100,
      enrolment_id: newId('enr', new Date()),
      from_number_id: newId('num', new Date()),
      company_id: newId('comp', new Date()),
      id: newId('call', new Date()),
      contact_id: newId('cont', new Date()),
      wid: 'x'.repeat(16),
      callee_country: 'US',
      dial_second: 1_800_000_000,
    };
    expect(sizeOf(claimCall(call).put)).toBeLessThanOrEqual(1024);
    const answered = {
      ...call,
      outcome: 'answered' as const,
      ended_reason: 'normal_clearing',
      answered_by: 'human' as const,
      answered_at: at(5),
      duration_secs: 26,
      recording_enabled: true,
      events: {
        ...call.events,
        'call.answered': at(5),
        'call.machine_detection.ended': at(6),
        'call.recording.saved': at(31),
        'call.cost': at(33),
      },
    };
    const link = `https://carrier.example/${'x'.repeat(60)}.wav`;
    expect(sizeOf(claimCall({ ...answered, recording_url: link }).put)).toBeLessThanOrEqual(1024);
    const concluded = {
      ...answered,
      recording_key: 'wav',
      summary: 'x'.repeat(90),
      found_in: 'x'.repeat(8),
      concluded_at: at(40),
      usage_counted: call.usage,
    };
    expect(sizeOf(claimCall(concluded).put)).toBeLessThanOrEqual(1024);
  });

  test.each([
    ['of a UUID', randomUUID()],
    ['of a UUID after a word', `session_${randomUUID()}`],
    ['of digits after a word', `enr_${randomUUID().replaceAll('-', '')}`],
    ['of another kind', 'v3:Ab-~^'],
  ])('is found by an id %s again', async (_, id) => {
    const call = { ...ended(), call_control_id: id, call_leg_id: id, call_session_id: id, enrolment_id: id };
    expect(restoredCall(claimCall(call).put)).toMatchObject(call);
  });

  test('keeps when its events came, whichever was first, and where its recording lies', () => {
    const events = { 'call.hangup': at(31), 'call.initiated': at(2), 'call.cost': at(31) };
    expect(restoredCall(claimCall({ ...ended(), events }).put).events).toEqual(events);
    const { id, account_id } = ended();
    const call = { ...ended(), id, account_id, recording_key: 'mp3' };
    expect(restoredCall(claimCall(call).put).recording_key).toBe(`${account_id}/${id}.mp3`);
  });
});
