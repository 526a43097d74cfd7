import type { SpokenLine } from '#shared/domain/call/event-data.ts';
import { asksNotToBeCalled } from './opt-out-request.ts';
import { utterancesOf } from './utterances.ts';

/** Phrases that end a phone call. */
const FAREWELLS = [
  /\bgood ?-?bye\b/,
  /\bbye\b/,
  /\bgood night\b/,
  /\bhave an? (very )?(good|great|nice|lovely|wonderful|pleasant|fantastic) (day|morning|afternoon|evening|night|weekend|week|one|rest)\b/,
  /\btalk to you (soon|later|then|tomorrow)\b/,
  /\bi (have to|need to|must) (go|hang up)( now)?$/,
  /\bauf wieder(sehen|hören)\b/,
  /\btschüss/,
  /\bau revoir\b/,
  /\badi[oó]s\b/,
  /\bhasta (luego|pronto)\b/,
  /\barrivederci\b/,
  /\btchau\b/,
  /\btot ziens\b/,
];

/** A longer sentence talks about a goodbye instead of saying one. */
const FAREWELL_MAX_WORDS = 16;

const lastSentenceOf = (text: string): string =>
  text
    .normalize('NFC')
    .toLowerCase()
    .split(/(?<=[.!?…])\s+/)
    .filter((sentence) => /\p{L}/u.test(sentence))
    .at(-1)
    ?.replace(/[.!…\s]+$/, '') ?? '';

/** Whether the last sentence is a farewell and not a question. */
export const saysGoodbye = (text: string): boolean => {
  const sentence = lastSentenceOf(text);
  if (sentence.endsWith('?') || sentence.split(/\s+/).length > FAREWELL_MAX_WORDS) return false;
  return FAREWELLS.some((farewell) => farewell.test(sentence));
};

/** Whether the other party last said goodbye or asked not to be called again. */
export const wantsToEnd = (turns: SpokenLine[]): boolean => {
  const lastWords = utterancesOf(turns).at(-1) ?? '';
  return saysGoodbye(lastWords) || asksNotToBeCalled([{ role: 'user', text: lastWords }]);
};
