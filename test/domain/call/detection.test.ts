import { expect, test } from '@jest/globals';
import { type CallEvent, foldEvent } from '#shared/domain/call/events.ts';
import { BEEP, type CallProgress } from '#shared/domain/call/lifecycle.ts';
import { DIALLED, DIALLED_AT } from './dialled-call.ts';

const after = (...events: [type: string, data: object][]): CallProgress =>
  events.reduce(
    (call, [type, data]) =>
      foldEvent(call, { type, data: { call_control_id: 'cc_1', ...data } } as CallEvent, DIALLED_AT),
    DIALLED,
  );

const detected = (result: string): [string, object] => ['call.machine_detection.ended', { result }];
const HANGUP: [string, object] = ['call.hangup', { hangup_cause: 'normal_clearing' }];

test('a machine that is detected after the end makes the call a voicemail', () => {
  const call = after(['call.answered', {}], HANGUP, detected('machine'));
  expect(call).toMatchObject({ answered_by: 'machine', outcome: 'voicemail', status: 'ended' });
});

test('a beep is a machine, and a greeting that has ended is not', () => {
  const greetingEnded = (result: string): [string, object] => ['call.machine_greeting.ended', { result }];
  expect(after(greetingEnded(BEEP), HANGUP)).toMatchObject({ answered_by: 'machine', outcome: 'voicemail' });
  expect(after(greetingEnded('ended')).answered_by).toBeNull();
  expect(after(detected('human'), greetingEnded(BEEP)).answered_by).toBe('human');
});

test('one that knows wins over one that does not, and the first over another', () => {
  const answeredBy = (...results: string[]) => after(...results.map(detected)).answered_by;
  expect(answeredBy('not_sure', 'human')).toBe('human');
  expect(answeredBy('human', 'not_sure')).toBe('human');
  expect(answeredBy('machine', 'human')).toBe('machine');
  expect(answeredBy('not_sure')).toBe('unknown');
});
