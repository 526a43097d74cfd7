import { describe, expect, test } from '@jest/globals';
import { REPLY_DEADLINE_SECONDS } from '#shared/domain/conversation/conversation-steps.ts';
import {
  answered,
  anyCheck,
  check,
  checkAfter,
  ended,
  failed,
  greetedCall,
  hangUp,
  heard,
  hungUp,
  newCall,
  phrases,
  replied,
  said,
  stop,
  think,
} from './call-under-test.ts';

describe('a farewell', () => {
  test.each([
    ['of the assistant', 'I have no time.', 'Goodbye.'],
    ['of the other party', 'Thanks, bye!', 'You are welcome.'],
    ['after a wish not to be called', 'Stop calling me.', 'I understand.'],
  ])('%s ends the call once the reply is spoken', (_, words, answer) => {
    const call = greetedCall();
    call.input(heard(words));
    expect(call.input(replied(2, answer))).toEqual([said(answer), anyCheck]);
    expect(call.input(ended)).toEqual([hangUp('farewell')]);
    expect(call.input(hungUp)).toEqual([]);
  });

  test('is not interrupted, and ends the call although its end is never reported', () => {
    const call = greetedCall();
    call.input(heard('No.'));
    call.input(replied(2, 'Goodbye.'));
    expect(call.input(heard('Bye', false))).toEqual([]);
    expect(call.input(heard('Bye.'))).toEqual([checkAfter(6)]);
    expect(call.input(replied(4, 'Oh?'))).toEqual([]);
    call.wait(6);
    expect(call.input(check(4))).toEqual([hangUp('farewell')]);
  });

  test('is not cut off by the late end of an earlier speech', () => {
    const call = newCall();
    call.input(answered);
    call.input(heard('No, bye.'));
    call.input(replied(2, 'Goodbye.'));
    expect(call.input(ended)).toEqual([]);
    expect(call.input(ended)).toEqual([hangUp('farewell')]);
  });

  test('ends the call where the carrier tells which speech ended, in any order', () => {
    const call = newCall();
    call.input(answered);
    call.input(heard('No, bye.'));
    call.input(replied(2, 'Goodbye.'));
    expect(call.input({ type: 'speak_ended', turn: 1 })).toEqual([]);
    expect(call.input({ type: 'speak_ended', turn: 3 })).toEqual([hangUp('farewell')]);
  });

  test('whose end overtook its beginning is over at once', () => {
    const call = greetedCall();
    call.input(heard('No, bye.'));
    call.input({ type: 'speak_ended', turn: 3 });
    expect(call.input(replied(2, 'Goodbye.')).at(-1)).toEqual(hangUp('farewell'));
  });
});

describe('silence', () => {
  test('is broken once, then the assistant says goodbye and hangs up', () => {
    const call = greetedCall();
    call.wait(8);
    expect(call.input(check(1))).toEqual([checkAfter(2)]);
    call.wait(2);
    expect(call.input(check(1))).toEqual([said(phrases.stillThere), checkAfter(8)]);
    call.wait(1);
    call.input(ended);
    call.wait(8);
    expect(call.input(check(2))).toEqual([said(phrases.goodbye), anyCheck]);
    expect(call.input(ended)).toEqual([hangUp('silence')]);
  });

  test('begins when the assistant has finished, or must have', () => {
    const call = newCall({ firstMessage: 'x'.repeat(200) });
    call.input(answered);
    call.wait(10);
    expect(call.input(check(1))).toEqual([checkAfter(10)]);
    call.wait(20);
    expect(call.input(check(1))).toEqual([checkAfter(5)]);
    call.wait(5);
    expect(call.input(check(1))).toEqual([said(phrases.stillThere), anyCheck]);
  });

  test('is over with the first interim word', () => {
    const call = greetedCall();
    call.wait(9);
    call.input(heard('Well', false));
    call.wait(1);
    expect(call.input(check(1))).toEqual([checkAfter(9)]);
  });

  test('after an answer to "Are you still there?" is broken again', () => {
    const call = greetedCall();
    call.wait(10);
    call.input(check(1));
    call.input(heard('Yes.'));
    call.input(replied(3, 'Good.'));
    call.input(ended);
    call.input(ended);
    call.wait(10);
    expect(call.input(check(4))).toEqual([said(phrases.stillThere), anyCheck]);
  });

  test('of an earlier turn is of no interest', () => {
    const call = greetedCall();
    call.input(heard('Hello?'));
    call.wait(60);
    expect(call.input(check(1))).toEqual([]);
  });
});

describe('a reply that fails', () => {
  test('is excused once, and ends the call the second time in a row', () => {
    const call = greetedCall();
    call.input(heard('Hello?'));
    expect(call.input(failed(2))).toEqual([said(phrases.apology), anyCheck]);
    call.input(heard('I said hello.'));
    expect(call.input(failed(4))).toEqual([stop, said(phrases.goodbye), anyCheck].slice(1));
    expect([call.input(ended), call.input(ended)].flat()).toEqual([hangUp('no_reply')]);
  });

  test('is forgotten after one that succeeds', () => {
    const call = greetedCall();
    call.input(heard('Hello?'));
    call.input(failed(2));
    call.input(heard('Hello?'));
    call.input(replied(4));
    call.input(heard('And?'));
    expect(call.input(failed(6))).toContainEqual(said(phrases.apology));
  });

  test.each([
    ['is empty', replied(2, ' ')],
    ['never comes', check(2)],
  ])('is also one that %s', (_, event) => {
    const call = greetedCall();
    expect(call.input(heard('Hello?'))).toEqual([think, checkAfter(REPLY_DEADLINE_SECONDS)]);
    call.wait(REPLY_DEADLINE_SECONDS);
    expect(call.input(event)).toEqual([said(phrases.apology), anyCheck]);
    expect(call.input(replied(2, 'Too late.'))).toEqual([]);
  });

  test('of an earlier turn is of no interest', () => {
    const call = greetedCall();
    call.input(heard('I am'));
    call.input(heard('the manager.'));
    expect(call.input(failed(2))).toEqual([]);
  });

  test('does not keep somebody who said goodbye', () => {
    const call = greetedCall();
    call.input(heard('No thanks, bye.'));
    expect(call.input(failed(2))).toEqual([said(phrases.goodbye), anyCheck]);
  });
});
