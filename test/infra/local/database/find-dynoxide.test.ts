import { chmodSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { engineCommand } from '#infra/local/database/engine/dynamodb-engine.ts';
import { StartError } from '#infra/local/process/start-error.ts';
import { withEnvironment } from '#test/harness/stack/environment.ts';

/** Which engine a machine gets: its package's, else the one on the PATH, else DynamoDB Local, else words. */

/** A machine for which no package exists. */
const WITHOUT_PACKAGE = { platform: 'linux', arch: 'riscv64' };

let folder: string;
let jar: string;
let environment: { set(): void; undo(): void };
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'find-dynoxide-'));
  jar = join(folder, 'DynamoDBLocal.jar');
  environment = withEnvironment({ PATH: folder, DYNAMODB_LOCAL_JAR: jar });
  environment.set();
});
afterEach(() => {
  environment.undo();
  rmSync(folder, { recursive: true, force: true });
});

const putOnPath = (says: string): void => {
  const file = join(folder, 'dynoxide');
  writeFileSync(file, `#!/bin/sh\n[ "$1" = --version ] && echo "${says}"\n`);
  chmodSync(file, 0o755);
};

/** Only its path is looked at. */
const putJar = (): void => symlinkSync('/dev/null', jar);

const programOf = (machine = WITHOUT_PACKAGE): string => {
  const { program, arguments: given } = engineCommand(folder, machine);
  return [program, ...given(1)].join(' ');
};

test('the package of the machine comes first, whatever is on the PATH', () => {
  putOnPath('dynoxide 9.9.9');
  putJar();
  expect(programOf(process as { platform: string; arch: string })).toMatch(
    /@dynoxide\/[\w-]+\/dynoxide serve --port 1/,
  );
  expect(engineCommand(folder).notice).toBeUndefined();
});

test('then the dynoxide on the PATH, in silence if it is the version that was tested', () => {
  putOnPath('dynoxide 1.2.1');
  putJar();
  expect(programOf()).toContain(`${join(folder, 'dynoxide')} serve --port 1 `);
  expect(engineCommand(folder, WITHOUT_PACKAGE).notice).toBeUndefined();
});

test('another version on the PATH is used, and said', () => {
  putOnPath('dynoxide 1.3.0-rc.1');
  expect(programOf()).toContain(`${join(folder, 'dynoxide')} serve --port 1 `);
  expect(engineCommand(folder, WITHOUT_PACKAGE).notice).toBe(
    `The database is ${join(folder, 'dynoxide')}, version 1.3.0-rc.1; this release was tested with 1.2.1.`,
  );
});

test('then DynamoDB Local, also before a dynoxide that is too old', () => {
  putJar();
  expect(programOf()).toContain(`java `);
  putOnPath('dynoxide 0.13.0');
  expect(programOf()).toContain(`-jar ${jar}`);
});

const refusal = (machine: { platform: string; arch: string }): string => {
  try {
    engineCommand(folder, machine);
  } catch (error) {
    expect(error).toBeInstanceOf(StartError);
    return (error as Error).message;
  }
  return 'none';
};

test('without any, one command for this machine is told, and what else would do', () => {
  const words = refusal(WITHOUT_PACKAGE);
  expect(words).toContain('the package @dynoxide/linux-riscv64 is not installed, and no dynoxide is on the PATH.');
  expect(words).toContain('Install it with "cargo install dynoxide-rs --version 1.2.1".');
  expect(words).toMatch(/AWS_ENDPOINT_URL_DYNAMODB .* DYNAMODB_LOCAL_JAR/);
  expect(refusal({ platform: 'darwin', arch: 'arm64' })).toContain('"brew install nubo-db/tap/dynoxide"');
  expect(refusal({ platform: 'win32', arch: 'arm64' })).toContain('--cpu=x64 @dynoxide/win32-x64@1.2.1"');
});

test('one that is too old, or tells no version, is named', () => {
  putOnPath('dynoxide 0.13.0');
  expect(refusal(WITHOUT_PACKAGE)).toContain('has version 0.13.0, and 1.0.0 is the oldest that will do');
  putOnPath('help');
  expect(refusal(WITHOUT_PACKAGE)).toContain('has version unknown, and 1.0.0');
});
