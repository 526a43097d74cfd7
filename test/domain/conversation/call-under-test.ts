import { expect } from '@jest/globals';
import { step } from '#shared/domain/conversation/conversation.ts';
import {
  type ConversationAction,
  type ConversationInput,
  type ConversationSettings,
  type ConversationState,
  NEW_CONVERSATION,
} from '#shared/domain/conversation/conversation-state.ts';
import { phrasesIn } from '#shared/domain/conversation/phrases.ts';

const START = Date.parse('2026-03-02T15:00:00.000Z');
export const phrases = phrasesIn('en-US');
export const settings: ConversationSettings = {
  direction: 'outbound',
  firstMessage: 'Hello, this is an AI assistant.',
  voicemailPolicy: 'hangup',
  voicemailMessage: 'Please call us back.',
  introduction: 'This is Ida, an AI assistant. I am calling about a meeting.',
  phrases,
  silencePromptSeconds: 10,
  silenceHangupSeconds: 8,
  maxDurationSeconds: 600,
  maxTurns: 50,
};

type WithoutId<Input> = Input extends unknown ? Omit<Input, 'id'> : never;
export type Event = WithoutId<ConversationInput>;

export const answered: Event = { type: 'answered' };
export const heard = (text: string, isFinal = true): Event => ({ type: 'heard', text, isFinal });
export const replied = (turn: number, text = 'I see.'): Event => ({
  type: 'replied',
  turn,
  text,
  usage: { inputTokens: 100, outputTokens: 10 },
});
export const sentences = (turn: number, text: string): Event => ({ type: 'sentences', turn, text });
export const failed = (turn: number): Event => ({ type: 'reply_failed', turn });
export const ended: Event = { type: 'speak_ended' };
export const hungUp: Event = { type: 'hung_up' };
export const greetingEnded: Event = { type: 'greeting_ended', isBeep: false };
export const beep: Event = { type: 'greeting_ended', isBeep: true };
export const human: Event = { type: 'detected', by: 'human' };
export const machine: Event = { type: 'detected', by: 'machine' };
export const check = (turn: number): Event => ({ type: 'silence_check', turn });
export const said = (text: string) => expect.objectContaining({ type: 'speak', text });
export const checkAfter = (afterSeconds: number) => expect.objectContaining({ type: 'check_silence', afterSeconds });
export const anyCheck = expect.objectContaining({ type: 'check_silence' });
export const think = expect.objectContaining({ type: 'think' });
export const stop = { type: 'stop_speaking' };
export const hangUp = (reason: string) => ({ type: 'hang_up', reason });

/** A conversation under test. Every step goes through JSON, as it does between two Lambdas. */
export const newCall = (changes: Partial<ConversationSettings> = {}) => {
  let state: ConversationState = NEW_CONVERSATION;
  let nowMs = START;
  let count = 0;
  return {
    get state() {
      return state;
    },
    wait(seconds: number) {
      nowMs += seconds * 1_000;
    },
    input(event: Event, id = `input-${count++}`): ConversationAction[] {
      const result = step(state, { ...event, id } as ConversationInput, { ...settings, ...changes }, new Date(nowMs));
      state = JSON.parse(JSON.stringify(result.state));
      expect(state).toEqual(result.state);
      return result.actions;
    },
  };
};

/** Answered, greeted, and quiet since the greeting. */
export const greetedCall = (changes: Partial<ConversationSettings> = {}) => {
  const call = newCall(changes);
  call.input(answered);
  call.wait(2);
  call.input(ended);
  return call;
};
