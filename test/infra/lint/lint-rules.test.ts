import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from '@jest/globals';
import { PROJECT_ROOT } from '#infra/catalog.ts';
import { temporaryFolder } from '#test/infra/aws/temporary-folder.ts';

const folder = temporaryFolder();
for (const part of ['biome.json', 'infra/lint']) {
  cpSync(join(PROJECT_ROOT, part), join(folder, part), { recursive: true });
}

/** What the project's linter says of a file with this text at this place. */
const verdictOn = (path: string, text: string): string => {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
  const { stdout, stderr } = spawnSync('biome', ['lint', path], { cwd: folder, encoding: 'utf8' });
  return stdout + stderr;
};

const NO_CLOCK = 'Take the time as an argument';
const NO_WAITING = 'Wait for an event';
const NO_BOUND = 'No time-outs of single tests';
const NO_TIMERS = "The tests' only timers are in";

test.each([
  ['shared/domain/planted.ts', 'export const at = Date.now();', NO_CLOCK],
  ['functions/planted.ts', 'export const at = new Date();', NO_CLOCK],
  ['shared/engine/planted.ts', 'export const chance = Math.random();', 'Take randomness as an argument'],
  ['test/planted.test.ts', 'await new Promise((resolve) => setTimeout(resolve, 50));', NO_WAITING],
  ['test/engine/planted.test.ts', 'export const signal = AbortSignal.timeout(50);', NO_WAITING],
  ['test/planted.test.ts', "import { setTimeout as sleep } from 'node:timers/promises'; await sleep(1);", NO_TIMERS],
  ['test/planted.test.ts', "import { test } from '@jest/globals'; test('waits', () => {}, 30_000);", NO_BOUND],
  ['test/planted.test.ts', "import { beforeAll } from '@jest/globals'; beforeAll(() => {}, 30_000);", NO_BOUND],
])('the linter refuses in %s: %s', (path, text, words) => {
  expect(verdictOn(path, text)).toContain(words);
});

test.each([
  ['shared/runtime/system.ts', 'export const at = Date.now();'],
  ['test/harness/time/timers.ts', 'export const timer = setTimeout(() => undefined, 50);'],
  ['test/planted.test.ts', "import { test } from '@jest/globals'; test('waits', () => {});"],
])('the linter allows in %s: %s', (path, text) => {
  expect(verdictOn(path, text)).not.toMatch(/plugin/);
});
