import { describe, expect, test } from '@jest/globals';
import type { Mutation } from '#test/simulation/mutations/mutation.ts';
import { MUTATIONS } from '#test/simulation/mutations/mutations.ts';
import { type Declaration, declarationsIn, productDeclarations } from './declarations.ts';
import { fitMutation, misfitsOf } from './fit-mutation.ts';

const DIAL = `import { once } from '#test/simulation/mutations/once.ts';

const LIMIT = 2;

export const dial = async <
  Line,
>(line: Line): Promise<void> => {
  if (isFree(line) && LIMIT > 0) await once(line, 'a  b');

  await once(line, 'again');
};

export const isFree = (line: string): boolean => line !== '';
`;

const mutation = (changes: Partial<Mutation> = {}): Mutation => ({
  name: 'taken-line-dialled',
  declaration: 'dial',
  expression: 'isFree(line)',
  replacement: 'true',
  caughtBy: ['6'],
  ...changes,
});

const declarations = (files: Record<string, string>): Declaration[] =>
  Object.entries(files).flatMap(([path, source]) => declarationsIn({ path, source }));

const inDial = declarations({ 'shared/engine/dial.ts': DIAL });

test('every planted bug fits the product exactly once, changes it, and has a name of its own', () => {
  expect(misfitsOf(MUTATIONS, productDeclarations())).toEqual([]);
});

test('a name that two planted bugs have is told', () => {
  expect(misfitsOf([mutation(), mutation()], inDial)).toEqual(['taken-line-dialled: the name of two planted bugs.']);
});

test('a declaration goes on until the next line at column 0 that closes nothing', () => {
  expect(inDial.map(({ name, text }) => [name, text.trim().split('\n').length])).toEqual([
    ['LIMIT', 1],
    ['dial', 7],
    ['isFree', 1],
  ]);
});

describe('a planted bug', () => {
  test('replaces its expression in its declaration, and nothing else', () => {
    expect(fitMutation(mutation(), inDial)).toEqual({
      path: 'shared/engine/dial.ts',
      source: DIAL.replace('isFree(line)', 'true'),
    });
  });

  test('follows its declaration into another file', () => {
    const moved = declarations({
      'shared/engine/dial.ts': 'export const LIMIT = 2;\n',
      'functions/workers/place.ts': DIAL,
    });
    expect(fitMutation(mutation(), moved).path).toBe('functions/workers/place.ts');
  });

  test.each([
    ['over several lines', "await once(\n      line,\n      'a  b',\n    )"],
    ['on one line', "await once(line,'a  b')"],
  ])('fits code that is laid out %s', (_, layout) => {
    const reformatted = declarations({ 'shared/engine/dial.ts': DIAL.replace("await once(line, 'a  b')", layout) });
    const { source } = fitMutation(mutation({ expression: "await once(line, 'a  b')" }), reformatted);
    expect(source).toBe(DIAL.replace("await once(line, 'a  b')", 'true'));
  });

  test.each([
    ['a name that nothing has', { declaration: 'call' }, 'but the product declares nothing of that name'],
    ['a part of a name', { expression: 'Free(line)' }, 'but it occurs 0 times in shared/engine/dial.ts'],
    ['other words in quotes', { expression: "once(line, 'a b')" }, 'but it occurs 0 times in shared/engine/dial.ts'],
    ['code of another declaration', { expression: "line !== ''" }, 'but it occurs 0 times in shared/engine/dial.ts'],
    ['code that occurs twice', { expression: 'await once' }, 'but it occurs 2 times in shared/engine/dial.ts'],
    ['a replacement that changes nothing', { replacement: 'isFree( line, )' }, 'but the replacement is the same'],
  ])('does not fit with %s', (_, changes, found) => {
    expect(() => fitMutation(mutation(changes), inDial)).toThrow(found);
  });

  test('says its name and what was looked for where it does not fit', () => {
    expect(misfitsOf([mutation({ expression: 'isBusy(line)' })], inDial)).toEqual([
      'taken-line-dialled: looked in dial for `isBusy(line)`, but it occurs 0 times in shared/engine/dial.ts.',
    ]);
  });

  test('fits one of several declarations of a name, but not two', () => {
    const other = 'export const dial = (line: string): void => place(line);\n';
    const named = declarations({ 'functions/dial.ts': other, 'shared/engine/dial.ts': DIAL });
    expect(fitMutation(mutation(), named).path).toBe('shared/engine/dial.ts');
    const twice = declarations({ 'functions/dial.ts': DIAL, 'shared/engine/dial.ts': DIAL });
    expect(() => fitMutation(mutation(), twice)).toThrow(
      'but it occurs 1 times in functions/dial.ts and 1 times in shared/engine/dial.ts',
    );
  });
});
