/** A construct id. Logical ids derive from it, so a change replaces what is deployed. */
export const pascalCase = (words: string): string =>
  words.replace(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_, first: string) => first.toUpperCase());
