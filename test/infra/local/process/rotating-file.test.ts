import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { openRotatingFile } from '#infra/local/process/rotating-file.ts';

const LARGEST_BYTES = 100;

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rotating-'));
  path = join(folder, 'log');
});
afterEach(() => rmSync(folder, { recursive: true }));

const linesOf = (file: string): string[] => readFileSync(file, 'utf8').trim().split('\n');

test('lines stay in order over three files of a bounded size, and the current one has the latest', () => {
  const file = openRotatingFile(path, LARGEST_BYTES);
  for (let line = 0; line < 1_000; line += 1) file.append(`line ${line}`);
  file.close();
  expect(readdirSync(folder).sort()).toEqual(['log', 'log.1', 'log.2']);
  const kept = ['log.2', 'log.1', 'log'].flatMap((name) => linesOf(join(folder, name)));
  expect(kept).toEqual(kept.map((_, at) => `line ${1_000 - kept.length + at}`));
  for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).size).toBeLessThanOrEqual(LARGEST_BYTES);
});

test('a file that was there is continued, and counts', () => {
  for (const line of ['a'.repeat(60), 'b'.repeat(60)]) {
    const file = openRotatingFile(path, LARGEST_BYTES);
    file.append(line);
    file.close();
  }
  expect([linesOf(`${path}.1`), linesOf(path)]).toEqual([['a'.repeat(60)], ['b'.repeat(60)]]);
});

test('a line larger than a file is written all the same', () => {
  const file = openRotatingFile(path, LARGEST_BYTES);
  file.append('a'.repeat(500));
  file.append('b');
  file.close();
  expect([linesOf(`${path}.1`), linesOf(path)]).toEqual([['a'.repeat(500)], ['b']]);
});

test('lines are overwritten where they stand, in the older files too, and appending goes on', () => {
  const file = openRotatingFile(path, LARGEST_BYTES);
  for (const line of ['ä secret', 'b'.repeat(90), 'another secret', 'open']) file.append(line);
  file.overwrite((line) => line.replaceAll('secret', '******'));
  file.append('later');
  file.close();
  expect([linesOf(`${path}.2`), linesOf(`${path}.1`), linesOf(path)]).toEqual([
    ['ä ******'],
    ['b'.repeat(90)],
    ['another ******', 'open', 'later'],
  ]);
});

test('a line that would change its length is left as it is', () => {
  const file = openRotatingFile(path, LARGEST_BYTES);
  file.append('secret');
  expect(() => file.overwrite(() => '')).toThrow('length');
  file.close();
  expect(linesOf(path)).toEqual(['secret']);
});
