import { type ContactPhones, phonesOf } from './phones.ts';

/**
 * Of each row whose primary phone an earlier row has, as either of its own, the place of the first such row. Rows are
 * told apart by primary phones alone: colleagues may share a switchboard as their second number.
 */
export const repeatedRows = (rows: ContactPhones[]): Map<number, number> => {
  const firstWith = new Map<string, number>();
  const repeated = new Map<number, number>();
  for (const [at, row] of rows.entries()) {
    const earlier = row.phone === null ? undefined : firstWith.get(row.phone);
    if (earlier !== undefined) repeated.set(at, earlier);
    for (const number of phonesOf(row)) if (!firstWith.has(number)) firstWith.set(number, at);
  }
  return repeated;
};

/** Rows apart from those with a number that another of them has too. */
export const apartByNumber = <Row>(rows: Row[], phonesIn: (row: Row) => ContactPhones) => {
  const uses = new Map<string, number>();
  const numbers = (row: Row): string[] => phonesOf(phonesIn(row));
  for (const number of rows.flatMap(numbers)) uses.set(number, (uses.get(number) ?? 0) + 1);
  const isSharing = (row: Row): boolean => numbers(row).some((number) => uses.get(number) !== 1);
  return { alone: rows.filter((row) => !isSharing(row)), sharing: rows.filter(isSharing) };
};
