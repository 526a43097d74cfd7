const ISOLATE_BEGIN = '\u2068';
const ISOLATE_END = '\u2069';

/** A name that somebody chose, in a sentence: its direction of writing does not spread to the words around it. */
export const quoted = (name: string): string => `“${ISOLATE_BEGIN}${name}${ISOLATE_END}”`;
