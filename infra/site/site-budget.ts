import type { BuiltFile, SiteBuild } from './build-site.ts';

const BYTES_PER_KB = 1024;

/** What a person on a slow line waits for: the code and the style of the first page, packed by gzip. */
export const SCRIPTS_BUDGET_KB = 60;
export const STYLESHEET_BUDGET_KB = 12;
/** Lambda answers 6 MB at most, and base64 makes four bytes of three; for headers and slack a megabyte is kept. */
export const FILE_BUDGET_KB = (5 * 1024 * 3) / 4;

export type SiteSizes = Pick<SiteBuild, 'files' | 'firstScripts' | 'firstStylesheets'>;

const gzipKb = (files: readonly BuiltFile[]): number =>
  files.reduce((sum, { gzipBytes }) => sum + gzipBytes, 0) / BYTES_PER_KB;

const listed = (files: readonly BuiltFile[]): string =>
  files.map((file) => `  ${file.name.padEnd(40)}${gzipKb([file]).toFixed(1).padStart(8)} KB`).join('\n');

export const siteSummary = ({ firstScripts, firstStylesheets }: SiteSizes): string =>
  `The dashboard’s first page loads ${gzipKb(firstScripts).toFixed(1)} KB of scripts and ` +
  `${gzipKb(firstStylesheets).toFixed(1)} KB of styles (gzip).`;

const problemsOf = ({ files, firstScripts, firstStylesheets }: SiteSizes): string[] => {
  const overBudget = (what: string, budgeted: readonly BuiltFile[], budgetKb: number): string[] =>
    gzipKb(budgeted) > budgetKb
      ? [`${what} may be ${budgetKb} KB (gzip), not ${gzipKb(budgeted).toFixed(1)} KB:\n${listed(budgeted)}`]
      : [];
  const unserved = files.filter(({ bytes }) => bytes > FILE_BUDGET_KB * BYTES_PER_KB);
  return [
    ...overBudget('the scripts that the first page loads', firstScripts, SCRIPTS_BUDGET_KB),
    ...overBudget('its stylesheet', firstStylesheets, STYLESHEET_BUDGET_KB),
    ...unserved.map(({ name, bytes }) => `${name} has ${bytes} bytes, more than Lambda can answer`),
  ];
};

/** @throws when the dashboard is over one of its budgets; the message says by which files. */
export const assertSiteWithinBudget = (sizes: SiteSizes): void => {
  const problems = problemsOf(sizes);
  if (problems.length === 0) return;
  const advice = 'Import what the first page does not show with import(), so that it is loaded when it is needed.';
  throw new Error(`The dashboard is too large: ${problems.join('\n')}\n${advice}`);
};
