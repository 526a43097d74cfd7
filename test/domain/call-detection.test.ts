import { expect, test } from '@jest/globals';
import { NO_USAGE } from '#shared/domain/call-cost.ts';
import { type CallProgress, foldEvent } from '#shared/domain/call-lifecycle.ts';
import type { CallEvent } from '#shared/schemas/call-event.ts';

const AT = '2026-03-02T15:00:00.000Z';

const dialled: CallProgress = {
  status: 'dialing',
  outcome: null,
  ended_reason: null,
  answered_by: null,
  call_control_id: null,
  call_leg_id: null,
  call_session_id: null,
  connection_id: null,
  recording_url: null,
  conversation_id: null,
  usage: NO_USAGE,
  started_at: AT,
  answered_at: null,
  ended_at: null,
  duration_secs: null,
};

const after = (...events: [type: string, data: object][]): CallProgress =>
  events.reduce(
    (call, [type, data]) => foldEvent(call, { type, data: { call_control_id: 'cc_1', ...data } } as CallEvent, AT),
    dialled,
  );

const detected = (result: string): [string, object] => ['call.machine_detection.ended', { result }];
const HANGUP: [string, object] = ['call.hangup', { hangup_cause: 'normal_clearing' }];

test('a detection that comes after the end still tells who answered, and changes no outcome', () => {
  const call = after(['call.answered', {}], HANGUP, detected('machine'));
  expect(call).toMatchObject({ answered_by: 'machine', outcome: 'answered', status: 'ended' });
});

test('one that knows wins over one that does not, and the first over another', () => {
  const answeredBy = (...results: string[]) => after(...results.map(detected)).answered_by;
  expect(answeredBy('not_sure', 'human')).toBe('human');
  expect(answeredBy('human', 'not_sure')).toBe('human');
  expect(answeredBy('machine', 'human')).toBe('machine');
  expect(answeredBy('not_sure')).toBe('unknown');
});
