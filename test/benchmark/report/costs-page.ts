import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Section } from '#test/benchmark/section.ts';
import { markdownOf } from './markdown.ts';

const PAGE_FILE = fileURLToPath(new URL('../../../shared/COSTS.md', import.meta.url));

const beginOf = (name: string): string => `<!-- measured: ${name} -->`;
const END = '<!-- end -->';

/** Milliseconds and dials a second are true of this machine only, ratios and units of every one. */
export const machine = (): string => {
  const all = cpus();
  return `${all[0]?.model ?? 'unknown processor'}, ${all.length} cores, Node ${process.versions.node}`;
};

/** @throws when the page has no place for the section. */
const replaced = (page: string, { name, ...section }: Section, measuredOn: string): string => {
  const begin = page.indexOf(beginOf(name));
  const end = page.indexOf(END, begin);
  if (begin < 0 || end < 0) throw new Error(`shared/COSTS.md has no place for "${name}".`);
  const text = `${beginOf(name)}\n${markdownOf({ name, ...section })}\n\nMeasured on ${measuredOn}.\n`;
  return page.slice(0, begin) + text + page.slice(end);
};

/** Writes the sections into their places on the page; what stands between is written by hand. */
export const writeCostsPage = (sections: readonly Section[], day: string): void => {
  const measuredOn = `${day}, ${machine()}`;
  const page = sections.reduce((text, section) => replaced(text, section, measuredOn), readFileSync(PAGE_FILE, 'utf8'));
  writeFileSync(PAGE_FILE, page);
};
