/** What spreadsheets and address books hide in cells: marks of writing direction, joiners, byte order marks. */
const INVISIBLE = /[\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g;
/** `="0123"`: how files keep Excel from changing a value. */
const TEXT_FORMULA = /^=\s*"([^"]*(?:""[^"]*)*)"$/;

/** The value that a spreadsheet shows for a cell that only guards a text. */
export const unwrapped = (cell: string): string => {
  const text = cell.trim();
  const formula = TEXT_FORMULA.exec(text);
  return formula ? (formula[1] ?? '').replaceAll('""', '"').trim() : text;
};

/** A number, address or word without what nobody sees, in the usual forms of its characters. */
export const plain = (cell: string): string => unwrapped(cell.replace(INVISIBLE, '').normalize('NFKC'));

const TOLD_CHARS = 60;

/** A cell as it is quoted in a sentence. */
export const told = (cell: string): string => {
  const text = cell
    .trim()
    .slice(0, 2 * TOLD_CHARS)
    .replace(/\s+/g, ' ');
  return text.length > TOLD_CHARS ? `"${text.slice(0, TOLD_CHARS).toWellFormed()}…"` : `"${text}"`;
};
