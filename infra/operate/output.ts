/** A table of text: columns as wide as their widest cell, no header for none. */
export const columns = (header: string[], rows: (string | number | null)[][]): string[] => {
  const cells = [header, ...rows.map((row) => row.map((cell) => String(cell ?? '-')))];
  const widths = header.map((_, at) => Math.max(...cells.map((row) => (row[at] ?? '').length)));
  return cells.map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  );
};

/** Facts, one a line. */
export const facts = (pairs: [string, string | number | null][]): string[] => {
  const width = Math.max(...pairs.map(([name]) => name.length));
  return pairs.map(([name, value]) => `${name.padEnd(width)}  ${value ?? '-'}`);
};

/** A phone number of which only the last two digits show. */
export const masked = (phone: string | null): string | null =>
  phone ? `${'*'.repeat(Math.max(0, phone.length - 2))}${phone.slice(-2)}` : null;

/** What a dry run begins with. */
export const WOULD = 'Dry run, nothing was changed.';
