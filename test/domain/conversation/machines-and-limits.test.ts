import { describe, expect, test } from '@jest/globals';
import type { ConversationSettings } from '#shared/domain/conversation/conversation-state.ts';
import { SEEN_IDS_MAX, TURN_MAX_CHARS, TURNS_MAX } from '#shared/domain/conversation/record-input.ts';
import {
  answered,
  anyCheck,
  check,
  checkAfter,
  type Event,
  ended,
  greetedCall,
  greetingEnded,
  hangUp,
  heard,
  hungUp,
  machine,
  newCall,
  phrases,
  said,
  stop,
  think,
} from './call-under-test.ts';

describe('an answering machine', () => {
  test.each<[string, Partial<ConversationSettings>]>([
    ['', {}],
    [' when there is no message to leave', { voicemailPolicy: 'leave_message', voicemailMessage: '' }],
  ])('is hung up on%s, as soon as its words say that it is a mailbox', (_, changes) => {
    const call = newCall(changes);
    call.input(answered);
    expect(call.input(machine)).toEqual([stop, anyCheck]);
    expect(call.input(heard('You have reached', false))).toEqual([hangUp('machine')]);
  });

  test('is hung up on at once if its words were heard before', () => {
    const call = greetedCall();
    call.input(heard('Please leave a message.'));
    expect(call.input(machine)).toEqual([hangUp('machine')]);
  });

  test('is hung up on when its greeting is over, whatever it said', () => {
    const call = newCall();
    call.input(answered);
    call.input(machine);
    call.input(heard('The Byrons.'));
    expect(call.input(greetingEnded)).toEqual([hangUp('machine')]);
  });

  test('is hung up on after four quiet seconds, or eight in which nothing is heard of it', () => {
    const [wordy, mute] = [newCall(), newCall()];
    for (const call of [wordy, mute]) {
      call.input(answered);
      expect(call.input(machine)).toEqual([stop, checkAfter(8)]);
      call.wait(3);
    }
    expect(wordy.input(heard('The Byrons.'))).toEqual([checkAfter(4)]);
    wordy.wait(4);
    expect(wordy.input(check(2))).toEqual([hangUp('machine')]);
    expect(mute.input(check(1))).toEqual([checkAfter(5)]);
    mute.wait(5);
    expect(mute.input(check(1))).toEqual([hangUp('machine')]);
  });

  test('that was detected before the answer is noted is hung up on, and never greeted', () => {
    const call = newCall();
    expect([call.input(machine), call.input(answered)]).toEqual([[checkAfter(8)], []]);
    call.wait(8);
    expect(call.input(check(0))).toEqual([hangUp('machine')]);
  });

  test.each<[string, Partial<ConversationSettings>, Event]>([
    ['the policy is to continue', { voicemailPolicy: 'continue' }, machine],
    ['the call came in', { direction: 'inbound' }, machine],
    ['it is a human being', {}, { type: 'detected', by: 'human' }],
    ['nobody knows', {}, { type: 'detected', by: 'unknown' }],
  ])('is talked to if %s', (_, changes, event) => {
    const call = newCall(changes);
    call.input(answered);
    expect(call.input(event)).toEqual([]);
    expect(call.state.phase).toBe('talking');
  });
});

describe('a limit', () => {
  test('of time ends the call with a goodbye, though nobody is silent', () => {
    const call = greetedCall({ maxDurationSeconds: 15 });
    call.wait(10);
    expect(call.input(heard('And then'))).toEqual([think, checkAfter(3)]);
    call.wait(3);
    expect(call.input(check(2))).toEqual([said(phrases.goodbye), anyCheck]);
    expect(call.input(ended)).toEqual([hangUp('max_duration')]);
  });

  test('of turns ends the call instead of another reply', () => {
    const call = greetedCall({ maxTurns: 2 });
    expect(call.input(heard('Hello?'))).toEqual([said(phrases.goodbye), anyCheck]);
    expect(call.input(ended)).toEqual([hangUp('max_turns')]);
  });

  test('of what is kept holds, however long somebody talks', () => {
    const call = greetedCall();
    call.input(hungUp);
    for (let turn = 0; turn < TURNS_MAX + 5; turn += 1) call.input(heard(`${turn} ${'ß'.repeat(1_000)}`));
    expect(call.state.turns).toHaveLength(TURNS_MAX);
    expect(call.state.turns.at(-1)?.text).toHaveLength(TURN_MAX_CHARS);
    expect(call.state.seenIds).toHaveLength(SEEN_IDS_MAX);
    expect(Buffer.byteLength(JSON.stringify(call.state))).toBeLessThan(350_000);
  });
});
