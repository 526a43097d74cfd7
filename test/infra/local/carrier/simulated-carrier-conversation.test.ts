import { afterAll, describe, expect, test } from '@jest/globals';
import { heard, openVirtualCarrier, order, silent, talkative, type VirtualEvent } from './virtual-carrier.ts';

const carrier = openVirtualCarrier();
afterAll(() => carrier.close());

const SPEEDS = [1, 20, 200];
const SIX_TYPES = new Set([
  'call.initiated',
  'call.answered',
  'call.machine_detection.ended',
  'call.recording.saved',
  'call.hangup',
  'call.completed',
]);

const turnsOf = (events: VirtualEvent[]): string[] =>
  events.flatMap((event) => (event.type === 'call.speak.ended' ? ['assistant'] : (heard(event) ?? [])));
const atOf = (events: VirtualEvent[], type: string): number => events.find((event) => event.type === type)?.at ?? -1;
const talkSecondsOf = (events: VirtualEvent[]): number => atOf(events, 'call.hangup') - atOf(events, 'call.answered');
const statusesOf = (events: VirtualEvent[]): unknown[] =>
  events.filter(({ type }) => type === 'call.speak.ended').map(({ data }) => data.status);

describe.each(SPEEDS)('at speed %d', (speed) => {
  test.each([0, 100, 1_900])('an assistant that takes %d ms to answer has the whole conversation', (thinkingMs) => {
    const events = carrier.hold(talkative, { speed, thinkingMs });
    expect(turnsOf(events)).toEqual([
      'assistant',
      'Hi, yes, I have a minute. What is this about?',
      'assistant',
      'I am the operations manager here.',
      'assistant',
      expect.stringMatching(/^Sure, my email is [\w.]+@example\.com\.$/),
      'assistant',
      'Tuesday at ten suits me. Goodbye.',
      'assistant',
    ]);
    expect(new Set(statusesOf(events))).toEqual(new Set(['completed']));
    expect(talkSecondsOf(events)).toBeGreaterThanOrEqual(20 / speed);
  });

  test('the other party answers only after the assistant has finished, and takes time to talk', () => {
    const events = carrier.hold(talkative, { speed });
    const spoken = atOf(events, 'call.speak.ended');
    const [interim, final] = events.filter(({ type }) => type === 'call.transcription');
    expect(interim?.data.transcription_data).toMatchObject({ is_final: false, transcription_track: 'inbound' });
    expect(final?.data.transcription_data).toMatchObject({ is_final: true, transcription_track: 'inbound' });
    expect(interim?.at).toBeGreaterThan(spoken);
    expect(final?.at).toBeGreaterThan(interim?.at ?? Number.POSITIVE_INFINITY);
  });

  test('a conversation leaves the events of the call as they are', () => {
    const types = carrier.hold(talkative, { speed }).map(({ type }) => type);
    expect(types.filter((type) => SIX_TYPES.has(type))).toEqual([...SIX_TYPES]);
    expect(types.slice(-4)).toEqual(['call.recording.saved', 'call.hangup', 'call.completed', 'call.cost']);
  });

  test('an assistant that falls silent is waited for, and then hung up on', () => {
    const events = carrier.hold((event) => (event.type === 'call.answered' ? talkative(event) : []), { speed });
    expect(turnsOf(events)).toHaveLength(2);
    const silence = atOf(events, 'call.hangup') - (events.findLast(heard)?.at ?? 0);
    expect(silence).toBeGreaterThanOrEqual(Math.max(10 / speed, 5) - 0.001);
  });
});

test.each([
  ['+14155550001', 1, 20],
  ['+14155550004', 1, 8],
  ['+14155550001', 20, 5],
  ['+14155550004', 200, 5],
])('where nobody says a word to %s, the call at speed %d lasts %d seconds', (to, speed, seconds) => {
  const events = carrier.hold(silent, { to, speed });
  expect(talkSecondsOf(events)).toBe(seconds);
  expect(turnsOf(events)).toEqual([]);
});

