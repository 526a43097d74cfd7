/*
 * Times by one-letter codes as text: of the first its epoch milliseconds, of every other one how much later or earlier
 * than the first it is, in base 36. So an event takes some five bytes.
 */

const BASE = 36;
const BETWEEN = ' ';

/** Null where a code or a time is of another kind. */
export const timesAsText = (times: readonly (readonly [code: string, at: unknown])[]): string | null => {
  const [[, first] = []] = times;
  const isPlain = times.every(([code, at]) => code.length === 1 && Number.isSafeInteger(at));
  if (times.length === 0 || !isPlain) return null;
  return times
    .map(([code, at], place) => code + (Number(at) - (place === 0 ? 0 : Number(first))).toString(BASE))
    .join(BETWEEN);
};

export const timesInText = (text: string): [code: string, atMs: number][] => {
  const told = text
    .split(BETWEEN)
    .map((each): [string, number] => [each.charAt(0), Number.parseInt(each.slice(1), BASE)]);
  const [[, first] = ['', 0]] = told;
  return told.map(([code, ms], place) => [code, place === 0 ? ms : first + ms]);
};
