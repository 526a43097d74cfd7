import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { FIRST_WORLDS } from './check-mutations.ts';
import { MUTATIONS } from './mutations.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

test.each(MUTATIONS)('the planted bug $name fits the source exactly once and changes it', ({ file, find, replace }) => {
  const source = readFileSync(ROOT + file, 'utf8');
  expect(source.split(find)).toHaveLength(2);
  expect(replace).not.toBe(find);
});

test('no first world outlives its bug', () => {
  const names = MUTATIONS.map(({ name }) => name);
  expect(Object.keys(FIRST_WORLDS).filter((name) => !names.includes(name))).toEqual([]);
});

test('planted bugs have names of their own', () => {
  expect(new Set(MUTATIONS.map(({ name }) => name)).size).toBe(MUTATIONS.length);
});
