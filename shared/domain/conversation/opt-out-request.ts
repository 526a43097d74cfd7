import type { SpokenLine } from '#shared/domain/call/event-data.ts';
import { utterancesOf } from './utterances.ts';

/** English phrases that ask not to be called again; other languages are left to the language model. */
const OPT_OUT_PHRASES = [
  /\b(do not|don't|dont|never) (ever )?(call|phone|ring|contact) (me|us|here|this number|again)\b/i,
  /\b(do not|don't|dont) want ((you|anyone|anybody) to (call|phone|contact)|to be (called|phoned|contacted))\b/i,
  /\b(do not|don't|dont) want (any |any more |your |these |more )+calls\b/i,
  /\b(stop|quit) (calling|phoning|ringing|contacting)\b/i,
  /\b(take|remove|delete) (me|us|(the|this|my|our) (phone )?number|(my|our) names?) (off|from)\b/i,
  /\bdelete (this|my|our) (phone )?number\b/i,
  /\bon (the|your) do[- ]not[- ]call list\b/i,
  /\bno more calls\b/i,
  /\bunsubscribe\b/i,
];

/** The other party's words that ask not to be called again; null without such a request. */
export const findOptOutPhrase = (transcript: SpokenLine[]): string | null =>
  utterancesOf(transcript).find((text) =>
    OPT_OUT_PHRASES.some((phrase) => phrase.test(text.replaceAll('\u2019', "'"))),
  ) ?? null;

export const asksNotToBeCalled = (transcript: SpokenLine[]): boolean => findOptOutPhrase(transcript) !== null;
