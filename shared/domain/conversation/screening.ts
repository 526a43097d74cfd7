import type { SpokenLine } from '#shared/domain/call/event-data.ts';
import { announcesMailbox, asksToWait, asksWhoIsCalling } from './screener-words.ts';

/**
 * A screening assistant speaks at once; whoever asks the same later in a conversation is a person. Counted in stretches
 * of talk, of which speech-to-text may make two out of one prompt.
 */
const SCREENER_STRETCHES_MAX = 2;
/** The rest of a prompt may pass for a person's first words, until the assistant asks again. */
const PERSONS_STRETCHES_IN_DOUBT = 2;

/**
 * Where the screening of a call stands after what was said. `asked`: who is calling is to be answered; `waiting`: it
 * was, and somebody is being fetched; then a `person` or a `mailbox` took the call.
 */
export interface Screening {
  stage: 'none' | 'asked' | 'waiting' | 'person' | 'mailbox';
  /** Index of the first line of whoever took the call after the screening assistant; null before. */
  takenAt: number | null;
}

const isOurs = ({ role }: SpokenLine): boolean => role === 'assistant';

interface Reading extends Screening {
  /** What they have said without an answer. */
  unanswered: string;
  stretches: number;
  /** Stretches of the person who took the call. */
  personsStretches: number;
}

const NOTHING_READ: Reading = { stage: 'none', takenAt: null, unanswered: '', stretches: 0, personsStretches: 0 };

const afterAssistant = (reading: Reading): Reading => ({
  ...reading,
  unanswered: '',
  stage: reading.stage === 'asked' ? 'waiting' : reading.stage,
});

const whoTakes = (text: string): Screening['stage'] => {
  if (announcesMailbox(text)) return 'mailbox';
  return asksToWait(text) ? 'waiting' : 'person';
};

/** The stage after a line of theirs. */
const stageAfter = ({ stage, unanswered, stretches, personsStretches }: Reading, text: string): Screening['stage'] => {
  const isAsked = asksWhoIsCalling(unanswered) || asksWhoIsCalling(text);
  switch (stage) {
    case 'none':
      return isAsked && stretches <= SCREENER_STRETCHES_MAX ? 'asked' : 'none';
    case 'asked':
      return 'asked';
    case 'waiting':
      return isAsked ? 'asked' : whoTakes(text);
    case 'person':
      return isAsked && personsStretches <= PERSONS_STRETCHES_IN_DOUBT ? 'asked' : 'person';
    case 'mailbox':
      return 'mailbox';
  }
};

const afterLine = (before: Reading, text: string, index: number): Reading => {
  const begins = before.unanswered === '' ? 1 : 0;
  const reading = {
    ...before,
    unanswered: `${before.unanswered} ${text}`.trim(),
    stretches: before.stretches + begins,
    personsStretches: before.stage === 'person' ? before.personsStretches + begins : 0,
  };
  const stage = stageAfter(reading, text);
  const isTaken = stage === 'person' || stage === 'mailbox';
  const takenAt = isTaken ? (before.takenAt ?? index) : null;
  // Who has just taken the call has begun to speak.
  const isNew = stage === 'person' && before.stage !== 'person';
  return { ...reading, stage, takenAt, ...(isNew && { personsStretches: 1 }) };
};

/** Reads off the words how far a screening assistant has put the call through. Any role but `assistant` is theirs. */
export const screeningOf = (lines: readonly SpokenLine[]): Screening => {
  let reading = NOTHING_READ;
  for (const [index, line] of lines.entries()) {
    if (isOurs(line)) reading = afterAssistant(reading);
    else if (line.text.trim() !== '') reading = afterLine(reading, line.text.trim(), index);
  }
  const { stage, takenAt } = reading;
  return { stage, takenAt };
};

/** What a person said, and what was said to them: neither a screening assistant's words nor a mailbox's after it. */
export const withoutScreening = <Line extends SpokenLine>(lines: readonly Line[]): Line[] => {
  const { stage, takenAt } = screeningOf(lines);
  if (stage === 'none') return [...lines];
  return stage === 'person' && takenAt !== null ? lines.slice(takenAt) : [];
};

/**
 * The words for a screening assistant, or for the person whom it has just put through; blank while it is to be waited
 * for. Undefined where the language model has the word.
 */
export const screenedReply = (
  lines: readonly SpokenLine[],
  { introduction, firstMessage }: { introduction: string; firstMessage: string },
): string | undefined => {
  const { stage, takenAt } = screeningOf(lines);
  if (stage === 'asked') return introduction;
  if (stage === 'waiting') return '';
  const isUngreeted = stage === 'person' && takenAt !== null && takenAt > lines.findLastIndex(isOurs);
  return isUngreeted && firstMessage.trim() !== '' ? firstMessage : undefined;
};
