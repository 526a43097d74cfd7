import { describe, expect, test } from '@jest/globals';
import type { ConversationSettings } from '#shared/domain/conversation/conversation-state.ts';
import { SCREENING_MAX_SECONDS } from '#shared/domain/conversation/conversation-steps.ts';
import {
  answered,
  anyCheck,
  beep,
  check,
  checkAfter,
  type Event,
  ended,
  greetingEnded,
  hangUp,
  heard,
  human,
  hungUp,
  machine,
  newCall,
  phrases,
  replied,
  said,
  settings,
  stop,
  think,
} from './call-under-test.ts';

const PROMPT = "Hi, if you record your name and reason for calling, I'll see if this person is available.";
const introduction = said(settings.introduction);
const greeting = said(settings.firstMessage);
const noted = (by: string) => expect.objectContaining({ type: 'note_screening', by });

const screenedCall = (changes: Partial<ConversationSettings> = {}) => {
  const call = newCall(changes);
  call.input(answered);
  call.input(heard('Hi, if you record', false));
  expect(call.input(heard(PROMPT))).toEqual([noted('screener'), introduction, anyCheck]);
  call.wait(3);
  call.input(ended);
  return call;
};

describe('a screening assistant', () => {
  test('is told who is calling and why, without the language model, and then waited for in silence', () => {
    const call = screenedCall();
    expect(call.input(heard('Thank you.'))).toEqual([anyCheck]);
    expect(call.input(heard('Please stay on the line.'))).toEqual([anyCheck]);
    call.wait(30);
    expect(call.input(check(call.state.turn))).toEqual([checkAfter(SCREENING_MAX_SECONDS - 33)]);
  });

  test('that puts a person through begins the conversation, with the first message', () => {
    const call = screenedCall();
    call.wait(8);
    expect(call.input(heard('Hello?'))).toEqual([noted('human'), greeting, anyCheck]);
    call.input(ended);
    expect(call.input(heard('Yes, what is it about?'))).toEqual([think, anyCheck]);
  });

  test('that puts a person through lets the model speak first where there is no first message', () => {
    const call = screenedCall({ firstMessage: '' });
    expect(call.input(heard('Hello?'))).toEqual([noted('human'), think, anyCheck]);
  });

  test('that asks again is told again', () => {
    const call = screenedCall();
    expect(call.input(heard('Please state your name and the reason for your call.'))).toEqual([
      noted('screener'),
      introduction,
      anyCheck,
    ]);
    expect(call.input(heard('Hello?'))).toEqual([stop, greeting, anyCheck].toSpliced(0, 0, noted('human')));
  });

  test('whose prompt comes in two parts is told, although the first part passed for a person', () => {
    const call = newCall();
    call.input(answered);
    call.input(heard('Hi.'));
    expect(call.input(heard(PROMPT))).toEqual([noted('screener'), introduction, anyCheck]);
    expect(call.input(replied(2, 'How are you?'))).toEqual([]);
  });

  test('the rest of whose prompt passed for a person is told when it asks', () => {
    const call = newCall();
    call.input(answered);
    call.input(heard("The person you're calling is using a screening service"));
    expect(call.input(heard('and will get a copy of this conversation.'))).toContainEqual(greeting);
    expect(call.input(heard("Go ahead and say your name and why you're calling."))).toEqual([
      noted('screener'),
      stop,
      introduction,
      anyCheck,
    ]);
    expect(call.input(heard('Hello?'))).toContainEqual(noted('human'));
  });

  test('that puts nobody through is waited for a minute, and hung up on', () => {
    const call = screenedCall();
    call.wait(SCREENING_MAX_SECONDS - 3);
    expect(call.input(check(call.state.turn))).toEqual([said(phrases.goodbye), anyCheck]);
    expect(call.input(ended)).toEqual([hangUp('screened_out')]);
  });

  test('that hangs up ends the call', () => {
    const call = screenedCall();
    expect(call.input(hungUp)).toEqual([]);
    expect(call.state.phase).toBe('over');
  });

  test('that passes on a wish not to be called is taken leave of', () => {
    const call = screenedCall();
    // As Google's passes on a report of spam.
    expect(call.input(heard('Please remove the number from your contact list.'))).toEqual([
      said(phrases.goodbye),
      anyCheck,
    ]);
  });

  test('is not talked over: its interim words stop no introduction', () => {
    const call = newCall();
    call.input(answered);
    call.input(heard(PROMPT));
    expect(call.input(heard('I will', false))).toEqual([]);
  });

  test('is none on a call that came in', () => {
    const call = newCall({ direction: 'inbound' });
    call.input(answered);
    call.input(ended);
    expect(call.input(heard(PROMPT))).toEqual([think, anyCheck]);
  });
});

