import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Json } from '#infra/local/process/json-http.ts';
import type { DialResult } from '#shared/ports/telephony.ts';
import { telnyxTelephony } from '#shared/providers/telephony/telnyx/telnyx-telephony.ts';
import { type FakeTelnyx, startFakeTelnyx } from '#test/harness/fake-telnyx/fake-telnyx.ts';

/** Who is at fault when Telnyx does not place a call. Only the callee spends an attempt. */

let telnyx: FakeTelnyx;
beforeAll(async () => {
  telnyx = await startFakeTelnyx();
});
afterAll(() => telnyx.stop());

const dialAnswered = (status: number, body: Json | string): Promise<DialResult> => {
  telnyx.misbehave('POST /calls', { status, body });
  return telnyxTelephony(telnyx).dial({
    commandId: 'call_1',
    from: '+12125550100',
    to: '+14155550001',
    clientState: 'e30=',
    recordingEnabled: false,
  });
};

const problem = (code: string, title: string, more: { detail?: string; source?: Json } = {}): Json => ({
  errors: [{ code, title, detail: title, ...more }],
});
const at = (pointer: string) => ({ source: { pointer } });
const forbidden = (words: string) => problem('10010', 'Authorization failed', { detail: words });

const HTML = '<html><head><title>403 Forbidden</title></head><body>nginx</body></html>';

type Row = [status: number, words: string, body: Json | string];

describe('the callee is the reason', () => {
  test.each<Row>([
    [422, 'an invalid number', problem('10002', 'Invalid phone number', at('/to'))],
    [422, 'a number not in E.164', problem('10016', 'Phone number must be in +E.164 format', at('/to'))],
    [422, 'an invalid number, without its place', problem('10002', 'Invalid phone number')],
    [400, 'a parameter', problem('10015', 'Bad Request', { source: { parameter: 'to' } })],
    [403, 'D11', forbidden('Destination Number +14155550001 is invalid D11')],
  ])('%i for %s is an invalid number', async (status, _, body) => {
    expect(await dialAnswered(status, body)).toMatchObject({ result: 'refused', cause: 'invalid_number' });
  });

  test.each<Row>([
    [403, 'D12', forbidden('Destination Number +14155550001 is not allowed for service plan US-48 D12')],
    [403, 'D13', forbidden('Dialed number is not included in whitelisted countries D13')],
    [403, 'D24', forbidden('Rate per minute exceeds profile maximum D24')],
    [404, 'D40', problem('10005', 'Not found', { detail: 'No route to destination D40' })],
    [403, 'D41', forbidden('Dialed prefix forbidden D41')],
  ])('%i for %s is a callee that may not be called', async (status, _, body) => {
    expect(await dialAnswered(status, body)).toMatchObject({ result: 'refused', cause: 'rejected' });
  });
});

describe('a fault of connection, caller ID, account or request spends no attempt', () => {
  test.each<Row>([
    [422, 'the connection', problem('10015', 'Bad Request', at('/connection_id'))],
    [422, 'the caller ID', problem('10002', 'Invalid phone number', at('/from'))],
    [422, 'the caller ID in words', problem('10016', 'Invalid phone number', { detail: 'from must be +E.164' })],
    [403, 'an invalid caller ID', forbidden('Caller Origination Number is Invalid D35')],
    [403, 'a foreign caller ID', forbidden('Origination number belongs to another account D36')],
    [403, 'an unverified caller ID', forbidden('Non-Telnyx number not verified D51')],
    [404, 'a connection that is gone', problem('10005', 'Resource not found')],
    [404, 'an inactive connection', problem('10005', 'Not found', { detail: 'Connection is inactive D18' })],
    [400, 'a missing parameter', problem('10004', 'Missing required parameter', at('/connection_id'))],
    [401, 'a key', problem('10009', 'Authentication failed')],
    [402, 'money', problem('20100', 'Payment required', { detail: 'Insufficient credit' })],
    [403, 'money', forbidden('Daily spend limit exceeded')],
    [403, 'an account', forbidden('Account is disabled D17')],
    [403, 'a missing profile', forbidden('No outbound voice profile assigned D38')],
    [409, 'a conflict', problem('10021', 'Resource in use')],
    [410, 'an unheard-of status', { errors: [] }],
    [400, 'JSON of another shape', { error: 'no' }],
    [403, 'a page of HTML', HTML],
    [404, 'an empty body', ''],
    [418, 'plain words', 'Computer says no'],
  ])('%i for %s', async (status, _, body) => {
    expect(await dialAnswered(status, body)).toEqual({
      result: 'not_accepted',
      reason: expect.stringMatching(new RegExp(`^Telnyx answered ${status}`)),
    });
  });

  test('says it in the words of the carrier, without numbers and keys', async () => {
    const body = problem('10015', 'Bad Request', {
      detail: 'KEY0123_abc may not use 1494404757140276705 for +14155550001.',
      source: { pointer: '/connection_id' },
    });
    expect(await dialAnswered(422, body)).toMatchObject({
      reason: 'Telnyx answered 422, Bad Request (10015) at /connection_id: … may not use … for ….',
    });
    expect(await dialAnswered(403, HTML)).toMatchObject({ reason: 'Telnyx answered 403.' });
    expect(await dialAnswered(418, 'Computer says no')).toMatchObject({
      reason: 'Telnyx answered 418, Computer says no.',
    });
  });
});

describe('a limit spends no attempt and passes', () => {
  test.each<Row>([
    [429, 'the rate of requests', problem('10011', 'Too many requests')],
    [429, 'the rate of dials', problem('90103', 'Dial rate limit exceeded')],
    [429, 'a page of HTML', HTML],
    [403, 'D1', forbidden('User channel limit exceeded D1')],
    [403, 'D2', forbidden('Outbound profile channel limit exceeded D2')],
    [403, 'D3', forbidden('Connection channel limit exceeded D3')],
    [403, 'D22', forbidden('Channel limit exceeded D22')],
    [403, 'calls a minute', forbidden('Calls per minute exceed the profile D24')],
    [403, 'its own code', problem('90010', 'Channel limit exceeded')],
    [403, 'plain words', '403 User channel limit exceeded D1'],
  ])('%i for %s', async (status, _, body) => {
    expect(await dialAnswered(status, body)).toMatchObject({ result: 'busy_carrier' });
  });
});

describe('an answer after which a call may exist is never dialled again', () => {
  test.each<Row>([
    [408, 'a timeout', problem('10008', 'Request timeout')],
    [409, 'a command that came before', problem('10012', 'Duplicate resource', at('/command_id'))],
    [500, 'an error', problem('10007', 'Unexpected error')],
    [502, 'a page of HTML', HTML],
    [503, 'an empty body', ''],
    [200, 'an empty body', ''],
    [200, 'a page of HTML', HTML],
    [202, 'JSON of another shape', { data: { call: 'v3:1' } }],
  ])('%i with %s', async (status, _, body) => {
    expect(await dialAnswered(status, body)).toMatchObject({ result: 'unknown' });
  });
});
