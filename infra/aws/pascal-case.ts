/** Construct ids, which logical ids and so the identity of what is deployed follow from. */
export const pascalCase = (words: string): string =>
  words.replace(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_, first: string) => first.toUpperCase());
