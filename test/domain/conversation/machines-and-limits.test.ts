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
  hangUp,
  heard,
  hungUp,
  machine,
  newCall,
  phrases,
  said,
  think,
} from './call-under-test.ts';

describe('an answering machine', () => {
  test('is hung up on', () => {
    const call = newCall();
    call.input(answered);
    expect(call.input(machine)).toEqual([hangUp('machine')]);
  });

  test('is hung up on when there is no message to leave', () => {
    const call = newCall({ voicemailPolicy: 'leave_message', voicemailMessage: '' });
    call.input(answered);
    expect(call.input(machine)).toEqual([hangUp('machine')]);
  });

  test('that was detected before the answer is noted is hung up on, and never greeted', () => {
    const call = newCall();
    expect([call.input(machine), call.input(answered)]).toEqual([[hangUp('machine')], []]);
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
