import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { PROJECT_ROOT } from '#infra/catalog.ts';

const CHECK = './infra/local/process/check-node.mjs';

/** Loads the check in a process that says it is another Node. */
const checkedAs = (version: string) => {
  const pretend = `data:text/javascript,Object.defineProperty(process,"versions",{value:{node:"${version}"}})`;
  const given = ['--import', pretend, '--import', CHECK, '-e', 'console.log("runs")'];
  return spawnSync(process.execPath, given, { cwd: PROJECT_ROOT, encoding: 'utf8' });
};

test('a Node that is too old is refused in words', () => {
  const { status, stdout, stderr } = checkedAs('20.20.2');
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(/^This runs on Node 24, .* it was started with Node 20\.20\.2\. .* run "npm ci" again/);
});

test('the packaged one, and newer ones, go on', () => {
  expect(checkedAs(process.versions.node).stdout).toBe('runs\n');
  expect(checkedAs('26.1.0').stdout).toBe('runs\n');
});

test('npm start and the tests check first', () => {
  const { scripts } = JSON.parse(readFileSync(join(PROJECT_ROOT, 'package.json'), 'utf8'));
  for (const name of ['start', 'jest']) expect(scripts[name]).toMatch(new RegExp(`^node --import ${CHECK} `));
});
