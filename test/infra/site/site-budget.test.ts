import { expect, test } from '@jest/globals';
import type { BuiltFile } from '#infra/site/build-site.ts';
import {
  assertSiteWithinBudget,
  FILE_BUDGET_KB,
  SCRIPTS_BUDGET_KB,
  STYLESHEET_BUDGET_KB,
  siteSummary,
} from '#infra/site/site-budget.ts';

const file = (name: string, gzipKb: number, kb = gzipKb): BuiltFile => ({
  name,
  bytes: kb * 1024,
  gzipBytes: gzipKb * 1024,
});

const site = (scripts: BuiltFile[], stylesheet: BuiltFile, others: BuiltFile[] = []) => ({
  files: [...scripts, stylesheet, ...others],
  firstScripts: scripts,
  firstStylesheets: [stylesheet],
});

const styles = file('main.css', STYLESHEET_BUDGET_KB);
const half = SCRIPTS_BUDGET_KB / 2;

test('a site within its budgets passes, whatever is loaded later', () => {
  const scripts = [file('main.js', half), file('chunk.js', half)];
  expect(() => assertSiteWithinBudget(site(scripts, styles, [file('later.js', 500)]))).not.toThrow();
});

test('the scripts of the first page are refused together, each with its size', () => {
  const scripts = [file('main.js', half), file('chunk.js', half + 1)];
  expect(() => assertSiteWithinBudget(site(scripts, styles))).toThrow(
    /the scripts that the first page loads may be 60 KB \(gzip\), not 61\.0 KB:\n {2}main\.js +30\.0 KB\n {2}chunk\.js +31\.0 KB/,
  );
});

test('a stylesheet that is too large is refused', () => {
  expect(() => assertSiteWithinBudget(site([], file('main.css', STYLESHEET_BUDGET_KB + 1)))).toThrow(
    /its stylesheet may be 12 KB \(gzip\), not 13\.0 KB/,
  );
});

test('a file that Lambda could not answer is refused', () => {
  const huge = file('huge.js', 100, FILE_BUDGET_KB + 1);
  expect(() => assertSiteWithinBudget(site([], styles, [huge]))).toThrow(
    /huge\.js has 3933184 bytes, more than Lambda/,
  );
});

test('the summary names what the first page loads', () => {
  expect(siteSummary(site([file('main.js', 25)], styles))).toBe(
    'The dashboard’s first page loads 25.0 KB of scripts and 12.0 KB of styles (gzip).',
  );
});
