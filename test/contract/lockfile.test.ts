import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { PROJECT_ROOT } from '#infra/catalog.ts';

const read = (file: string) => JSON.parse(readFileSync(join(PROJECT_ROOT, file), 'utf8'));

const manifest: Record<string, Record<string, string>> = read('package.json');
const lock: { packages: Record<string, { resolved?: string }> } = read('package-lock.json');

test('every package the project asks for is locked, the optional ones too: npm ci refuses a lockfile without them', () => {
  const wanted = ['dependencies', 'devDependencies', 'optionalDependencies'].flatMap((kind) =>
    Object.keys(manifest[kind] ?? {}),
  );
  expect(wanted.filter((name) => !lock.packages[`node_modules/${name}`])).toEqual([]);
});

test('every version is exact', () => {
  const versions = ['dependencies', 'devDependencies', 'optionalDependencies'].flatMap((kind) =>
    Object.values(manifest[kind] ?? {}),
  );
  expect(versions.filter((version) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
});

test('the lockfile holds no download addresses', () => {
  expect(Object.values(lock.packages).filter(({ resolved }) => resolved?.startsWith('http'))).toEqual([]);
});

/** The machines for which the embedded database is built. */
const ENGINES = ['darwin-arm64', 'darwin-x64', 'linux-arm64', 'linux-x64', 'win32-x64'];

test('the embedded database is locked for every machine that it is built for, in one version', () => {
  const names = ENGINES.map((machine) => `@dynoxide/${machine}`);
  expect(Object.keys(manifest.optionalDependencies ?? {})).toEqual(names);
  const versions = new Set(Object.values(manifest.optionalDependencies ?? {}));
  expect(versions.size).toBe(1);
  const [version] = versions;
  const entry = (machine: string) => {
    const [os, cpu] = machine.split('-');
    return { version, os: [os], cpu: [cpu], optional: true };
  };
  expect(ENGINES.map((machine) => lock.packages[`node_modules/@dynoxide/${machine}`])).toEqual(
    ENGINES.map((machine) => expect.objectContaining(entry(machine))),
  );
});
