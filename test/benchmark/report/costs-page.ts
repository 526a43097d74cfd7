import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { PROJECT_ROOT } from '#infra/catalog.ts';
import { COSTS_PAGE, withMoney } from '#infra/costs/money-page.ts';
import type { Section } from '#test/benchmark/section.ts';
import { markdownOf } from './markdown.ts';

const PAGE_FILE = join(PROJECT_ROOT, COSTS_PAGE);

const beginOf = (name: string): string => `<!-- measured: ${name} -->`;
const END = '<!-- end -->';

/** Milliseconds and dials a second are true of this machine only, ratios and units of every one. */
const machine = (): string => {
  const all = cpus();
  return `${all[0]?.model ?? 'unknown processor'}, ${all.length} cores, Node ${process.versions.node}`;
};

/** @throws when the page has no place for the section. */
const replaced = (page: string, { name, ...section }: Section, measuredOn: string): string => {
  const begin = page.indexOf(beginOf(name));
  const end = page.indexOf(END, begin);
  if (begin < 0 || end < 0) throw new Error(`${COSTS_PAGE} has no place for "${name}".`);
  const text = `${beginOf(name)}\n${markdownOf({ name, ...section })}\n\nMeasured on ${measuredOn}.\n`;
  return page.slice(0, begin) + text + page.slice(end);
};

/** Writes a section into its place on the page, and reckons the money anew; what stands between is written by hand. */
export const writeCostsPage = (section: Section, day: string): void => {
  const page = replaced(readFileSync(PAGE_FILE, 'utf8'), section, `${day}, ${machine()}`);
  writeFileSync(PAGE_FILE, withMoney(page));
};
