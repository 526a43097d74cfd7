import { expect, test } from '@jest/globals';
import { headingOf, milestoneOf } from '#functions/dashboard/site/import/page/import-words.ts';
import { newRun, type Run } from '#functions/dashboard/site/import/sending/import-run.ts';

const CHUNKS = [1, 2, 3].map((at) => ({ key: `key-${at}`, body: '{}', rows: [at * 2, at * 2 + 1] }));
const UNSENDABLE = { failed: [{ row: 8, reason: 'No number.' }], duplicates: [{ row: 9, reason: 'Row 2.' }] };

const runWith = (answered: number, rest: Partial<Run>): Run => {
  const run = newRun(8, CHUNKS, UNSENDABLE);
  const outcome = { created: 2, duplicates: 0, failed: 0, results: [] };
  const chunks = run.chunks.map((chunk, at) => ({ ...chunk, outcome: at < answered ? outcome : null }));
  return { ...run, chunks, ...rest };
};

test('a listener hears every tenth, not every request', () => {
  expect(milestoneOf(runWith(0, { status: 'sending' }))).toBe('Importing: 20 %.');
  expect(milestoneOf(runWith(1, { status: 'sending' }))).toBe('Importing: 50 %.');
});

test('a listener hears why an import waits or has stopped, and what is left', () => {
  expect(milestoneOf(runWith(1, { status: 'waiting', words: 'Too many requests.' }))).toBe(
    'Importing: 50 %. Too many requests.',
  );
  const stopped = runWith(2, { status: 'stopped', words: 'The import was stopped.' });
  expect(headingOf(stopped)).toBe('Import stopped');
  expect(milestoneOf(stopped)).toBe(
    'Import stopped: 4 created, 1 duplicate, 1 failed. The import was stopped. 2 rows open.',
  );
});

test('the end is told in full', () => {
  expect(milestoneOf(runWith(3, { status: 'done' }))).toBe('Import finished: 6 created, 1 duplicate, 1 failed.');
});
