import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { ConversationAction, ConversationSettings } from '#shared/domain/conversation/conversation-state.ts';
import { REPLY_DEADLINE_SECONDS } from '#shared/domain/conversation/conversation-steps.ts';
import { settledLines } from '#shared/domain/conversation/settled-lines.ts';
import {
  answered,
  beep,
  check,
  type Event,
  ended,
  failed,
  greetingEnded,
  heard,
  human,
  hungUp,
  machine,
  newCall,
  replied,
  sentences,
} from './call-under-test.ts';

const anyTurn = fc.nat(12);
const asLine = (text: string, index: number) => ({ role: index % 2 === 0 ? 'assistant' : 'user', text });
const anyWords = fc.constantFrom(
  ...['Hello?', 'Yes, I am', 'the manager.', 'Stop calling me.', 'Bye!', ' '],
  ...['Please state your name', 'and reason for calling.', 'Thanks, hold on.', 'Leave a message.'],
);
const anyHeard = fc.tuple(anyWords, fc.boolean()).map(([text, isFinal]) => heard(text, isFinal));
const anyHistory = fc
  .array(anyWords, { maxLength: 6 })
  .map((texts): Event => ({ type: 'history', lines: texts.map(asLine) }));
const anyEvent: fc.Arbitrary<Event> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom<Event>(answered, ended, machine, greetingEnded, beep, human) },
  { weight: 6, arbitrary: anyHeard },
  { weight: 6, arbitrary: fc.tuple(anyTurn, anyWords).map(([turn, text]) => replied(turn, text)) },
  { weight: 6, arbitrary: fc.tuple(anyTurn, anyWords).map(([turn, text]) => sentences(turn, text)) },
  { weight: 2, arbitrary: anyTurn.map(failed) },
  { weight: 4, arbitrary: anyTurn.map(check) },
  {
    weight: 2,
    arbitrary: fc.tuple(anyTurn, fc.nat(2)).map(([turn, part]): Event => ({ type: 'speak_ended', turn, part })),
  },
  { weight: 1, arbitrary: anyHistory },
  { weight: 1, arbitrary: fc.constant(hungUp) },
);
const anySettings: fc.Arbitrary<Partial<ConversationSettings>> = fc.record({
  direction: fc.constantFrom('inbound', 'outbound'),
  firstMessage: fc.constantFrom('', 'Hello.'),
  voicemailPolicy: fc.constantFrom('hangup', 'leave_message', 'continue'),
  voicemailMessage: fc.constantFrom('', 'Please call us back.'),
  maxTurns: fc.integer({ min: 1, max: 12 }),
  maxDurationSeconds: fc.integer({ min: 1, max: 120 }),
});

const ofType = (actions: ConversationAction[], type: ConversationAction['type']) =>
  actions.filter((action) => action.type === type);
const PARTS_MAX = 1_000;
/** In the order of the conversation: by turn, and within a turn by part. */
const turnsOf = (actions: ConversationAction[], type: 'speak' | 'think') =>
  actions.flatMap((action) => {
    if (action.type !== type) return [];
    return ('turn' in action ? (action.turn ?? 0) : 0) * PARTS_MAX + (('part' in action && action.part) || 0);
  });
const isIncreasing = (turns: number[]) => turns.every((turn, index) => turn > (turns[index - 1] ?? -1));

