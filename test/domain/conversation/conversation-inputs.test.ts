import { expect, test } from '@jest/globals';
import { BEEP } from '#shared/domain/call/lifecycle.ts';
import { conversationInputs } from '#shared/domain/conversation/conversation-inputs.ts';
import { CallEvent } from '#shared/schemas/call-event.ts';

const inputsOf = (type: string, data: object = {}) =>
  conversationInputs(CallEvent.parse({ type, data: { call_control_id: 'cc_1', ...data } }));

test('an answer and the detection that proves it are two inputs, so that neither repeats what the other led to', () => {
  const [answered] = inputsOf('call.answered');
  const [proven, detected] = inputsOf('call.machine_detection.ended', { result: 'human' });
  expect([answered?.type, proven?.type, detected?.type]).toEqual(['answered', 'answered', 'detected']);
  expect(answered?.id).not.toBe(proven?.id);
});

test('only a beep at the end of a greeting shows a machine', () => {
  expect(inputsOf('call.machine_greeting.ended', { result: BEEP })).toMatchObject([{ isBeep: true }]);
  for (const result of ['no_beep_detected', 'ended', 'not_sure', null]) {
    expect(inputsOf('call.machine_greeting.ended', { result })).toMatchObject([{ isBeep: false }]);
  }
});

test('words carry the time at which the carrier heard them', () => {
  const transcription = { text: 'Hello?', isFinal: true };
  const occurred_at = '2026-03-02T15:00:00.250Z';
  expect(inputsOf('call.transcription', { transcription, occurred_at })).toMatchObject([
    { type: 'heard', text: 'Hello?', isFinal: true, atMs: Date.parse(occurred_at) },
  ]);
  expect(inputsOf('call.transcription', { transcription, occurred_at: 'yesterday' })).toMatchObject([
    { type: 'heard', atMs: undefined },
  ]);
});
