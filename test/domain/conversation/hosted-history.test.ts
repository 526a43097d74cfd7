import { describe, expect, test } from '@jest/globals';
import {
  anyCheck,
  check,
  type Event,
  ended,
  greetingEnded,
  hangUp,
  hungUp,
  machine,
  newCall,
  said,
} from './call-under-test.ts';

/** Lines of both sides in turn, the assistant's first. */
const history = (...texts: string[]): Event => ({
  type: 'history',
  lines: texts.map((text, index) => ({ role: index % 2 === 0 ? 'assistant' : 'user', text })),
});

const textsOf = (call: ReturnType<typeof newCall>) => call.state.turns.map(({ text }) => text);

describe('the history of a conversation that the carrier leads', () => {
  test('is noted, and nothing is done', () => {
    const call = newCall();
    expect(call.input(history('Hello.', 'Hi.', 'How are you?'))).toEqual([]);
    expect(textsOf(call)).toEqual(['Hello.', 'Hi.', 'How are you?']);
  });

  test('keeps the time at which a line was heard of first', () => {
    const call = newCall();
    call.input(history('Hello.'));
    call.wait(5);
    call.input(history('Hello.', 'Hi.'));
    expect(call.state.turns.map(({ at }) => at)).toEqual(['2026-03-02T15:00:00.000Z', '2026-03-02T15:00:05.000Z']);
  });

  test('never becomes shorter by a report that is late', () => {
    const call = newCall();
    call.input(history('Hello.', 'Hi.'));
    call.input(history('Hello.'));
    expect(textsOf(call)).toEqual(['Hello.', 'Hi.']);
  });

  test('is completed after the end of the call', () => {
    const call = newCall();
    call.input(history('Hello.'));
    call.input(hungUp);
    expect(call.input(history('Hello.', 'Goodbye.'))).toEqual([]);
    expect(textsOf(call)).toEqual(['Hello.', 'Goodbye.']);
  });

  test.each([
    ['says goodbye', ['Hello.', 'Hi.', 'Thank you. Goodbye.']],
    ['answers a goodbye', ['Hello.', 'I have no time. Goodbye.', 'As you like.']],
    ['answers a wish not to be called', ['Hello.', 'Do not call me again.', 'As you like.']],
  ])('ends with a hang-up once the assistant %s and must have been heard', (_, texts) => {
    const call = newCall();
    expect(call.input(history(...texts))).toEqual([anyCheck]);
    call.wait(3);
    expect(call.input(check(1))).toEqual([anyCheck]);
    call.wait(7);
    expect(call.input(check(1))).toEqual([hangUp('farewell')]);
  });

  test('is not that of the mailbox, which gets its message alone', () => {
    const call = newCall({ voicemailPolicy: 'leave_message' });
    call.input(history('Hello.'));
    expect(call.input(machine)).toEqual([anyCheck]);
    expect(call.input(history('Hello.', 'Leave a message.'))).toEqual([{ type: 'silence_engine' }, anyCheck]);
    expect(call.input(history('Hello.', 'Leave a message.', 'I would like to talk to you. Goodbye.'))).toEqual([]);
    expect(call.input(greetingEnded)).toEqual([said('Please call us back.'), anyCheck]);
    expect(call.input(ended)).toEqual([hangUp('voicemail_message')]);
    expect(textsOf(call)).toEqual(['Hello.', 'Leave a message.', 'Please call us back.']);
  });
});
