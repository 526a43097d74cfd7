import type { Mutation } from '#test/simulation/mutations/mutation.ts';
import type { Declaration, SourceFile } from './declarations.ts';

/** A text in quotes, a word, or any other single character. */
const TOKEN = /'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`|[\w$]+|[^\s\w$]/g;
const WORD = /^[\w$]/;
const CLOSING_BRACKET = /^[)\]}]$/;

const tokensOf = (code: string): string[] =>
  (code.match(TOKEN) ?? []).filter((token, at, all) => token !== ',' || !CLOSING_BRACKET.test(all[at + 1] ?? ''));

const patternOfToken = (token: string): string => {
  const pattern = token.replace(/[^\w\s]/g, '\\$&');
  if (WORD.test(token)) return `(?<![\\w$])${pattern}(?![\\w$])`;
  return CLOSING_BRACKET.test(token) ? `,?\\s*${pattern}` : pattern;
};

/** Finds the expression in any layout: white space and a comma before a closing bracket are ignored. */
const patternOf = (expression: string): RegExp =>
  new RegExp(tokensOf(expression).map(patternOfToken).join('\\s*'), 'g');

const isUnchanged = ({ expression, replacement }: Mutation): boolean =>
  tokensOf(expression).join(' ') === tokensOf(replacement).join(' ');

interface Place {
  file: SourceFile;
  from: number;
  to: number;
}

const placesIn = ({ file, text, from }: Declaration, expression: string): Place[] =>
  Array.from(text.matchAll(patternOf(expression)), ({ 0: found, index }) => ({
    file,
    from: from + index,
    to: from + index + found.length,
  }));

const misfit = ({ name, declaration, expression }: Mutation, found: string): Error =>
  new Error(`${name}: looked in ${declaration} for \`${expression}\`, but ${found}.`);

/** Several declarations may have the name, as long as the expression occurs in one of them. */
const placeOf = (mutation: Mutation, declarations: Declaration[]): Place => {
  const { declaration, expression } = mutation;
  const named = declarations.filter(({ name }) => name === declaration);
  if (named.length === 0) throw misfit(mutation, 'the product declares nothing of that name');
  const found = named.map((each) => ({ path: each.file.path, places: placesIn(each, expression) }));
  const [only, ...others] = found.flatMap(({ places }) => places);
  if (only && others.length === 0) return only;
  const counts = found.map(({ path, places }) => `${places.length} times in ${path}`);
  throw misfit(mutation, `it occurs ${counts.join(' and ')}`);
};

/** The bug's file with the bug in it. @throws Error that says what to mend unless it fits exactly once. */
export const fitMutation = (mutation: Mutation, declarations: Declaration[]): SourceFile => {
  const { file, from, to } = placeOf(mutation, declarations);
  if (isUnchanged(mutation)) throw misfit(mutation, 'the replacement is the same');
  return { path: file.path, source: file.source.slice(0, from) + mutation.replacement + file.source.slice(to) };
};

const misfitOf = (mutation: Mutation, declarations: Declaration[]): string[] => {
  try {
    fitMutation(mutation, declarations);
    return [];
  } catch (error) {
    return [(error as Error).message];
  }
};

/** A sentence for each planted bug that does not fit or shares its name with another. */
export const misfitsOf = (mutations: Mutation[], declarations: Declaration[]): string[] => {
  const names = mutations.map(({ name }) => name);
  const repeated = names.filter((name, at) => names.indexOf(name) !== at);
  return [
    ...repeated.map((name) => `${name}: the name of two planted bugs.`),
    ...mutations.flatMap((mutation) => misfitOf(mutation, declarations)),
  ];
};
