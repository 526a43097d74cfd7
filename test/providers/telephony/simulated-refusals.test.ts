import { createServer } from 'node:http';
import { expect, test } from '@jest/globals';
import { close, type Json, listen, sendJson } from '#infra/local/process/json-http.ts';
import { simulatedTelephony } from '#shared/providers/telephony/simulated/simulated-telephony.ts';
import { FROM } from './bench.ts';

const CALL = { call_control_id: 'cc_1', call_leg_id: 'leg_1', call_session_id: 'session_1' };
const refusal = (code: string): Json => ({ code, message: 'No.' });

test.each<[number, Json, object]>([
  [200, CALL, { result: 'placed', callControlId: 'cc_1', callLegId: 'leg_1', callSessionId: 'session_1' }],
  [200, {}, { result: 'unknown' }],
  [400, refusal('invalid_request'), { result: 'not_accepted', reason: 'No.' }],
  [401, refusal('unauthorized'), { result: 'not_accepted', reason: 'No.' }],
  [402, refusal('no_credit'), { result: 'not_accepted', reason: 'No.' }],
  [404, {}, { result: 'not_accepted', reason: 'The carrier answered with status 404.' }],
  [408, {}, { result: 'unknown' }],
  [422, refusal('invalid_number'), { result: 'refused', cause: 'invalid_number', reason: 'No.' }],
  [422, refusal('callee_not_allowed'), { result: 'refused', cause: 'rejected', reason: 'No.' }],
  [422, refusal('connection'), { result: 'not_accepted', reason: 'No.' }],
  [429, refusal('rate_limited'), { result: 'busy_carrier', reason: 'No.' }],
  [500, {}, { result: 'unknown' }],
])('a dial that is answered %i %j', async (status, body, expected) => {
  const server = createServer((_, response) => sendJson(response, { status, body }));
  const carrierUrl = `http://127.0.0.1:${await listen(server, 0)}`;
  const request = { commandId: 'c', from: FROM, to: '+14155550001', clientState: '', recordingEnabled: false };
  expect(await simulatedTelephony({ carrierUrl }).dial(request)).toMatchObject(expected);
  await close(server);
});