describe("the carrier's detection hears the screening assistant", () => {
  test.each<[string, Event]>([
    ['a machine', machine],
    ['a person', human],
    ['the beep of its prompt', beep],
    ['the end of its prompt', greetingEnded],
  ])('and changes nothing afterwards: %s', (_, event) => {
    const call = screenedCall();
    expect(call.input(event)).toEqual([]);
    expect(call.input(heard('Hello?'))).toContainEqual(greeting);
  });

  test.each<ConversationSettings['voicemailPolicy']>(['hangup', 'leave_message', 'continue'])(
    'and a machine detected first is listened to, under the policy %s',
    (voicemailPolicy) => {
      const call = newCall({ voicemailPolicy });
      call.input(answered);
      call.input(machine);
      call.wait(4);
      expect(call.input(heard(PROMPT))).toContainEqual(introduction);
      expect(call.input(heard('Hello?'))).toContainEqual(greeting);
    },
  );
});

describe('a mailbox after a screening assistant', () => {
  const GOODBYE = "The person you're calling is not available. Please leave a message after the tone.";

  test('is hung up on under the policy hangup', () => {
    expect(screenedCall().input(heard(GOODBYE))).toEqual([noted('machine'), hangUp('machine')]);
  });

  test('is left its message after the beep under the policy leave_message', () => {
    const call = screenedCall({ voicemailPolicy: 'leave_message' });
    expect(call.input(heard(GOODBYE))).toEqual([noted('machine'), anyCheck]);
    expect(call.input(beep)).toEqual([said('Please call us back.'), anyCheck]);
  });

  test('is talked to under the policy continue', () => {
    const call = screenedCall({ voicemailPolicy: 'continue' });
    expect(call.input(heard(GOODBYE))).toEqual([noted('machine'), greeting, anyCheck]);
  });

  test('whose words passed for a person is given away by its beep', () => {
    const call = screenedCall();
    expect(call.input(heard('The Byrons are out.'))).toContainEqual(noted('human'));
    call.input(ended);
    expect(call.input(beep)).toEqual([noted('machine'), hangUp('machine')]);
  });
});

test('a person who asks like a screening assistant is told, and the conversation goes on', () => {
  const call = newCall();
  call.input(answered);
  call.input(ended);
  expect(call.input(heard("Who's calling, and why?"))).toEqual([noted('screener'), introduction, anyCheck]);
  call.input(ended);
  expect(call.input(heard('I see. Go on.'))).toEqual([noted('human'), greeting, anyCheck]);
  call.input(ended);
  expect(call.input(heard('I have no time.'))).toEqual([think, anyCheck]);
});

test('who asks late in a conversation is a person', () => {
  const call = newCall();
  call.input(answered);
  for (const turn of [2, 4]) {
    call.input(ended);
    expect(call.input(heard('Well.'))).toEqual([think, anyCheck]);
    expect(call.input(replied(turn))).toContainEqual(said('I see.'));
  }
  call.input(ended);
  expect(call.input(heard('Please state your name.'))).toEqual([think, anyCheck]);
});

describe('in a conversation that the carrier leads', () => {
  const history = (...texts: string[]): Event => ({
    type: 'history',
    lines: texts.map((text, index) => ({ role: index % 2 === 0 ? 'assistant' : 'user', text })),
  });

  test('it is noted who is on the call, and nothing is said', () => {
    const call = newCall();
    expect(call.input(history('Hello.', PROMPT))).toEqual([noted('screener'), anyCheck]);
    expect(call.input(history('Hello.', PROMPT, 'This is Ida.'))).toEqual([anyCheck]);
    expect(call.input(history('Hello.', PROMPT, 'This is Ida.', 'Hello?'))).toEqual([noted('human')]);
    expect(call.input(history('Hello.', PROMPT, 'This is Ida.', 'Hello?', 'Hello. Goodbye.'))).toEqual([anyCheck]);
  });

  test('a history that tells all of it at once is understood', () => {
    expect(newCall().input(history('Hello.', PROMPT, 'This is Ida.', 'Hello?'))).toEqual([noted('human')]);
    expect(newCall().input(history('Hello.', PROMPT, 'This is Ida.'))).toEqual([noted('screener'), anyCheck]);
  });

  test('a machine that turns out to screen calls is not hung up on', () => {
    const call = newCall();
    call.input(history('Hello.'));
    call.input(machine);
    expect(call.input(history('Hello.', PROMPT))).toEqual([noted('screener'), anyCheck]);
  });

  test('nobody put through within a minute ends the call', () => {
    const call = newCall();
    call.input(history('Hello.', PROMPT));
    call.wait(SCREENING_MAX_SECONDS);
    expect(call.input(check(call.state.turn))).toEqual([hangUp('screened_out')]);
  });
});
