import { type Line, milliseconds, type SimulatedCall, type Talk } from './simulated-call.ts';

/** Seconds at speed 1. */
const SECONDS_PER_CHARACTER = 0.06;
const LONGEST_TALK_SECONDS = 10;
/** Between the end of what one party says and the reaction of the other. */
const PAUSE_SECONDS = 0.6;
/** The other party hangs up after as much silence. */
const PATIENCE_SECONDS = 10;
const LONGEST_CALL_SECONDS = 10 * 60;

/** However fast the simulation, whoever drives the assistant needs real time to think. Milliseconds, at any speed. */
const LEAST_PATIENCE_MS = 2_000;
const LEAST_LONGEST_CALL_MS = 30_000;

const talkFrom = (startsAt: number, text: string, speed: number): Talk => {
  const seconds = Math.min(text.length * SECONDS_PER_CHARACTER, LONGEST_TALK_SECONDS);
  return { startsAt, endsAt: startsAt + milliseconds(seconds, speed) };
};

export const lineFrom = (startsAt: number, text: string, speed: number): Line => ({
  text,
  ...talkFrom(startsAt, text, speed),
});

const endOfLast = (talks: readonly Talk[]): number => Math.max(...talks.map(({ endsAt }) => endsAt));

const longestEnd = (answeredAt: number, speed: number): number =>
  answeredAt + Math.max(milliseconds(LONGEST_CALL_SECONDS, speed), LEAST_LONGEST_CALL_MS);

/** When the other party of a call hangs up in which the assistant never says a word. */
export const silentEnd = (answeredAt: number, leastTalkSeconds: number, speed: number): number =>
  answeredAt + Math.max(milliseconds(leastTalkSeconds, speed), LEAST_PATIENCE_MS);

/**
 * The further course if nothing else is said to the other party: they say their next line once the assistant has spoken
 * after their last one, and hang up when they have said everything and got an answer, or when their patience is at an end. A
 * mailbox records until it hears nothing for so long.
 */
const withReaction = (call: SimulatedCall, now: number, speed: number): SimulatedCall => {
  const { answeredAt, speeches, script, earliestEndAt } = call;
  if (answeredAt === null || speeches.length === 0) return call;
  const begun = call.lines.filter(({ startsAt }) => startsAt <= now);
  const spokenTo = endOfLast(speeches);
  const isAnswered = begun.length === 0 || spokenTo > endOfLast(begun);
  const quietFrom = Math.max(spokenTo, ...begun.map(({ endsAt }) => endsAt));
  const pauseMs = milliseconds(PAUSE_SECONDS, speed);
  const nextText = isAnswered ? script[begun.length] : undefined;
  const next = nextText === undefined ? [] : [lineFrom(quietFrom + pauseMs, nextText, speed)];
  const lines = [...begun, ...next];

  const isDone = call.answeredBy === 'human' && isAnswered && lines.length === begun.length;
  const patienceMs = Math.max(milliseconds(PATIENCE_SECONDS, speed), LEAST_PATIENCE_MS);
  const hangsUpAt = endOfLast([...speeches, ...lines]) + (isDone ? pauseMs : patienceMs);
  const endedAt = Math.min(Math.max(hangsUpAt, earliestEndAt), longestEnd(answeredAt, speed));
  return { ...call, lines, endedAt };
};

/** The assistant says a text, after what it is saying already. */
export const withSpeech = (
  call: SimulatedCall,
  { commandId, text }: { commandId: string; text: string },
  now: number,
  speed: number,
): SimulatedCall => {
  const startsAt = Math.max(now, ...call.speeches.map(({ endsAt }) => endsAt));
  const speech = { commandId, isStopped: false, ...talkFrom(startsAt, text, speed) };
  return withReaction({ ...call, speeches: [...call.speeches, speech] }, now, speed);
};

/** The assistant falls silent. */
export const withoutSpeech = (call: SimulatedCall, now: number, speed: number): SimulatedCall => {
  const speeches = call.speeches.map((speech) =>
    speech.endsAt > now
      ? { ...speech, startsAt: Math.min(speech.startsAt, now), endsAt: now, isStopped: true }
      : speech,
  );
  return withReaction({ ...call, speeches }, now, speed);
};
