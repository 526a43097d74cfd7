/**
 * What the rows of one answer may come to, in bytes as Lambda carries them: the answer is a text within its own JSON,
 * so quotes and escapes count again. Lambda carries 6 MB; an answer of ours has 5, of which half of one is for what is
 * added to rows (links to recordings) and stands around them.
 */
export const ROWS_MAX_BYTES = 4_500_000;

const carriedBytes = (row: unknown): number => Buffer.byteLength(JSON.stringify(JSON.stringify(row) ?? ''));

/** The rows that fit into one answer, from the first on; one at least. */
export const fitting = <Row>(rows: readonly Row[]): Row[] => {
  let bytes = 0;
  const end = rows.findIndex((row, at) => {
    bytes += carriedBytes(row);
    return at > 0 && bytes > ROWS_MAX_BYTES;
  });
  return end < 0 ? [...rows] : rows.slice(0, end);
};

/** A page of a list as it is answered. One that ends early for its size says how many rows it has as its `limit`. */
export const pageOf = <Row>(rows: readonly Row[], limit: number): { rows: Row[]; limit: number } => {
  const shown = fitting(rows);
  return { rows: shown, limit: shown.length < rows.length ? shown.length : limit };
};
