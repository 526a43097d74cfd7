/** The most that Telnyx says at once. */
const SPEECH_MAX_CHARS = 3_000;

/**
 * Telnyx would fill in `{{name}}` from its own variables. Ours are filled in by now: what is left came from people's data,
 * and is to be said as it stands.
 */
export const withoutVariables = (text: string): string => text.replace(/\{(?=\{)/g, '{ ');

/** What Telnyx accepts to be said: a text that is too long ends with its last whole sentence, or else word. */
export const speakable = (text: string): string => {
  const plain = withoutVariables(text);
  if (plain.length <= SPEECH_MAX_CHARS) return plain;
  const start = plain.slice(0, SPEECH_MAX_CHARS);
  return /^.*[.!?…。](?=\s)/s.exec(start)?.[0] ?? /^.*(?=\s)/s.exec(start)?.[0] ?? start;
};
