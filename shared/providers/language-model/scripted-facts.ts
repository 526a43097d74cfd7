/** A fact, and the sentence that states it. */
export interface Fact {
  value: string;
  evidence: string;
}

export interface Facts {
  contact: Record<string, Fact>;
  company: Record<string, Fact>;
  custom: Record<string, Fact>;
}

/** The first group of a pattern is the value; `unless` matches sentences that say the opposite. */
interface Pattern {
  field: string;
  patterns: RegExp[];
  unless?: RegExp;
}

const ROLE =
  'manager|director|owner|founder|engineer|developer|officer|president|head|lead|assistant|secretary|accountant|buyer|consultant|analyst|partner|administrator|supervisor|coordinator|specialist|receptionist|teacher|doctor|CTO|CFO|COO';

const WEEKDAY = 'Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|tomorrow';
const HOUR =
  'one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|noon|\\d{1,2}(?::\\d{2})?(?: ?[ap]\\.?m\\b)?';

const CONTACT: Pattern[] = [
  { field: 'email', patterns: [/([\w.+-]+@[\w-]+(?:\.[\w-]+)+)/] },
  {
    field: 'job_title',
    patterns: [
      /\bmy (?:job title|job|role|position) is (?:that of )?(?:the |an? )?([^.,;!?]{2,60})/i,
      /\b(?:I am|I'm) (?:the |an? )?((?:head|director|vice president|chief) of [\p{L}]+)/iu,
      new RegExp(`\\b(?:I am|I'm|I work as) (?:the|an?) ((?:[\\p{L}-]+ ){0,3}(?:${ROLE}))\\b`, 'iu'),
    ],
  },
  { field: 'first_name', patterns: [/\b[Mm]y name is (\p{Lu}[\p{L}'-]+)/u] },
  { field: 'last_name', patterns: [/\b[Mm]y name is \p{Lu}[\p{L}'-]+ (\p{Lu}[\p{L}'-]+)/u] },
  { field: 'timezone', patterns: [/\b((?:Africa|America|Asia|Atlantic|Australia|Europe|Pacific)\/\w+(?:\/\w+)?)/] },
  {
    field: 'preferred_contact_method',
    patterns: [/\b(?:reach|contact) me (?:best )?by (email|phone)\b/i, /\bI (?:would )?prefer (email|phone)\b/i],
  },
];

const COMPANY: Pattern[] = [
  {
    field: 'website',
    patterns: [
      /\b(?:web ?site|web page) is ((?:https?:\/\/)?(?:[\w-]+\.)+[a-z]{2,})/i,
      /\b(www\.(?:[\w-]+\.)+[a-z]{2,})/i,
    ],
  },
  {
    field: 'industry',
    patterns: [/\bwe(?:'re| are| work)? in (?:the )?([\p{L} ]{3,40}?) (?:industry|business|sector)\b/iu],
  },
  {
    field: 'company_size',
    patterns: [/\b(?:we are|we're|we have|there are) (?:\w+ )?(\d[\d,]*) (?:of us|people|employees|staff)\b/i],
  },
  { field: 'city', patterns: [/\b(?:based|located|office is) in (\p{Lu}[\p{L}'-]+(?: \p{Lu}[\p{L}'-]+)?)/u] },
];

const CUSTOM: Pattern[] = [
  {
    field: 'preferred_day',
    patterns: [new RegExp(`\\b((?:next )?(?:${WEEKDAY})(?: (?:morning|afternoon|evening))?(?: at (?:${HOUR}))?)`, 'i')],
    unless: /\b(not|n't|cannot|never)\b/i,
  },
];

const sentencesOf = (utterances: readonly string[]): string[] =>
  utterances.flatMap((text) => text.replaceAll('\u2019', "'").split(/(?<=[.!?])\s+/));

/** The latest sentence wins, because people correct themselves. */
const factOf = ({ patterns, unless }: Pattern, sentences: readonly string[]): Fact | undefined => {
  for (const evidence of sentences.toReversed()) {
    if (unless?.test(evidence)) continue;
    for (const pattern of patterns) {
      const value = pattern.exec(evidence)?.[1]?.trim();
      if (value) return { value, evidence };
    }
  }
  return undefined;
};

const factsOf = (patterns: Pattern[], sentences: readonly string[]): Record<string, Fact> =>
  Object.fromEntries(
    patterns.flatMap((pattern) => {
      const fact = factOf(pattern, sentences);
      return fact ? [[pattern.field, fact]] : [];
    }),
  );

/** Facts that the other party stated about themselves, in English. */
export const findFacts = (utterances: readonly string[]): Facts => {
  const sentences = sentencesOf(utterances);
  return {
    contact: factsOf(CONTACT, sentences),
    company: factsOf(COMPANY, sentences),
    custom: factsOf(CUSTOM, sentences),
  };
};
