import { describe, expect, test } from '@jest/globals';
import {
  ANNOUNCED_EVENTS,
  CALL_EVENT_TYPES,
  CALL_EVENTS,
  type CallEventType,
  foldEvent,
  tells,
} from '#shared/domain/call/events.ts';
import type { CallProgress } from '#shared/domain/call/lifecycle.ts';
import { conversationInputs } from '#shared/domain/conversation/conversation-inputs.ts';
import { CallEvent } from '#shared/schemas/call-event.ts';
import { DIALLED, DIALLED_AT } from './dialled-call.ts';

const DATA = {
  call_control_id: 'cc_1',
  transcription: { text: 'Hello?', isFinal: true },
  history: [{ role: 'user', text: 'Hello?' }],
};

const folded = (...types: CallEventType[]): CallProgress =>
  types.reduce(
    (call, type) => foldEvent(call, { type, data: { ...DATA, implies_completed: true } }, DIALLED_AT),
    DIALLED,
  );

describe.each(CALL_EVENT_TYPES)('%s', (type) => {
  const { status, isTalk } = CALL_EVENTS[type];
  const event = { type, data: DATA };

  test('is understood as it stands', () => {
    expect(CallEvent.parse(event)).toEqual(event);
  });

  test('brings a call to its status, and none back from its end', () => {
    expect(folded(type).status).toBe(status ?? 'dialing');
    expect(folded('call.hangup', type).status).toBe('ended');
  });

  test('is an input of the conversation if it tells it anything', () => {
    expect(conversationInputs(event).length > 0).toBe(tells(type, 'conversation'));
  });

  test('is folded, unless it is talk: that tells nobody else', () => {
    if (isTalk) expect(CALL_EVENTS[type]).toEqual({ isTalk, tells: ['conversation'] });
  });
});

test('the six events of the contract are announced, in this order', () => {
  expect(ANNOUNCED_EVENTS).toEqual([
    'call.initiated',
    'call.answered',
    'call.machine_detection.ended',
    'call.recording.saved',
    'call.hangup',
    'call.completed',
  ]);
});

test.each(['call.dtmf.received', 'call.', '', 'constructor'])('the type %j is none', (type) => {
  expect(CallEvent.safeParse({ type, data: DATA }).success).toBe(false);
});

test('a hangup that comes first ends the call, and its answer is heard of afterwards', () => {
  expect(folded('call.hangup')).toMatchObject({ status: 'ended', outcome: 'unknown', ended_reason: 'hangup' });
  expect(folded('call.hangup', 'call.answered')).toMatchObject({ status: 'ended', answered_at: DIALLED_AT });
});

test.each(['recording_url', 'event_id', 'transcription', 'history', 'cost'])(
  'nonsense as %s costs no more than that field',
  (field) => {
    const { data } = CallEvent.parse({ type: 'call.hangup', data: { ...DATA, [field]: 7 } });
    expect(data).toEqual({ ...DATA, [field]: null });
  },
);