test('a callee who wants no more calls says so, takes the answer and hangs up', () => {
  const events = carrier.hold(talkative, { to: '+14155550006', speed: 1 });
  expect(turnsOf(events)).toEqual([
    'assistant',
    'No. Please do not call me again, and take me off your list.',
    'assistant',
  ]);
  expect(talkSecondsOf(events)).toBe(20);
});

test('a mailbox recites its greeting whether or not it is spoken to, and says nothing more', () => {
  const events = carrier.hold(talkative, { to: '+14155550004', speed: 1 });
  expect(turnsOf(events)).toEqual(['assistant', expect.stringMatching(/leave a message/), 'assistant']);
  expect(talkSecondsOf(events)).toBeGreaterThanOrEqual(8);
});

test('a mailbox beeps once, after its greeting; a person never does', () => {
  const events = carrier.hold(talkative, { to: '+14155550004', speed: 1 });
  const beeps = events.filter(({ type }) => type === 'call.machine_greeting.ended');
  expect(beeps.map(({ data }) => data.result)).toEqual(['beep_detected']);
  expect(beeps[0]?.at).toBeGreaterThan(events.findLast(heard)?.at ?? Number.POSITIVE_INFINITY);
  const types = carrier.hold(talkative, { speed: 1 }).map(({ type }) => type);
  expect(types).not.toContain('call.machine_greeting.ended');
});

test('a callee asks to be called back, takes the answer and says goodbye', () => {
  const lines = carrier.hold(talkative, { to: '+14155550010', speed: 1 }).flatMap((event) => heard(event) ?? []);
  expect(lines[0]).toMatch(/call me back in two minutes\?$/);
  expect(lines[1]).toMatch(/Goodbye\.$/);
});

test('a caller has questions', () => {
  const call = { from: '+14155550100', to: '+12125551000', direction: 'inbound', speed: 1 } as const;
  const lines = carrier.hold(talkative, call).flatMap((event) => heard(event) ?? []);
  expect(lines).toHaveLength(3);
  expect(lines[0]).toMatch(/opening hours/);
});

test.each([
  [1, 20],
  [200, 2],
])('a caller whom nobody answers at speed %d gives up after %d seconds', (speed, seconds) => {
  const call = { from: '+14155550100', to: '+12125551000', direction: 'inbound', isTaken: false, speed } as const;
  const events = carrier.hold(() => [], call);
  const [begin, end] = ['call.initiated', 'call.hangup'].map((type) => atOf(events, type));
  expect((end ?? 0) - (begin ?? 0)).toBeCloseTo(seconds);
});

test('everybody has an email address of their own, and keeps it', () => {
  const emailOf = (to: string) => carrier.hold(talkative, { to, speed: 1 }).flatMap((event) => heard(event) ?? [])[2];
  const emails = ['+14155550001', '+14155560001', '+14155561234', '+442079460001'].map(emailOf);
  expect(new Set(emails).size).toBe(4);
  expect(emailOf('+14155550001')).toBe(emails[0]);
});

test('what is said before transcription was started, or without it, is not reported', () => {
  const events = carrier.hold((event) => talkative(event).filter(({ action }) => action === 'speak'), { speed: 1 });
  expect(turnsOf(events)).toEqual(['assistant']);
});

test('transcription begins when it is started, and with the call it ends', () => {
  const startsLate = carrier.hold(
    (event) => {
      if (event.type === 'call.answered') return [order({ action: 'speak', text: 'Hello?' })];
      return heard(event) || event.type !== 'call.speak.ended'
        ? []
        : [order({ action: 'start_transcription' }), order({ action: 'speak', text: 'Anybody there?' })];
    },
    { speed: 1, thinkingMs: 6_000 },
  );
  expect(turnsOf(startsLate).slice(0, 3)).toEqual(['assistant', 'assistant', 'I am the operations manager here.']);

  const hangsUpOnThem = carrier.hold(
    (event) => (event.type === 'call.transcription' ? [order({ action: 'hangup' })] : talkative(event)),
    { speed: 1 },
  );
  expect(hangsUpOnThem.filter(({ type }) => type === 'call.transcription')).toHaveLength(1);
});

