const NAMED_MAX = 4;

const format = new Intl.ListFormat('en', { type: 'conjunction' });

/** `A, B, and C`; of many the first few, and how many more. */
export const listed = (names: readonly string[]): string => {
  if (names.length <= NAMED_MAX) return format.format(names);
  const further = names.length - (NAMED_MAX - 1);
  return format.format([...names.slice(0, NAMED_MAX - 1), `${further.toLocaleString('en')} more`]);
};
