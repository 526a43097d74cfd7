import Papa from 'papaparse';
import { restored } from './formula-safe.ts';
import { BYTE_ORDER_MARK } from './write-csv.ts';

/** The cells of a file that `toCsv` wrote, header first, as they were before. */
export const readExported = (csv: string): string[][] => {
  const text = csv.startsWith(BYTE_ORDER_MARK) ? csv.slice(BYTE_ORDER_MARK.length) : csv;
  const { data } = Papa.parse<string[]>(text, { delimiter: ',', newline: '\r\n' });
  return data.slice(0, -1).map((cells) => cells.map(restored));
};
