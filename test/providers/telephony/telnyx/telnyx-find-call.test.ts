import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { close, listen } from '#infra/local/process/json-http.ts';
import { type TelnyxSettings, telnyxTelephony } from '#shared/providers/telephony/telnyx/telnyx-telephony.ts';
import { type FakeTelnyx, startFakeTelnyx } from '#test/harness/fake-telnyx/fake-telnyx.ts';
import type { Misbehaviour } from '#test/harness/fake-telnyx/misbehaviour.ts';
import { newSuiteTime } from '#test/harness/time/suite-time.ts';
import { clientStateOf, FROM } from '#test/providers/telephony/bench.ts';

/** Rings for half a minute. */
const CALLEE = '+14155550002';
const asked = (commandId: string) => ({ callControlId: null, commandId, clientState: clientStateOf(commandId) });

const time = newSuiteTime();

let telnyx: FakeTelnyx;
beforeAll(async () => {
  telnyx = await startFakeTelnyx({ speed: 1, activeCallsPerPage: 2 });
});
afterAll(() => telnyx.stop());

const telephony = (settings: Partial<TelnyxSettings> = {}) => telnyxTelephony({ ...telnyx, ...settings });

/** Calls whose dial was obeyed, and the answer lost. */
const dialUnanswered = async (...commandIds: string[]): Promise<void> => {
  for (const commandId of commandIds) {
    telnyx.misbehave('POST /calls', 'dropped');
    const { clientState } = asked(commandId);
    const dial = { commandId, from: FROM, to: CALLEE, clientState, recordingEnabled: false };
    expect(await telephony().dial(dial)).toMatchObject({ result: 'unknown' });
  }
};

/** What is made of Telnyx' answers, the last of which is repeated, and what was requested for that. */
const askedOf = async (call: Parameters<ReturnType<typeof telephony>['findCall']>[0], ...answers: object[]) => {
  const urls: string[] = [];
  const server = createServer((request, response) => {
    const answer = answers[Math.min(urls.length, answers.length - 1)];
    urls.push(request.url ?? '');
    response.setHeader('content-type', 'application/json').end(JSON.stringify(answer));
  });
  const baseUrl = `http://127.0.0.1:${await listen(server, 0)}/v2`;
  const found = await telephony({ baseUrl }).findCall(call);
  await close(server);
  return { found, urls };
};

const IDS = { call_control_id: 'v3:a/b', call_leg_id: 'leg', call_session_id: 'session', record_type: 'call' };

describe('a call with an id', () => {
  const statusOf = async (data: object) => {
    const call = { ...asked('call_1'), callControlId: 'v3:a/b' };
    const { found, urls } = await askedOf(call, { data: { ...IDS, ...data } });
    expect(urls).toEqual(['/v2/calls/v3:a%2Fb']);
    return found;
  };

  test('rings while it is live, until it lasts longer than anything rings', async () => {
    expect(await statusOf({ is_alive: true })).toMatchObject({ state: 'ringing', endedAt: null, durationSecs: null });
    expect(await statusOf({ is_alive: true, call_duration: 50 })).toMatchObject({ state: 'ringing' });
    expect(await statusOf({ is_alive: true, call_duration: 51 })).toMatchObject({ state: 'in_progress' });
  });

  test('tells when it ended, and not how', async () => {
    const ended = { is_alive: false, call_duration: 30, end_time: '2026-03-02T15:00:30Z' };
    expect(await statusOf(ended)).toEqual({
      callControlId: 'v3:a/b',
      callLegId: 'leg',
      callSessionId: 'session',
      state: 'ended',
      hangupCause: null,
      machineDetection: null,
      answeredAt: null,
      endedAt: '2026-03-02T15:00:30Z',
      durationSecs: 30,
    });
  });

  test('was answered if it lasted longer than anything rings, by the end of the ringing at the latest', async () => {
    const times = { start_time: '2026-03-02T15:00:00Z', end_time: '2026-03-02T15:02:00Z' };
    const answeredAt = '2026-03-02T15:00:45.000Z';
    expect(await statusOf({ ...times, is_alive: false, call_duration: 120 })).toMatchObject({ answeredAt });
    expect(await statusOf({ ...times, is_alive: true, call_duration: 51 })).toMatchObject({ answeredAt });
    expect(await statusOf({ ...times, is_alive: false, call_duration: 50 })).toMatchObject({ answeredAt: null });
  });

  test.each<Misbehaviour>(['server_error', 'rate_limited', 'unauthorized', 'silent'])(
    'is unavailable, not gone, when the question meets %s',
    async (misbehaviour) => {
      telnyx.misbehave('GET /calls/', misbehaviour);
      const call = { ...asked('call_1'), callControlId: 'v3:nobody-knows' };
      expect(await time.during(() => telephony().findCall(call))).toBe('unavailable');
    },
  );
});

