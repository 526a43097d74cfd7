/** What makes a spreadsheet compute a cell, also in the full-width forms that some take for the same. */
const FORMULA = '=+\\-@＝＋－＠';
/** What a spreadsheet may skip before it. */
const BLANK = '[ \\u0000\\u00a0\\u200b-\\u200f\\u202a-\\u202e\\u2060\\ufeff]';
/** Where a program that splits by another delimiter sees a cell begin, even within quotes. */
const BREAK = ';\\t|\\r\\n';
/** Numbers are as harmless as they look. */
const NUMBER = '\\+\\d+|-\\d+(?:[.,]\\d+)?';

const MAY_BE_RISKY = new RegExp(`[${FORMULA}\\t\\r\\n]`);
const RISKY = `'*${BLANK}*[${FORMULA}]`;
const RISKY_START = new RegExp(`^(?:${RISKY}|'*[\\t\\r\\n])`);
const QUOTED_RISKY_START = new RegExp(`^'(?:${RISKY}|'*[\\t\\r\\n])`);
const PLAIN_NUMBER = new RegExp(`^(?:${NUMBER})$`);
const RISKY_INSIDE = new RegExp(`([${BREAK}])(?!(?:${NUMBER})(?:[${BREAK}]|$))(?=${RISKY})`, 'g');
const QUOTED_RISKY_INSIDE = new RegExp(`([${BREAK}])'(?=${RISKY})`, 'g');

/**
 * A cell that no spreadsheet executes: an apostrophe stands before whatever would begin a formula, also after a
 * delimiter or a line break inside the cell. Numbers such as `+14155550100` and `-5` stay as they are.
 */
export const neutralised = (text: string): string => {
  if (!MAY_BE_RISKY.test(text)) return text;
  const inside = text.replace(RISKY_INSIDE, "$1'");
  return RISKY_START.test(inside) && !PLAIN_NUMBER.test(inside) ? `'${inside}` : inside;
};

/** The text as it was before `neutralised`; of a foreign file, without the apostrophes that guard a formula. */
export const restored = (cell: string): string => {
  if (!cell.includes("'")) return cell;
  const start = QUOTED_RISKY_START.test(cell) ? cell.slice(1) : cell;
  return start.replace(QUOTED_RISKY_INSIDE, '$1');
};