const longText = 'This goes on and on. '.repeat(50);
const talksAtLength = (then: 'stop_speaking' | 'hangup') => (event: VirtualEvent) => {
  if (event.type === 'call.answered') return [order({ action: 'speak', text: longText })];
  return event.type === 'call.machine_detection.ended' ? [order({ action: then })] : [];
};

test('a text is spoken for ten seconds at most, unless it is stopped', () => {
  const spoken = carrier.hold((event) => talksAtLength('hangup')(event).filter(({ action }) => action === 'speak'), {
    speed: 1,
  });
  expect(statusesOf(spoken)).toEqual(['completed']);
  expect(atOf(spoken, 'call.speak.ended') - atOf(spoken, 'call.answered')).toBe(10);
  const stopped = carrier.hold(talksAtLength('stop_speaking'), { speed: 1 });
  expect(statusesOf(stopped)).toEqual(['cancelled']);
  expect(atOf(stopped, 'call.speak.ended')).toBe(atOf(stopped, 'call.machine_detection.ended'));
});

test('hanging up ends everything at once', () => {
  const events = carrier.hold(talksAtLength('hangup'), { speed: 1 });
  expect(statusesOf(events)).toEqual(['call_hangup']);
  expect(talkSecondsOf(events)).toBe(2);
  expect(events.at(-2)?.data).toMatchObject({ hangup_cause: 'normal_clearing', duration_secs: 2 });
});

test('texts that follow each other are spoken one after the other', () => {
  const events = carrier.hold(
    (event) => {
      if (event.type !== 'call.answered') return [];
      return [order({ action: 'speak', text: 'x'.repeat(50) }), order({ action: 'speak', text: 'x'.repeat(100) })];
    },
    { speed: 1 },
  );
  const ends = events
    .filter(({ type }) => type === 'call.speak.ended')
    .map(({ at }) => at - atOf(events, 'call.answered'));
  expect(ends).toEqual([3, 9]);
});

test('a call is over after ten minutes, however much there is to say', () => {
  const events = carrier.hold(
    (event) =>
      event.type === 'call.answered' || event.type === 'call.speak.ended'
        ? [order({ action: 'speak', text: longText })]
        : [],
    { speed: 1 },
  );
  expect(talkSecondsOf(events)).toBe(600);
});

test('every started minute costs a cent', () => {
  const costOf = (events: VirtualEvent[]) => events.find(({ type }) => type === 'call.cost')?.data.cost;
  expect(costOf(carrier.hold(silent, { speed: 1 }))).toEqual({ total_usd: '0.01' });
  expect(costOf(carrier.hold(talkative, { speed: 1, thinkingMs: 9_000 }))).toEqual({ total_usd: '0.02' });
  expect(costOf(carrier.hold(silent, { to: '+14155550002', speed: 1 }))).toBeUndefined();
});

test('with every event twice and out of order a conversation can still be held', () => {
  let hasBegun = false;
  const events = carrier.hold(
    (event) => {
      if (event.type !== 'call.machine_detection.ended' || hasBegun) return heard(event) ? talkative(event) : [];
      hasBegun = true;
      return talkative({ ...event, type: 'call.answered' });
    },
    { to: '+14155550008', speed: 1 },
  );
  const idsOf = (wanted: (event: VirtualEvent) => unknown) => events.filter(wanted).map(({ data }) => data.event_id);
  const ids = idsOf(() => true);
  expect(ids).toHaveLength(2 * new Set(ids).size);
  expect(new Set(idsOf(heard)).size).toBe(4);
  expect(events.findIndex(({ type }) => type === 'call.hangup')).toBeLessThan(
    events.findIndex(({ type }) => type === 'call.answered'),
  );
});
