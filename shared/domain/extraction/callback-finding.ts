import { isCallbackTime } from '#shared/domain/call/callback.ts';
import { daysAfter, instantOf, localTimeAt, weekdayOf } from '#shared/domain/call/local-time.ts';
import { MINUTE_MS } from '#shared/domain/time.ts';
import type { Extraction } from './extraction.ts';
import { EVIDENCE_MAX_CHARS, type Found, isQuote, type RejectionReason } from './extraction-rules.ts';

/** When a call was, on whose clock. */
export interface CallTimes {
  /** The other party's, IANA. */
  timezone: string;
  beganAt: Date;
  endedAt: Date;
}

/** Days of the calendar that a model is given, so that it need not reckon: this week and the next. */
const CALENDAR_DAYS = 14;

const calendarAfter = (date: string): string =>
  Array.from({ length: CALENDAR_DAYS }, (_, at) => {
    const day = daysAfter(date, at + 1);
    return `${weekdayOf(day)} ${day}`;
  }).join(', ');

/** What a model must know to read words such as "tomorrow". The scripted model reads the JSON of the first line. */
export const clockWords = ({ timezone, beganAt }: CallTimes): string => {
  const { date, time, weekday } = localTimeAt(timezone, beganAt);
  const clock = { weekday, date, time: time.slice(0, 'HH:MM'.length), timezone };
  return `The clock of the user when the call began: ${JSON.stringify(clock)}
The days after it: ${calendarAfter(date)}.`;
};

/** The time of day without seconds at which the call began: people can be reached at it. */
const timeOfCall = ({ timezone, beganAt }: CallTimes): string =>
  localTimeAt(timezone, beganAt).time.slice(0, 'HH:MM'.length);

type Told = NonNullable<Extraction['callback_at']>;

/** A span counts from the end of the call, to the second, so that "in two minutes" is never over by then. */
const momentOf = ({ in_minutes, date, time }: Told, call: CallTimes): Date | undefined => {
  if (in_minutes !== null) return new Date(call.endedAt.getTime() + in_minutes * MINUTE_MS);
  return date === null ? undefined : instantOf(call.timezone, date, time ?? timeOfCall(call));
};

const isValid = (at: Date | undefined): at is Date => at !== undefined && !Number.isNaN(at.getTime());

/**
 * When the other party asked to be called, as an instant, or why that is not believed. Null if the model names nothing.
 */
export const callbackFound = (
  told: Extraction['callback_at'],
  call: CallTimes,
  utterances: string[],
): Found | RejectionReason | null => {
  if (!told) return null;
  if (!isQuote(told.evidence, utterances)) return 'no_evidence';
  const at = momentOf(told, call);
  if (!isValid(at) || !isCallbackTime(at, call.endedAt)) return 'invalid';
  return { value: at.toISOString(), evidence: told.evidence.slice(0, EVIDENCE_MAX_CHARS) };
};
