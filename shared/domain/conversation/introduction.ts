import type { Phrases } from './phrases.ts';

/** A screening assistant shows a sentence or two; of a longer purpose nothing is said. */
const PURPOSE_MAX_CHARS = 160;

const SAYS_WHY =
  /\b(calling|call you|reason|anrufe?|rufe|appelle|llamo|chiamo|bel|ligo|telefono|about|wegen|concerning|regarding)\b/i;

const sentencesOf = (text: string): string[] =>
  text
    .split(/(?<=[.!?…])\s+/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => /\p{L}/u.test(sentence));

/** The sentence of a first message, after its greeting, that says why somebody is called. */
const purposeIn = (firstMessage: string): string | undefined =>
  sentencesOf(firstMessage)
    .slice(1)
    .find((sentence) => !sentence.endsWith('?') && SAYS_WHY.test(sentence) && sentence.length <= PURPOSE_MAX_CHARS);

/**
 * What a screening assistant is told: the assistant's name, that it is an AI, for whom it calls, and why. `business` may
 * be blank. The purpose is the first message's own sentence, if it has one.
 */
export const introductionOf = (
  { name, business, firstMessage }: { name: string; business: string; firstMessage: string },
  phrases: Phrases,
): string => `${phrases.introduction(name.trim(), business.trim())} ${purposeIn(firstMessage) ?? phrases.purpose}`;