describe('a call without an id', () => {
  test('is found among the live calls of the connection, on whichever page, and no other is', async () => {
    await dialUnanswered('first', 'second', 'third', 'fourth', 'fifth');
    const ids = new Set<string>();
    for (const commandId of ['first', 'third', 'fifth']) {
      const found = await telephony().findCall(asked(commandId));
      expect(found).toMatchObject({
        callControlId: expect.stringMatching(/^v3:/),
        state: 'ringing',
        durationSecs: null,
      });
      ids.add((found as { callControlId: string }).callControlId);
    }
    expect(ids.size).toBe(3);
    expect(await telephony().findCall(asked('never-dialled'))).toBe('not_found');
  });

  test('is not found once it is over', async () => {
    await dialUnanswered('over-soon');
    const found = await telephony().findCall(asked('over-soon'));
    const { callControlId } = found as { callControlId: string };
    await telephony().hangUp({ callControlId, commandId: 'hang-up' });
    expect(await telephony().findCall(asked('over-soon'))).toBe('not_found');
  });

  test.each<Misbehaviour>(['not_found', 'server_error', 'rate_limited', 'unauthorized', 'dropped', 'silent'])(
    'is unavailable, not gone, when the question meets %s',
    async (misbehaviour) => {
      telnyx.misbehave('GET /connections/', misbehaviour);
      expect(await time.during(() => telephony().findCall(asked('never-dialled')))).toBe('unavailable');
    },
  );

  const row = (clientState: string | null, call_duration = 3) => ({ ...IDS, client_state: clientState, call_duration });
  const others = [row(clientStateOf('call_2')), row(null)];
  const page = (data: object[], after: string | null) => ({ data, meta: { cursors: { after, before: null } } });

  test('is in progress when it lasts longer than anything rings', async () => {
    const stateAfter = async (seconds: number) =>
      (await askedOf(asked('call_1'), page([...others, row(clientStateOf('call_1'), seconds)], null))).found;
    expect(await stateAfter(50)).toMatchObject({ callControlId: 'v3:a/b', callLegId: 'leg', state: 'ringing' });
    expect(await stateAfter(51)).toMatchObject({ callSessionId: 'session', state: 'in_progress', answeredAt: null });
  });

  test('is looked for with the cursor of the page before, until a page is empty or has none', async () => {
    const path = `/v2/connections/${telnyx.connectionId}/active_calls?page%5Blimit%5D=250`;
    const last = await askedOf(asked('call_1'), page(others, 'v1:a=b'), page(others, null));
    expect(last).toEqual({ found: 'not_found', urls: [path, `${path}&page%5Bafter%5D=v1%3Aa%3Db`] });
    expect(await askedOf(asked('call_1'), page(others, 'v1:a'), page([], 'v1:a'))).toMatchObject({
      found: 'not_found',
    });
  });

  test('is unavailable when a later page is missing', async () => {
    expect(await askedOf(asked('call_1'), page(others, 'v1:a'), {})).toMatchObject({ found: 'unavailable' });
  });

  test('is unavailable when the pages do not end', async () => {
    const { found, urls } = await askedOf(asked('call_1'), page(others, 'v1:again'));
    expect(found).toBe('unavailable');
    expect(urls).toHaveLength(10);
  });

  test.each([
    ['nothing', {}],
    ['no list', { data: null, meta: {} }],
    ['the first of several numbered pages', { data: others, meta: { page_number: 1, total_pages: 2 } }],
  ])('is unavailable when the answer holds %s', async (_, answer) => {
    expect(await askedOf(asked('call_1'), answer)).toMatchObject({ found: 'unavailable' });
  });
});
