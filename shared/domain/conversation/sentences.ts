/** Punctuation that ends a sentence, with what closes after it. Some languages put no space behind theirs. */
const SENTENCE_END = /[.!?…]+["'”’»)\]]*\s+|[。！？]+[”’」』）]*/gu;

/** A full stop behind these belongs to the word: titles, initials, ordinals and abbreviations. */
const NOT_AN_END =
  /(^|[\s("'“‘])(\p{L}|\d+|mr|mrs|ms|dr|prof|st|sr|sra|mme|sig|hr|fr|nr|no|vs|approx|bzw|ca|usw|e\.g|i\.e|z\.\s?b|d\.\s?h|u\.\s?a)\.\s+$/iu;

/** How many characters of a text that is still being written are whole sentences. */
export const wholeSentences = (text: string): number => {
  let end = 0;
  for (const { 0: mark, index } of text.matchAll(SENTENCE_END)) {
    const until = index + mark.length;
    if (!NOT_AN_END.test(text.slice(0, until))) end = until;
  }
  return end;
};
