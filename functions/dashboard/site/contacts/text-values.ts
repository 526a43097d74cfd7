/** What people write into a number so that it can be read, and what a copied number brings along unseen. */
const SEPARATORS = /[\s().\-/\u00a0\u200b-\u200f\u202a-\u202e\u2010-\u2015\u2066-\u2069\ufeff]/g;
const ONLY_NUMBER = /^\+?\d+$/;

/** The value of a field that may be empty. */
export const optionalText = (text: string): string | null => (text.trim() === '' ? null : text.trim());

/** A number as the API takes it, where it is one; anything else as it was typed, for the server to refuse. */
export const phoneText = (text: string): string | null => {
  const bare = text.replace(SEPARATORS, '');
  if (bare === '') return null;
  return ONLY_NUMBER.test(bare) ? bare : text.trim();
};
