import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  ANNOUNCED_EVENTS,
  type AnnouncedEvent,
  type CallEvent,
  foldEvent,
  impliedEvents,
} from '#shared/domain/call/events.ts';
import { type AnnouncedCall, announcementOf, announcementsDue } from '#shared/domain/webhook/call-announcements.ts';
import { DIALLED, DIALLED_AT } from '#test/domain/call/dialled-call.ts';

const END = '2026-03-02T15:00:30.000Z';
const CLIENT_STATE = 'eyJjYWxsX2lkIjoiY2FsbF8xIn0=';

const dialled: AnnouncedCall = {
  ...DIALLED,
  direction: 'outbound',
  from_number: '+12025550100',
  to_number: '+12025550199',
  created_at: DIALLED_AT,
  events: {},
};

const MORE: Partial<Record<string, object>> = {
  'call.machine_detection.ended': { result: 'human' },
  'call.recording.saved': { recording_url: 'https://recordings.example/1' },
  'call.hangup': { hangup_cause: 'normal_clearing' },
  'call.completed': { hangup_cause: 'normal_clearing', end_time: END, duration_secs: 20 },
};

const eventOf = (type: string, more: object | undefined = MORE[type]): CallEvent =>
  ({
    type,
    data: { call_control_id: 'cc_1', call_leg_id: 'leg_1', call_session_id: 's_1', connection_id: 'c_1', ...more },
  }) as CallEvent;

const fold = (call: AnnouncedCall, event: CallEvent): AnnouncedCall => {
  const after = foldEvent(call, event, END);
  const news = Object.fromEntries(impliedEvents(event, after).map((type) => [type, END]));
  return { ...call, ...after, events: { ...news, ...call.events } };
};

/** Everything that is announced while these events arrive, one after the other. */
const announcedBy = (events: CallEvent[], call = dialled): { call: AnnouncedCall; announced: AnnouncedEvent[] } => {
  const announced: AnnouncedEvent[] = [];
  let after = call;
  for (const event of events) {
    after = fold(after, event);
    announced.push(...announcementsDue(after, announced));
  }
  return { call: after, announced };
};

const ANSWERED = ANNOUNCED_EVENTS.map((type) => eventOf(type));

describe('announcements', () => {
  test('of an answered call are all six, each once, however the events are scrambled and repeated', () => {
    const scrambled = fc.shuffledSubarray([...ANSWERED, ...ANSWERED], { minLength: 2 * ANSWERED.length });
    fc.assert(
      fc.property(scrambled, (events) => {
        expect(announcedBy(events).announced.sort()).toEqual([...ANNOUNCED_EVENTS].sort());
      }),
    );
  });

  test('of a completed call tell the duration that the carrier reports, however its events are scrambled', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(ANSWERED, { minLength: ANSWERED.length }), (events) => {
        let call = dialled;
        for (const event of events) {
          const before = announcementsDue(call, []);
          call = fold(call, event);
          if (!announcementsDue(call, before).includes('call.completed')) continue;
          expect(announcementOf('call.completed', call, CLIENT_STATE).data).toMatchObject({ duration_secs: 20 });
        }
      }),
    );
  });

  test('of a call that nobody answers are the beginning and the end', () => {
    const events = [eventOf('call.initiated'), eventOf('call.hangup', { hangup_cause: 'no_answer' })];
    expect(announcedBy(events).announced).toEqual(['call.initiated', 'call.hangup']);
  });

  test('of a call whose first event was lost include it, made good by the next', () => {
    expect(announcedBy([eventOf('call.hangup', { hangup_cause: 'user_busy' })]).announced).toEqual([
      'call.initiated',
      'call.hangup',
    ]);
  });

  test('of an end that overtakes the answer wait with call.completed for what the call lasted', () => {
    const end = eventOf('call.hangup', { hangup_cause: 'normal_clearing', occurred_at: END, implies_completed: true });
    const answer = eventOf('call.answered', { occurred_at: '2026-03-02T15:00:10.000Z', implies_completed: true });
    expect(announcedBy([end]).announced).toEqual(['call.initiated', 'call.hangup']);
    const { call, announced } = announcedBy([end, answer]);
    expect(announced).toEqual(['call.initiated', 'call.hangup', 'call.answered', 'call.completed']);
    expect(announcedBy([answer, end]).announced).toContain('call.completed');
    expect(announcementOf('call.completed', call, CLIENT_STATE).data).toMatchObject({ duration_secs: 20 });
  });

  test('of a dial that never reached the carrier are none', () => {
    expect(announcementsDue(dialled, [])).toEqual([]);
    expect(announcementsDue({ ...dialled, status: 'ended', outcome: 'failed' }, [])).toEqual([]);
  });
});

describe('payloads', () => {
  const { call } = announcedBy(ANSWERED);
  const common = {
    call_control_id: 'cc_1',
    call_leg_id: 'leg_1',
    call_session_id: 's_1',
    client_state: CLIENT_STATE,
    connection_id: 'c_1',
    from: '+12025550100',
    to: '+12025550199',
    direction: 'outbound',
    start_time: DIALLED_AT,
  };
  const ending = { hangup_cause: 'normal_clearing', result: 'human' };

  test.each<[AnnouncedEvent, object]>([
    ['call.initiated', {}],
    ['call.answered', {}],
    ['call.machine_detection.ended', { result: 'human' }],
    ['call.recording.saved', { recording_url: 'https://recordings.example/1' }],
    ['call.hangup', ending],
    ['call.completed', { ...ending, end_time: END, duration_secs: 20 }],
  ])('%s has the fields of the contract, and what belongs to it', (type, more) => {
    expect(announcementOf(type, call, CLIENT_STATE)).toEqual({ type, data: { ...common, ...more } });
  });

  test('call.completed has whole seconds also when the carrier did not count them', () => {
    const uncounted = { ...call, duration_secs: null, answered_at: DIALLED_AT, ended_at: '2026-03-02T15:00:20.600Z' };
    const { data } = announcementOf('call.completed', uncounted, CLIENT_STATE);
    expect(data).toMatchObject({ end_time: '2026-03-02T15:00:20.600Z', duration_secs: 21 });
  });

  test('start_time of a call without one is the time it was made', () => {
    const { data } = announcementOf('call.initiated', { ...call, started_at: null, created_at: END }, CLIENT_STATE);
    expect(data.start_time).toBe(END);
  });
});
