/** The columns of a file, and what there is to say about their names. */
export interface NamedColumns {
  headers: string[];
  notes: string[];
}

const LETTERS = 26;
const FIRST_LETTER = 65;

/** A, B, ... Z, AA: what a spreadsheet calls the column. */
export const columnLetters = (index: number): string => {
  const last = String.fromCharCode(FIRST_LETTER + (index % LETTERS));
  return index < LETTERS ? last : columnLetters(Math.floor(index / LETTERS) - 1) + last;
};

const SPACES_AND_CONTROLS = /[\s\p{Cc}]+/gu;
const asName = (cell: string): string => cell.replace(SPACES_AND_CONTROLS, ' ').trim();

const uniqueName = (name: string, taken: ReadonlySet<string>): string => {
  let unique = name;
  for (let count = 2; taken.has(unique.toLowerCase()); count++) unique = `${name} (${count})`;
  return unique;
};

/**
 * Gives every column a name of its own. `used`: the columns in which any row has something. Empty ones behind the last
 * name are left out; spreadsheets write them.
 */
export const nameColumns = (header: readonly string[], used: ReadonlySet<number>): NamedColumns => {
  const names = header.map(asName);
  const width = 1 + names.findLastIndex((name, at) => name !== '' || used.has(at));
  const taken = new Set<string>();
  const notes: string[] = [];
  const headers = names.slice(0, width).map((name, at) => {
    const wanted = name === '' ? `Column ${columnLetters(at)}` : name;
    const unique = uniqueName(wanted, taken);
    taken.add(unique.toLowerCase());
    if (name === '' && used.has(at))
      notes.push(`Column ${columnLetters(at)} has no name; here it is called "${unique}".`);
    if (unique !== wanted)
      notes.push(`"${wanted}" names more than one column; the one in ${columnLetters(at)} is called "${unique}" here.`);
    return unique;
  });
  return { headers, notes };
};

/** The columns of a file without a header, by their letters. `used`: as far as rows after the first show. */
export const letteredColumns = (first: readonly string[], used: ReadonlySet<number>): NamedColumns => {
  const last = Math.max(
    first.findLastIndex((cell) => cell.trim() !== ''),
    ...used,
  );
  return { headers: Array.from({ length: last + 1 }, (_, at) => `Column ${columnLetters(at)}`), notes: [] };
};
