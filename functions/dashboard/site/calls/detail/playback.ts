import { secondsBetween } from '#functions/dashboard/site/format/time.ts';

interface SpokenLine {
  role: string;
  text: string;
  at: string;
}

interface RecordedCall {
  answered_at: string | null;
  transcript: readonly SpokenLine[];
}

/** How fast people talk. */
const CHARS_PER_SECOND = 14;
const LINE_MAX_SECONDS = 12;
/** A player stops a little before the second that it was told. */
const TOLERANCE_SECONDS = 0.05;

/** Recording links of the API work for 15 minutes; a link is renewed a little earlier. */
const LINK_LIVES_MS = 14.5 * 60_000;
/** A link that fails so soon after it was made is not made better by another. */
const FRESH_MS = 5_000;

/** Recordings begin when the call is answered; of a call whose answer was not reported, with the first words. */
export const recordingBegan = ({ answered_at, transcript }: RecordedCall): string | null =>
  answered_at ?? transcript[0]?.at ?? null;

const isOurs = ({ role }: SpokenLine): boolean => role === 'assistant';

/**
 * The other party's words are written down when they have been said, those of the assistant when they begin. So a line of
 * the other party began earlier than its time says: by as long as it takes to say, but not while the assistant spoke.
 */
const leadSeconds = (line: SpokenLine, before: SpokenLine | undefined, sinceBefore: number): number => {
  if (isOurs(line)) return 0;
  const charsBefore = before && isOurs(before) ? before.text.length : 0;
  const share = line.text.length / Math.max(1, line.text.length + charsBefore);
  return Math.min(line.text.length / CHARS_PER_SECOND, LINE_MAX_SECONDS, Math.max(0, sinceBefore) * share);
};

/** The second of the recording at which each line begins, in order; null for a line without a time. */
export const lineStarts = (call: RecordedCall): (number | null)[] => {
  const began = recordingBegan(call);
  let secondBefore = 0;
  let latest = 0;
  return call.transcript.map((line, index) => {
    const second = began === null ? Number.NaN : secondsBetween(began, line.at);
    if (Number.isNaN(second)) return null;
    latest = Math.max(latest, second - leadSeconds(line, call.transcript[index - 1], second - secondBefore));
    secondBefore = Math.max(secondBefore, second);
    return latest;
  });
};

/** The line that is being said at a second of the recording: the last one that has begun. */
export const lineAt = (starts: readonly (number | null)[], second: number): number | null => {
  const line = starts.findLastIndex((start) => start !== null && start <= second + TOLERANCE_SECONDS);
  return line === -1 ? null : line;
};

/** A link to a recording, and when it was read. */
export interface RecordingLink {
  url: string;
  readAtMs: number;
}

export const isExpired = ({ readAtMs }: RecordingLink, now: Date): boolean => now.getTime() - readAtMs > LINK_LIVES_MS;

/** Whether it is no use to ask for another link. */
export const isFresh = ({ readAtMs }: RecordingLink, now: Date): boolean => now.getTime() - readAtMs < FRESH_MS;

/** Whether words are said after the recording has ended, as on one that was cut off. */
export const isShorterThanTalk = (recordedSeconds: number, starts: readonly (number | null)[]): boolean =>
  starts.some((start) => start !== null && start > recordedSeconds + 1);
