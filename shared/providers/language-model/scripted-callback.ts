import * as z from 'zod';
import { daysAfter, weekdayOf } from '#shared/domain/call/local-time.ts';

/** A wish to be called, as a model tells it: `callback_at` of `extractionSchema`. */
export interface ScriptedCallback {
  in_minutes: number | null;
  date: string | null;
  time: string | null;
  evidence: string;
}

const Clock = z.object({ date: z.string(), time: z.string() });
type Clock = z.output<typeof Clock>;

const CLOCK_OF_THE_CALL = /^The clock of the user when the call began: (\{.*\})$/m;

/** The clock that the instructions tell; undefined if they tell none. */
export const clockIn = (instructions: string): Clock | undefined => {
  const [, json] = CLOCK_OF_THE_CALL.exec(instructions) ?? [];
  return json === undefined ? undefined : Clock.safeParse(JSON.parse(json)).data;
};

const ASKS =
  /\b(?:call|phone|ring|try|reach|contact) (?:me|us)\b|\bcall(?:ed)? (?:back|again)\b|\bgive (?:me|us) a (?:call|ring)\b/i;
const ASKS_NOT = /\b(?:not|n't|never|no need to|stop|instead of)\b[^,;]*\b(?:call|phone|ring|try|reach|contact)/i;

const NUMBERS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'];
const NUMBER = `${NUMBERS.join('|')}|\\d{1,3}`;
const numberOf = (word: string): number => {
  const at = NUMBERS.indexOf(word.toLowerCase());
  return at === -1 ? Number(word) : at + 1;
};

const DAY_NAMES = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const WEEK_DAYS = 7;
const indexOfDay = (name: string): number => DAY_NAMES.indexOf(name.toLowerCase());

const SPANS: [RegExp, (found: RegExpExecArray) => number][] = [
  [/\bin half an hour\b/i, () => 30],
  [/\bin (?:a )?quarter of an hour\b/i, () => 15],
  [/\bin an hour and a half\b/i, () => 90],
  [/\bin (?:a|an|one) (hour|minute)\b/i, ([, unit]) => (unit?.toLowerCase() === 'hour' ? 60 : 1)],
  [
    new RegExp(`\\bin (?:about )?(${NUMBER}) (hour|minute)s?\\b`, 'i'),
    ([, count = '', unit]) => numberOf(count) * (unit?.toLowerCase() === 'hour' ? 60 : 1),
  ],
];

const minutesIn = (sentence: string): number | null => {
  for (const [pattern, minutesOf] of SPANS) {
    const found = pattern.exec(sentence);
    if (found) return minutesOf(found);
  }
  return null;
};

/** Days until that weekday: the first after today, or that of the next calendar week, which begins on a Monday. */
const daysUntil = (today: number, wanted: number, isNextWeek: boolean): number => {
  const first = (wanted - today + WEEK_DAYS) % WEEK_DAYS || WEEK_DAYS;
  const mondayFirst = (day: number): number => (day + WEEK_DAYS - 1) % WEEK_DAYS;
  return isNextWeek ? WEEK_DAYS + mondayFirst(wanted) - mondayFirst(today) : first;
};

/** Days from the call to the one that a sentence names; null if it names none. */
const daysIn = (sentence: string, today: number): number | null => {
  const [, isNext, name] = new RegExp(`\\b(next )?(${DAY_NAMES.join('|')})\\b`, 'i').exec(sentence) ?? [];
  const isNextWeek = /\bnext week\b/i.test(sentence);
  if (name !== undefined) return daysUntil(today, indexOfDay(name), isNext !== undefined || isNextWeek);
  if (isNextWeek || /\bin a week\b/i.test(sentence)) return WEEK_DAYS;
  if (/\bday after tomorrow\b/i.test(sentence)) return 2;
  if (/\btomorrow\b/i.test(sentence)) return 1;
  const [, count, unit] = new RegExp(`\\bin (${NUMBER}) (day|week)s?\\b`, 'i').exec(sentence) ?? [];
  if (count !== undefined) return numberOf(count) * (unit?.toLowerCase() === 'week' ? WEEK_DAYS : 1);
  return /\b(?:today|tonight|this (?:morning|afternoon|evening))\b/i.test(sentence) ? 0 : null;
};

const clockText = (hour: number, minute: number): string =>
  `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;

const LATE = /^(?:p\.?m|in the (?:afternoon|evening)|at night)/i;
const EARLY = /^(?:a\.?m|in the morning)/i;
/** Without a part of the day people mean the hours in which others are awake: from eight to seven. */
const FIRST_MORNING_HOUR = 8;

const hourByDay = (hour: number, part: string): number => {
  if (hour > 12 || hour === 0) return hour;
  if (LATE.test(part)) return (hour % 12) + 12;
  if (EARLY.test(part)) return hour % 12;
  return hour < FIRST_MORNING_HOUR ? hour + 12 : hour;
};

const PART = "(?: ?o'?clock)?(?: ?(a\\.?m\\b|p\\.?m\\b|in the (?:morning|afternoon|evening)|at night))?";
const AT_HOUR = new RegExp(
  `\\bat (half past |(?:a )?quarter past |(?:a )?quarter to )?(${NUMBER})(?::(\\d{2}))?${PART}`,
  'i',
);

/** Where only the part of a day is named, before or after the hour or instead of it. */
const PARTS_OF_DAY: [RegExp, string, string][] = [
  [/\bmorning\b/i, '09:00', 'in the morning'],
  [/\bnoon\b/i, '12:00', ''],
  [/\bafternoon\b/i, '14:00', 'in the afternoon'],
  [/\b(?:evening|tonight)\b/i, '18:00', 'in the evening'],
];

const minutesPast = (words: string | undefined, digits: string | undefined): number => {
  if (words?.startsWith('half')) return 30;
  if (words?.includes('quarter past')) return 15;
  return words?.includes('quarter to') ? -15 : Number(digits ?? 0);
};

const timeIn = (sentence: string): string | null => {
  const partOfDay = PARTS_OF_DAY.find(([pattern]) => pattern.test(sentence));
  const [, words, hour, digits, part] = AT_HOUR.exec(sentence) ?? [];
  if (hour === undefined) return partOfDay?.[1] ?? null;
  const past = minutesPast(words?.toLowerCase(), digits);
  const minutes = hourByDay(numberOf(hour), part ?? partOfDay?.[2] ?? '') * 60 + past;
  return clockText(Math.floor(minutes / 60), minutes % 60);
};

const wishIn = (sentence: string, clock: Clock): Omit<ScriptedCallback, 'evidence'> | undefined => {
  const in_minutes = minutesIn(sentence);
  if (in_minutes !== null) return { in_minutes, date: null, time: null };
  const time = timeIn(sentence);
  const named = daysIn(sentence, indexOfDay(weekdayOf(clock.date)));
  if (named === null && time === null) return undefined;
  const nextTime = time !== null && time <= clock.time ? 1 : 0;
  return { in_minutes: null, date: daysAfter(clock.date, named ?? nextTime), time };
};

/** The latest sentence that asks for a call at some time, in English: people correct themselves. */
export const findCallback = (utterances: readonly string[], clock: Clock): ScriptedCallback | null => {
  const sentences = utterances.flatMap((text) => text.replaceAll('\u2019', "'").split(/(?<=[.!?])\s+(?=\p{Lu})/u));
  for (const evidence of sentences.toReversed()) {
    const wish = ASKS.test(evidence) && !ASKS_NOT.test(evidence) ? wishIn(evidence, clock) : undefined;
    if (wish) return { ...wish, evidence };
  }
  return null;
};
