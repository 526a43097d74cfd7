import { execFileSync, spawnSync } from 'node:child_process';
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { PROJECT_ROOT } from '#infra/catalog.ts';

/** `npm run release` in a small repository of its own. */

const SCHEMA_FILE = 'shared/store/schema-version.ts';

let folder: string;
const file = (name: string): string => join(folder, name);
const read = (name: string): string => readFileSync(file(name), 'utf8');
const git = (...given: string[]): string => execFileSync('git', given, { cwd: folder, encoding: 'utf8' }).trim();
const commit = (): string => {
  git('add', '-A');
  return git('commit', '-qm', 'A change');
};
const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
const release = (...given: string[]) =>
  spawnSync(process.execPath, [join(PROJECT_ROOT, 'infra/release/main.ts'), ...given], {
    cwd: folder,
    encoding: 'utf8',
  });

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'release-'));
  mkdirSync(file('shared/store'), { recursive: true });
  const scripts = { check: 'test ! -e broken', generate: 'node -p "require(\'./package.json\').version" > document' };
  writeFileSync(file('package.json'), json({ name: 'some', version: '0.1.0', type: 'commonjs', scripts }));
  const packages = { '': { name: 'some', version: '0.1.0' }, 'node_modules/other': { version: '0.1.0' } };
  writeFileSync(file('package-lock.json'), json({ name: 'some', version: '0.1.0', lockfileVersion: 3, packages }));
  writeFileSync(file('document'), '0.1.0\n');
  writeFileSync(file(SCHEMA_FILE), 'export const SCHEMA_VERSION = 5;\n');
  writeFileSync(file('CHANGELOG.md'), '# Changelog\n\n## Unreleased\n\n### Calls\n- They ring.\n');
  git('init', '-q', '-b', 'main');
  git('config', 'user.name', 'Some');
  git('config', 'user.email', 'some@example.com');
  commit();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('a release writes its version everywhere, dates the changelog, commits and tags', () => {
  const { status, stdout } = release('0.2.0');
  expect([status, stdout]).toEqual([0, expect.stringContaining('Released 0.2.0.')]);
  const lock = JSON.parse(read('package-lock.json'));
  expect([JSON.parse(read('package.json')).version, lock.version, lock.packages[''].version]).toEqual(
    Array(3).fill('0.2.0'),
  );
  expect(lock.packages['node_modules/other'].version).toBe('0.1.0');
  expect(read('document')).toBe('0.2.0\n');
  expect(read('CHANGELOG.md')).toMatch(
    /^# Changelog\n\n## Unreleased\n\n## 0\.2\.0 - \d{4}-\d\d-\d\d\n\n### Calls\n- They ring\.\n$/,
  );
  expect([git('log', '-1', '--format=%s'), git('tag', '--points-at', 'HEAD'), git('status', '--porcelain')]).toEqual([
    'Release 0.2.0',
    'v0.2.0',
    '',
  ]);
});

test('a dry run writes nothing', () => {
  const before = git('rev-parse', 'HEAD');
  expect(release('0.2.0', '--dry-run').stdout).toContain('0.2.0 could be released');
  expect([git('rev-parse', 'HEAD'), git('tag'), git('status', '--porcelain')]).toEqual([before, '', '']);
});

test.each<[string, string, string, () => void]>([
  ['without a version', '', 'Usage:', () => undefined],
  ['of no version', 'next', '"next" is no version', () => undefined],
  ['of a lower version', '0.0.9', '0.0.9 is below 0.1.0', () => undefined],
  ['of a version that exists', '0.1.0', 'The tag v0.1.0 exists already', () => git('tag', 'v0.1.0')],
  ['on another branch', '0.2.0', 'A release is cut on main, and this is other', () => git('checkout', '-qb', 'other')],
  ['with changed files', '0.2.0', 'not committed: new-file', () => writeFileSync(file('new-file'), '')],
  [
    'without entries',
    '0.2.0',
    'no entries under "## Unreleased"',
    () => {
      writeFileSync(file('CHANGELOG.md'), '# Changelog\n\n## Unreleased\n\n## 0.1.0 - 2026-01-01\n- Old.\n');
      commit();
    },
  ],
  [
    'that fails its checks',
    '0.2.0',
    '"npm run check" failed',
    () => {
      writeFileSync(file('broken'), '');
      commit();
    },
  ],
])('a release %s is refused in words', (_, version, words, prepare) => {
  prepare();
  const head = git('rev-parse', 'HEAD');
  const { status, stderr } = release(version);
  expect([status, stderr]).toEqual([1, expect.stringContaining(words)]);
  expect(git('rev-parse', 'HEAD')).toBe(head);
});

test('a raised schema version asks for upgrade notes', () => {
  release('0.2.0');
  writeFileSync(file(SCHEMA_FILE), 'export const SCHEMA_VERSION = 6;\n');
  writeFileSync(file('CHANGELOG.md'), '# Changelog\n\n## Unreleased\n\n### Calls\n- They ring twice.\n');
  commit();
  expect(release('0.3.0').stderr).toContain('The schema version was raised from 5 to 6');
  appendFileSync(file('CHANGELOG.md'), '\n### Upgrade notes\n- Run "npm run migrate".\n');
  commit();
  expect(release('0.3.0').status).toBe(0);
});
