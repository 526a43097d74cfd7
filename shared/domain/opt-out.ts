import type { TranscriptLine } from '#shared/schemas/call.ts';

/** What people say when they do not want to be called again. English; other languages are for a language model. */
const OPT_OUT_PHRASES = [
  /\b(do not|don't|dont|never) (ever )?(call|phone|ring|contact) (me|us|here|this number|again)\b/i,
  /\bstop (calling|phoning|ringing|contacting)\b/i,
  /\b(take|remove) (me|us|this number|my number) (off|from)\b/i,
  /\bno more calls\b/i,
  /\bunsubscribe\b/i,
];

/** Whether the person on the phone, not the assistant, asked not to be called again. */
export const asksNotToBeCalled = (transcript: Pick<TranscriptLine, 'role' | 'text'>[]): boolean =>
  transcript
    .filter(({ role }) => role !== 'assistant')
    .some(({ text }) => OPT_OUT_PHRASES.some((phrase) => phrase.test(text.replaceAll('\u2019', "'"))));
