import { createServer } from 'node:http';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { close, listen } from '#infra/local/process/json-http.ts';
import type { DialRequest } from '#shared/ports/telephony.ts';
import { commandUuid } from '#shared/providers/telephony/telnyx/commands.ts';
import { type TelnyxSettings, telnyxTelephony } from '#shared/providers/telephony/telnyx/telnyx-telephony.ts';
import { type FakeTelnyx, startFakeTelnyx } from '#test/harness/fake-telnyx/fake-telnyx.ts';
import type { Misbehaviour } from '#test/harness/fake-telnyx/misbehaviour.ts';
import { newSuiteTime } from '#test/harness/time/suite-time.ts';

const CLIENT_STATE = Buffer.from('{"call_id":"call_1"}').toString('base64');
const DIAL = {
  commandId: 'call_1',
  from: '+12125550100',
  to: '+14155550001',
  clientState: CLIENT_STATE,
  recordingEnabled: true,
};

const time = newSuiteTime();

let telnyx: FakeTelnyx;
beforeAll(async () => {
  telnyx = await startFakeTelnyx();
});
afterAll(() => telnyx.stop());

const telephony = (settings: Partial<TelnyxSettings> = {}) => telnyxTelephony({ ...telnyx, ...settings });
const dialInTime = (request: DialRequest, settings?: Partial<TelnyxSettings>) =>
  time.during(() => telephony(settings).dial(request));
const sentBodies = (request: string) =>
  telnyx.requests.filter((taken) => taken.request === request).map(({ body }) => body);

test('a dial says what Telnyx documents, under a UUID that follows from the command', async () => {
  await telephony().dial(DIAL);
  expect(sentBodies('POST /calls').at(-1)).toEqual({
    connection_id: telnyx.connectionId,
    from: DIAL.from,
    to: DIAL.to,
    client_state: CLIENT_STATE,
    command_id: commandUuid('call_1'),
    answering_machine_detection: 'premium',
    timeout_secs: 45,
    time_limit_secs: 1_860,
    record: 'record-from-answer',
    record_channels: 'dual',
    record_format: 'wav',
    webhook_retries_policies: expect.objectContaining({
      'call.hangup': { retries_ms: [1_000, 2_000, 7_000, 20_000, 30_000] },
    }),
  });
  await telephony().dial({ ...DIAL, commandId: 'call_2', recordingEnabled: false });
  expect(sentBodies('POST /calls').at(-1)).not.toHaveProperty('record');
});

test('a command id is a UUID of version 5, the same for the same command only', () => {
  expect(commandUuid('call_1')).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(commandUuid('call_1')).toBe(commandUuid('call_1'));
  expect(commandUuid('call_1')).not.toBe(commandUuid('call_2'));
});

test.each<[Misbehaviour, object]>([
  ['rate_limited', { result: 'busy_carrier' }],
  ['dial_rate', { result: 'busy_carrier' }],
  ['channel_limit', { result: 'busy_carrier' }],
  ['unauthorized', { result: 'not_accepted' }],
  ['forbidden', { result: 'not_accepted' }],
  ['country_not_allowed', { result: 'refused', cause: 'rejected' }],
  ['bad_request', { result: 'not_accepted' }],
  ['not_found', { result: 'not_accepted' }],
  ['server_error', { result: 'unknown' }],
  ['dropped', { result: 'unknown' }],
  ['silent', { result: 'unknown' }],
])('a dial that meets %s is %j, and was sent once', async (misbehaviour, expected) => {
  const before = telnyx.requests.length;
  telnyx.misbehave('POST /calls', misbehaviour);
  const dialed = await dialInTime({ ...DIAL, commandId: misbehaviour });
  expect(dialed).toEqual({ ...expected, reason: expect.stringMatching(/^Telnyx /) });
  expect(telnyx.requests).toHaveLength(before + 1);
});

test.each([
  ['+14155550005', 'invalid_number'],
  ['+1415', 'invalid_number'],
])('a dial to %s is refused as %s', async (to, cause) => {
  expect(await telephony().dial({ ...DIAL, to, commandId: to })).toMatchObject({ result: 'refused', cause });
});

test("a caller's number that Telnyx does not accept is not held against the callee", async () => {
  const dialed = await telephony().dial({ ...DIAL, from: '+1', commandId: 'bad-caller' });
  expect(dialed).toMatchObject({ result: 'not_accepted' });
});

test('a wrong key spends no attempt, and nobody reads it or a phone number in the reason', async () => {
  const dialed = await telephony({ apiKey: 'KEY-wrong' }).dial({ ...DIAL, commandId: 'wrong-key' });
  expect(dialed).toEqual({
    result: 'not_accepted',
    reason: 'Telnyx answered 401, Authentication failed (10009).',
  });
});

test('a key that cannot be read in time sends nothing', async () => {
  const before = telnyx.requests.length;
  const keys = [() => Promise.reject(new Error('no access')), () => new Promise<string>(() => {})];
  for (const apiKey of keys) {
    const dialed = await dialInTime({ ...DIAL, commandId: 'no-key' }, { apiKey });
    expect(dialed).toEqual({ result: 'busy_carrier', reason: 'The Telnyx API key could not be read in time.' });
  }
  expect(telnyx.requests).toHaveLength(before);
});

test('a key that was changed is used from the next request on', async () => {
  const keys = ['KEY-old', telnyx.apiKey];
  const changing = telephony({ apiKey: async () => keys.shift() ?? telnyx.apiKey });
  expect(await changing.dial({ ...DIAL, commandId: 'before' })).toMatchObject({ result: 'not_accepted' });
  expect(await changing.dial({ ...DIAL, commandId: 'after' })).toMatchObject({ result: 'placed' });
});

test.each([
  ['stops in its middle', '{"data":{"call_control_id":"v3:'],
  ['is no JSON', 'OK'],
  ['names no call', '{"data":{}}'],
])('an answer that %s leaves the call unknown', async (_, start) => {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).write(start);
    if (!start.includes('v3:')) response.end();
  });
  const baseUrl = `http://127.0.0.1:${await listen(server, 0)}/v2`;
  const dialed = await dialInTime(DIAL, { baseUrl });
  expect(dialed).toMatchObject({ result: 'unknown' });
  await close(server);
});
