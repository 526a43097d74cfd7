import { describe, expect, test } from '@jest/globals';
import {
  answered,
  anyCheck,
  beep,
  check,
  checkAfter,
  ended,
  greetingEnded,
  hangUp,
  heard,
  human,
  hungUp,
  machine,
  newCall,
  replied,
  said,
  stop,
  think,
} from './call-under-test.ts';

const message = said('Please call us back.');
const calledMailbox = () => newCall({ voicemailPolicy: 'leave_message' });

/** Answered, greeted by us, and recognised as a mailbox. */
const recognisedMailbox = () => {
  const call = calledMailbox();
  call.input(answered);
  expect(call.input(machine)).toEqual([stop, anyCheck]);
  call.input(ended);
  return call;
};

describe('a mailbox is left its message', () => {
  test('after its greeting, and then hung up on', () => {
    const call = recognisedMailbox();
    call.wait(6);
    expect(call.input(greetingEnded)).toEqual([message, anyCheck]);
    expect(call.input(ended)).toEqual([hangUp('voicemail_message')]);
  });

  test('once, however often the end of the greeting is reported', () => {
    const call = recognisedMailbox();
    call.input(greetingEnded);
    expect([call.input(greetingEnded), call.input(machine), call.input(check(2))].flat()).toEqual([anyCheck]);
  });

  test('at once where the beep was reported before the machine', () => {
    const call = calledMailbox();
    call.input(answered);
    expect(call.input(greetingEnded)).toEqual([]);
    call.input(ended);
    expect(call.input(machine)).toEqual([message, anyCheck]);
  });

  test('whatever it says meanwhile, and whatever was being thought', () => {
    const call = calledMailbox();
    call.input(answered);
    expect(call.input(heard('You have reached'))).toEqual([stop, think, anyCheck]);
    expect(call.input(machine)).toEqual([anyCheck]);
    expect(call.input(replied(2, 'Hello?'))).toEqual([]);
    expect(call.input(heard('the mailbox of'))).toEqual([anyCheck]);
    expect(call.input(greetingEnded)).toEqual([message, anyCheck]);
    expect(call.input(heard('Thank you'))).toEqual([anyCheck]);
  });

  test('after a quiet of four seconds where no beep is reported', () => {
    const call = recognisedMailbox();
    call.wait(2);
    expect(call.input(heard('Leave a message.'))).toEqual([checkAfter(4)]);
    call.wait(3);
    call.input(heard('After the', false));
    call.wait(1);
    expect(call.input(check(2))).toEqual([checkAfter(3)]);
    call.wait(3);
    expect(call.input(check(2))).toEqual([message, anyCheck]);
  });

  test('after half a minute where nothing is heard of it', () => {
    const call = calledMailbox();
    call.input(answered);
    expect(call.input(machine)).toEqual([stop, checkAfter(8)]);
    call.wait(8);
    expect(call.input(check(1))).toEqual([checkAfter(22)]);
    call.wait(21);
    expect(call.input(check(1))).toEqual([checkAfter(1)]);
    call.wait(1);
    expect(call.input(check(1))).toEqual([message, anyCheck]);
  });

  test('though the answer itself is told late', () => {
    const call = calledMailbox();
    expect(call.input(machine)).toEqual([anyCheck]);
    expect(call.input(answered)).toEqual([]);
    expect(call.input(greetingEnded)).toEqual([{ type: 'silence_engine' }, message, anyCheck]);
  });

  test('not when it has hung up', () => {
    const call = recognisedMailbox();
    call.input(hungUp);
    expect([call.input(greetingEnded), call.input(check(1))].flat()).toEqual([]);
  });
});

describe('a beep without a detection', () => {
  test('is a mailbox, which is left its message at once', () => {
    const call = calledMailbox();
    call.input(answered);
    call.input(ended);
    expect(call.input(beep)).toEqual([message, anyCheck]);
    expect(call.input(ended)).toEqual([hangUp('voicemail_message')]);
  });

  test('is one to hang up on under the policy hangup', () => {
    const call = newCall();
    call.input(answered);
    expect(call.input(beep)).toEqual([hangUp('machine')]);
  });

  test('changes nothing under the policy continue', () => {
    const call = newCall({ voicemailPolicy: 'continue' });
    call.input(answered);
    expect(call.input(beep)).toEqual([]);
  });

  test('is none where a person was detected, or where the greeting only ended', () => {
    const call = calledMailbox();
    call.input(answered);
    expect([call.input(greetingEnded), call.input(human), call.input(beep)].flat()).toEqual([]);
    expect(call.state.phase).toBe('talking');
  });
});
