import { BRIEF_ANSWER_MAX_CHARS } from './callees.ts';
import { type Line, milliseconds, type SimulatedCall, type Talk } from './simulated-call.ts';

/** Seconds at speed 1. */
const SECONDS_PER_CHARACTER = 0.06;
const LONGEST_TALK_SECONDS = 10;
/** Between one party's words and the other's reaction. */
const PAUSE_SECONDS = 0.6;
/** The other party hangs up after this much silence. */
const PATIENCE_SECONDS = 10;
const LONGEST_CALL_SECONDS = 10 * 60;

/** At any speed, because the assistant needs real time to think. */
const LEAST_PATIENCE_MS = 5_000;
const LEAST_LONGEST_CALL_MS = 30_000;
/** At any speed, because it takes real time until somebody listens to whoever speaks first. */
const LEAST_PROMPT_MS = 1_500;

const talkFrom = (startsAt: number, text: string, speed: number): Talk => {
  const seconds = Math.min(text.length * SECONDS_PER_CHARACTER, LONGEST_TALK_SECONDS);
  return { startsAt, endsAt: startsAt + milliseconds(seconds, speed) };
};

export const lineFrom = (startsAt: number, text: string, speed: number): Line => ({
  text,
  ...talkFrom(startsAt, text, speed),
});

/** The prompt of a screening assistant, which is answered only by who has heard it. */
export const promptFrom = (startsAt: number, text: string, speed: number): Line => {
  const line = lineFrom(startsAt, text, speed);
  return { ...line, endsAt: Math.max(line.endsAt, startsAt + LEAST_PROMPT_MS) };
};

const endOfLast = (talks: readonly Talk[]): number => Math.max(...talks.map(({ endsAt }) => endsAt));

const longestEnd = (answeredAt: number, speed: number): number =>
  answeredAt + Math.max(milliseconds(LONGEST_CALL_SECONDS, speed), LEAST_LONGEST_CALL_MS);

/** When the other party hangs up if the assistant never says a word. */
export const silentEnd = (answeredAt: number, leastTalkSeconds: number, speed: number): number =>
  answeredAt + Math.max(milliseconds(leastTalkSeconds, speed), LEAST_PATIENCE_MS);

/** Who has talked is answered by what is said after it; a screening assistant only by what is begun after its prompt. */
const isAnswered = ({ callee, speeches }: SimulatedCall, begun: readonly Line[]): boolean => {
  if (begun.length === 0) return true;
  const isPrompt = callee === 'screened' && begun.length === 1;
  const answerAt = isPrompt ? Math.max(...speeches.map(({ startsAt }) => startsAt)) : endOfLast(speeches);
  return isPrompt ? answerAt >= endOfLast(begun) : answerAt > endOfLast(begun);
};

/** A screening assistant puts nobody through whose answer is long. */
const isTurnedAway = ({ callee, speeches }: SimulatedCall, begun: readonly Line[]): boolean =>
  callee === 'screened' && begun.length === 1 && (speeches.at(-1)?.chars ?? 0) > BRIEF_ANSWER_MAX_CHARS;

/**
 * The further course if the assistant says no more. The other party says their next line once the assistant has replied
 * to the last one. They hang up after a reply to their last line, or when their patience ends; a mailbox only does the
 * latter.
 */
const withReaction = (call: SimulatedCall, now: number, speed: number): SimulatedCall => {
  const { answeredAt, speeches, script, earliestEndAt } = call;
  if (answeredAt === null || speeches.length === 0) return call;
  const begun = call.lines.filter(({ startsAt }) => startsAt <= now);
  const spokenTo = endOfLast(speeches);
  const reacts = isAnswered(call, begun);
  const quietFrom = Math.max(spokenTo, ...begun.map(({ endsAt }) => endsAt));
  const pauseMs = milliseconds(PAUSE_SECONDS, speed);
  const nextText = reacts && !isTurnedAway(call, begun) ? script[begun.length] : undefined;
  const next = nextText === undefined ? [] : [lineFrom(quietFrom + pauseMs, nextText, speed)];
  const lines = [...begun, ...next];

  const isDone = call.callee !== 'voicemail' && reacts && lines.length === begun.length;
  const patienceMs = Math.max(milliseconds(PATIENCE_SECONDS, speed), LEAST_PATIENCE_MS);
  const hangsUpAt = endOfLast([...speeches, ...lines]) + (isDone ? pauseMs : patienceMs);
  const endedAt = Math.min(Math.max(hangsUpAt, earliestEndAt), longestEnd(answeredAt, speed));
  return { ...call, lines, endedAt };
};

/** The assistant says a text, after its current words. */
export const withSpeech = (
  call: SimulatedCall,
  { commandId, text }: { commandId: string; text: string },
  now: number,
  speed: number,
): SimulatedCall => {
  const startsAt = Math.max(now, ...call.speeches.map(({ endsAt }) => endsAt));
  const speech = { commandId, chars: text.length, isStopped: false, ...talkFrom(startsAt, text, speed) };
  return withReaction({ ...call, speeches: [...call.speeches, speech] }, now, speed);
};

/** The assistant stops talking. */
export const withoutSpeech = (call: SimulatedCall, now: number, speed: number): SimulatedCall => {
  const speeches = call.speeches.map((speech) =>
    speech.endsAt > now
      ? { ...speech, startsAt: Math.min(speech.startsAt, now), endsAt: now, isStopped: true }
      : speech,
  );
  return withReaction({ ...call, speeches }, now, speed);
};
