import { withoutDoubleBraces } from '#shared/domain/assistant/prompt-variables.ts';

/** Telnyx' limit for one speech. */
const SPEECH_MAX_CHARS = 3_000;

/** Text that Telnyx accepts: one that is too long ends with its last whole sentence, or else word. */
export const speakable = (text: string): string => {
  const plain = withoutDoubleBraces(text);
  if (plain.length <= SPEECH_MAX_CHARS) return plain;
  const start = plain.slice(0, SPEECH_MAX_CHARS);
  return /^.*[.!?…。](?=\s)/s.exec(start)?.[0] ?? /^.*(?=\s)/s.exec(start)?.[0] ?? start;
};
