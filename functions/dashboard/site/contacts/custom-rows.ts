/** How the value of a custom field is written: as it is, or as JSON. */
export type CustomKind = 'text' | 'json';

/** One custom field as it is edited. */
export interface CustomRow {
  id: string;
  name: string;
  text: string;
  kind: CustomKind;
}

type Fields = Record<string, unknown>;

const JSON_INDENT = 2;

const isNested = (value: unknown): boolean => typeof value === 'object' && value !== null;

/** A text stays as it is; any other value is told as JSON, so that nothing of it is lost. */
const rowOf = ([name, value]: [string, unknown], at: number): CustomRow => ({
  id: `kept-${at}`,
  name,
  text: typeof value === 'string' ? value : JSON.stringify(value, null, isNested(value) ? JSON_INDENT : 0),
  kind: typeof value === 'string' ? 'text' : 'json',
});

export const customRows = (fields: Fields): CustomRow[] => Object.entries(fields).map(rowOf);

let added = 0;

/** A row that is to be filled in. */
export const newCustomRow = (): CustomRow => {
  added += 1;
  return { id: `new-${added}`, name: '', text: '', kind: 'text' };
};

interface RowsRead {
  fields: Fields;
  /** What is wrong with rows, by their ids. */
  problems: ReadonlyMap<string, string>;
}

const isBlank = ({ id, name, text }: CustomRow): boolean => id.startsWith('new-') && name === '' && text === '';

const valueIn = ({ kind, text }: CustomRow): { value: unknown } | null => {
  if (kind === 'text') return { value: text };
  try {
    return { value: JSON.parse(text) };
  } catch {
    return null;
  }
};

const problemIn = (row: CustomRow, isTwice: boolean): string | null => {
  if (row.id.startsWith('new-') && row.name.trim() === '') return 'This field needs a name.';
  if (isTwice) return `There is another field "${row.name}".`;
  return valueIn(row) ? null : 'This is not JSON. Texts in it stand in double quotes.';
};

/** The fields that rows stand for. Blank new rows are none. */
export const readCustomRows = (rows: readonly CustomRow[]): RowsRead => {
  const problems = new Map<string, string>();
  const fields = new Map<string, unknown>();
  for (const row of rows.filter((each) => !isBlank(each))) {
    const problem = problemIn(row, fields.has(row.name));
    if (problem !== null) problems.set(row.id, problem);
    else fields.set(row.name, valueIn(row)?.value);
  }
  return { fields: Object.fromEntries(fields), problems };
};

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/**
 * The latest fields with what was changed between `before` and `after`: a field that somebody else has added or changed
 * meanwhile stays. Null where nothing was changed.
 */
export const withCustomChanges = (before: Fields, after: Fields, latest: Fields): Fields | null => {
  const isKept = (name: string): boolean => Object.hasOwn(after, name);
  const changed = Object.entries(after).filter(
    ([name, value]) => !(Object.hasOwn(before, name) && isSame(before[name], value)),
  );
  const removed = Object.keys(before).filter((name) => !isKept(name));
  if (changed.length === 0 && removed.length === 0) return null;
  const rest = Object.entries(latest).filter(([name]) => !removed.includes(name));
  return Object.fromEntries([...rest, ...changed]);
};
