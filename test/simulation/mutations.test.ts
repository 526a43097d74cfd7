import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { MUTATIONS } from './mutations.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

test.each(MUTATIONS)('the planted bug $name fits the source exactly once and changes it', ({ file, find, replace }) => {
  const source = readFileSync(ROOT + file, 'utf8');
  expect(source.split(find)).toHaveLength(2);
  expect(replace).not.toBe(find);
});

test('planted bugs have names of their own', () => {
  expect(new Set(MUTATIONS.map(({ name }) => name)).size).toBe(MUTATIONS.length);
});