test('any inputs in any order: nothing after the end, one hang-up, nothing spoken or thought of twice, settled lines stay', () => {
  const anyInputs = fc.array(fc.tuple(anyEvent, fc.nat(60), fc.nat(15)), { maxLength: 80 });
  fc.assert(
    fc.property(anySettings, anyInputs, (changes, inputs) => {
      const call = newCall(changes);
      const done: ConversationAction[] = [];
      for (const [event, id, seconds] of inputs) {
        const wasOver = call.state.phase === 'over';
        const settled = call.state.turns.slice(0, settledLines(call.state));
        const actions = call.input(event, `${id}`);
        if (event.type !== 'history') expect(call.state.turns.slice(0, settled.length)).toEqual(settled);
        if (wasOver) expect(actions).toEqual([]);
        for (const thought of ofType(actions, 'think')) expect(thought).toMatchObject({ turn: call.state.turn });
        done.push(...actions);
        call.wait(seconds);
      }
      expect(ofType(done, 'hang_up').length).toBeLessThanOrEqual(1);
      expect(ofType(done.slice(0, -1), 'hang_up')).toEqual([]);
      expect(ofType(done, 'start_transcription').length).toBeLessThanOrEqual(1);
      expect([isIncreasing(turnsOf(done, 'speak')), isIncreasing(turnsOf(done, 'think'))]).toEqual([true, true]);
    }),
    { numRuns: 2_000 },
  );
});

/** What becomes of one speech or thought: how long it takes, and whether its report is lost. */
interface Fate {
  seconds: number;
  isLost: boolean;
  words: string;
  /** Of a thought: how many sentences come before the end of the reply. */
  sentences: number;
}

/** Carries out the actions as an engine does, on a virtual clock, and tells how long the call took; null for ever. */
const secondsUntilOver = (
  changes: Partial<ConversationSettings>,
  fates: Fate[],
  spoken: [atSecond: number, Event][],
  machines: [atSecond: number, Event][],
): number | null => {
  const call = newCall(changes);
  const pending: [atSecond: number, Event][] = [[0, answered], ...spoken, ...machines];
  let second = 0;
  for (let steps = 0; pending.length > 0 && steps < 2_000; steps += 1) {
    pending.sort(([one], [other]) => one - other);
    const [at, event] = pending.shift() ?? [0, hungUp];
    call.wait(at - second);
    second = at;
    for (const action of call.input(event)) {
      const fate = fates[steps % fates.length] ?? { seconds: 1, isLost: false, words: 'Yes.', sentences: 0 };
      if (action.type === 'check_silence') pending.push([second + action.afterSeconds, check(action.turn)]);
      if (action.type === 'speak' && !fate.isLost) pending.push([second + fate.seconds, ended]);
      if (action.type === 'think') {
        for (let n = 0; n < fate.sentences; n += 1) pending.push([second + n, sentences(action.turn, fate.words)]);
        const last = replied(action.turn, fate.words);
        if (!fate.isLost) pending.push([second + fate.sentences + fate.seconds, last]);
      }
    }
    if (call.state.phase === 'over') return second;
  }
  return null;
};

test('a conversation ends by itself, whatever is lost, late or said', () => {
  const fate = fc.record({ seconds: fc.nat(30), isLost: fc.boolean(), words: anyWords, sentences: fc.nat(3) });
  const anySpoken = fc.array(fc.tuple(fc.nat(300), anyHeard), { maxLength: 60 });
  const anyMachine = fc.array(fc.tuple(fc.nat(60), fc.constantFrom(machine, greetingEnded, beep)), { maxLength: 2 });
  fc.assert(
    fc.property(
      anySettings,
      fc.array(fate, { minLength: 1, maxLength: 20 }),
      anySpoken,
      anyMachine,
      (changes, fates, spoken, machines) => {
        const seconds = secondsUntilOver(changes, fates, spoken, machines);
        expect(seconds).not.toBeNull();
        // The goodbye is said within 12 seconds; its check comes with a reply's deadline at the latest. A mailbox is
        // waited for, for half a minute from its detection, which comes within the first.
        const mailboxSeconds = machines.some(([, event]) => event === machine) ? 60 + 30 : 0;
        // A screening assistant may put the call through to one at any time.
        const greetingSeconds = changes.voicemailPolicy === 'leave_message' ? 30 : 0;
        const limit = Math.max((changes.maxDurationSeconds ?? 0) + greetingSeconds, mailboxSeconds);
        expect(seconds).toBeLessThanOrEqual(limit + REPLY_DEADLINE_SECONDS + 12);
      },
    ),
    { numRuns: 1_000 },
  );
});
