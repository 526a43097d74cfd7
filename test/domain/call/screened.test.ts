import { describe, expect, test } from '@jest/globals';
import { type CallEvent, foldEvent } from '#shared/domain/call/events.ts';
import { BEEP, type CallProgress } from '#shared/domain/call/lifecycle.ts';
import { DIALLED, DIALLED_AT } from './dialled-call.ts';

type Told = [type: string, data: object];

const after = (...events: Told[]): CallProgress =>
  events.reduce(
    (call, [type, data]) =>
      foldEvent(call, { type, data: { call_control_id: 'cc_1', ...data } } as CallEvent, DIALLED_AT),
    DIALLED,
  );

/** Every order of the events. */
const ordersOf = (events: Told[]): Told[][] =>
  events.length <= 1
    ? [events]
    : events.flatMap((event, at) => ordersOf(events.toSpliced(at, 1)).map((others) => [event, ...others]));

const ANSWERED: Told = ['call.answered', {}];
const HANGUP: Told = ['call.hangup', { hangup_cause: 'normal_clearing', result: 'machine' }];
const detected = (result: string): Told => ['call.machine_detection.ended', { result }];
const screened = (result: string, turn: number): Told => ['call.screened', { result, turn }];

describe.each(['human', 'machine'])(
  'whatever the order of its events, a screened call of which the carrier says %s',
  (by) => {
    test.each<[string, Told[], object]>([
      [
        'that nobody took was not answered',
        [screened('screener', 2)],
        { answered_by: 'unknown', outcome: 'no_answer' },
      ],
      [
        'that a person took was answered',
        [screened('screener', 2), screened('human', 4)],
        { answered_by: 'human', outcome: 'answered' },
      ],
      [
        'that a mailbox took is a voicemail',
        [screened('screener', 2), screened('machine', 4)],
        { answered_by: 'machine', outcome: 'voicemail' },
      ],
    ])('%s', (_, notes, expected) => {
      for (const order of ordersOf([ANSWERED, detected(by), HANGUP, ...notes])) {
        expect(after(...order)).toMatchObject({ ...expected, status: 'ended' });
      }
    });
  },
);

test('the beep of a prompt makes no voicemail', () => {
  const beep: Told = ['call.machine_greeting.ended', { result: BEEP }];
  for (const order of ordersOf([ANSWERED, beep, screened('screener', 2), HANGUP])) {
    expect(after(...order)).toMatchObject({ answered_by: 'unknown', outcome: 'no_answer' });
  }
});

test('who was taken for a person, and is the assistant still, was nobody', () => {
  const notes = [screened('screener', 2), screened('human', 3), screened('screener', 5)];
  for (const order of ordersOf(notes)) expect(after(ANSWERED, ...order, HANGUP).outcome).toBe('no_answer');
});

test('a note that says nothing known changes nothing', () => {
  expect(after(ANSWERED, ['call.screened', { result: 'nonsense' }], HANGUP)).toMatchObject({ screening: null });
});
