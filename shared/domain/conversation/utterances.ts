import type { SpokenLine } from '#shared/domain/call/event-data.ts';

export interface TranscriptLine extends SpokenLine {
  /** ISO 8601. */
  at: string;
  /** Of the assistant's words, when they were cut off: what follows here was not said. */
  interrupted?: true | undefined;
}

/**
 * What the other party said, one text for each time they spoke. Speech-to-text cuts sentences into lines, so
 * consecutive lines are joined. Any role but `assistant` is the other party, because carriers name it differently.
 */
export const utterancesOf = (transcript: SpokenLine[]): string[] => {
  const utterances: string[] = [];
  let isContinued = false;
  for (const { role, text } of transcript) {
    const isTheirs = role !== 'assistant';
    if (isTheirs && text.trim() !== '') {
      utterances.push(isContinued ? `${utterances.pop()} ${text.trim()}` : text.trim());
      isContinued = true;
    } else if (!isTheirs) {
      isContinued = false;
    }
  }
  return utterances;
};
