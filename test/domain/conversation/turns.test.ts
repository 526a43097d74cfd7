import { describe, expect, test } from '@jest/globals';
import {
  answered,
  anyCheck,
  greetedCall,
  heard,
  hungUp,
  newCall,
  replied,
  said,
  settings,
  stop,
  think,
} from './call-under-test.ts';

describe('an answered call', () => {
  test('is transcribed and greeted at once', () => {
    const call = newCall();
    expect(call.input(answered)).toEqual([
      { type: 'start_transcription' },
      { type: 'speak', text: settings.firstMessage, turn: 1, isFirst: true },
      { type: 'check_silence', afterSeconds: 10, turn: 1 },
    ]);
    expect(call.state.turns).toEqual([
      { role: 'assistant', text: settings.firstMessage, at: '2026-03-02T15:00:00.000Z' },
    ]);
  });

  test('without a first message lets the language model begin', () => {
    const actions = newCall({ firstMessage: ' ' }).input(answered);
    expect(actions).toEqual([{ type: 'start_transcription' }, { type: 'think', turn: 0 }, anyCheck]);
  });

  test('knows its first words, though the other party has spoken before', () => {
    const call = newCall({ firstMessage: '' });
    call.input(answered);
    call.input(heard('Hello?'));
    expect(call.input(replied(1, 'Hello.'))).toContainEqual({ type: 'speak', text: 'Hello.', turn: 2, isFirst: true });
  });

  test('is greeted once, though another event says the same', () => {
    const call = newCall();
    call.input(answered);
    expect(call.input(answered)).toEqual([]);
  });
});

describe('what the other party says', () => {
  test('is answered by the language model, and the answer spoken', () => {
    const call = greetedCall();
    expect(call.input(heard('What is it about?'))).toEqual([{ type: 'think', turn: 2 }, anyCheck]);
    expect(call.input(replied(2, 'About a meeting.'))).toEqual([
      { type: 'speak', text: 'About a meeting.', turn: 3, isFirst: false },
      anyCheck,
    ]);
    expect(call.state.turns.map(({ role, text }) => [role, text])).toEqual([
      ['assistant', settings.firstMessage],
      ['user', 'What is it about?'],
      ['assistant', 'About a meeting.'],
    ]);
    expect(call.state.usage).toEqual({ inputTokens: 100, outputTokens: 10 });
  });

  test('stops the assistant, once, from the first word on', () => {
    const call = newCall();
    call.input(answered);
    expect(call.input(heard('Wait', false))).toEqual([stop]);
    expect(call.input(heard('Wait a', false))).toEqual([]);
    expect(call.input(heard('Wait a moment.'))).toEqual([think, anyCheck]);
  });

  test('interrupts no reply by a part of what is being replied to, which comes late', () => {
    const at = (text: string, isFinal: boolean, atMs: number) => ({ ...heard(text, isFinal), atMs });
    const call = greetedCall();
    call.input(at('Yes I have.', true, 2_000));
    call.input(replied(2, 'Good.'));
    expect(call.input(at('Yes I', false, 1_500))).toEqual([]);
    expect(call.input(at('Oh, and', false, 2_500))).toEqual([stop]);
  });

  test('stops the assistant without interim words, too', () => {
    const call = newCall();
    call.input(answered);
    expect(call.input(heard('Wait.'))).toEqual([stop, think, anyCheck]);
  });

  test('in two parts is answered once: the first answer is void', () => {
    const call = greetedCall();
    call.input(heard('I am'));
    expect(call.input(heard('the manager.'))).toEqual([{ type: 'think', turn: 3 }, anyCheck]);
    expect(call.input(replied(2, 'You are?'))).toEqual([]);
    expect(call.input(replied(3, 'Good to know.'))).toEqual([said('Good to know.'), anyCheck]);
    expect(call.state.usage.inputTokens).toBe(200);
  });

  test('is nothing when it is blank', () => {
    const call = newCall();
    call.input(answered);
    expect([call.input(heard(' ')), call.input(heard('', false)), call.state.turn]).toEqual([[], [], 1]);
  });

  test('is noted after the hang-up, but not acted upon', () => {
    const call = greetedCall();
    call.input(hungUp);
    expect(call.input(heard('Do not call me again.'))).toEqual([]);
    expect(call.state.turns.at(-1)).toMatchObject({ role: 'user', text: 'Do not call me again.' });
  });
});

test('a reply that nobody asked for is not spoken', () => {
  const call = greetedCall();
  expect(call.input(replied(1))).toEqual([]);
});

test('the same input again changes nothing', () => {
  const call = greetedCall();
  call.input(heard('Hello?'), 'same');
  const before = call.state;
  expect(call.input(heard('Hello?'), 'same')).toEqual([]);
  expect(call.state).toEqual(before);
});
