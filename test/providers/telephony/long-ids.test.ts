import { expect, test } from '@jest/globals';
import { callIdOfEvent, inboundCallId } from '#shared/domain/call/client-state.ts';
import { simulatedWebhook } from '#shared/providers/telephony/simulated/simulated-webhook.ts';
import { telnyxWebhook } from '#shared/providers/telephony/telnyx/telnyx-webhook.ts';

const publicKey = `${'A'.repeat(43)}=`;
/** Above what a key of the table may have, in bytes. */
const LONG = 'x'.repeat(3_000);
const KEY_MAX_BYTES = 2_048;

const simulated = (fields: object) =>
  simulatedWebhook({ publicKey }).normalise({ type: 'call.answered', data: { call_control_id: 'cc', ...fields } });

const telnyx = (fields: object) =>
  telnyxWebhook({ publicKey }).normalise({
    data: { event_type: 'call.answered', payload: { call_control_id: 'v3:cc', ...fields } },
  });

const stateOf = (call_id: string): string => Buffer.from(JSON.stringify({ call_id })).toString('base64');

test.each(['call_control_id', 'call_leg_id', 'call_session_id', 'from', 'to', 'client_state'])(
  'an event whose %s is longer than any carrier’s is ignored, or loses it',
  (field) => {
    expect(simulated({ [field]: LONG })).toEqual([]);
    const [event] = telnyx({ [field]: LONG });
    expect(JSON.stringify(event)).not.toContain(LONG);
  },
);

test('an event with ordinary ids is read', () => {
  const fields = { from: '+14155550100', to: 'sip:ada@acme.example', client_state: stateOf('call_1') };
  for (const [event] of [simulated(fields), telnyx(fields)]) expect(event?.data).toMatchObject(fields);
});

test('our own id, as the carrier gives it back, becomes no key that the table refuses', () => {
  const data = { call_control_id: 'cc', client_state: stateOf('é'.repeat(400)) };
  expect(callIdOfEvent({ data })).toBe(inboundCallId('cc'));
  const longest = callIdOfEvent({ data: { call_control_id: 'cc', client_state: stateOf('\u20ac'.repeat(255)) } });
  expect(Buffer.byteLength(`CALL#${longest}`)).toBeLessThan(KEY_MAX_BYTES);
});
