import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type Before, releasedChangelog, releaseProblems, tagOf, withVersion } from './release-text.ts';

/** `npm run release -- <version> [--dry-run]`: checks, writes the version, dates the changelog, commits and tags. It pushes nothing. */

const SCHEMA_FILE = 'shared/store/schema-version.ts';
const MANIFESTS = ['package.json', 'package-lock.json'];
const CHANGELOG = 'CHANGELOG.md';
const DAY_CHARACTERS = 10;

const git = (...given: string[]): string =>
  execFileSync('git', given, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trimEnd();

const linesOf = (text: string): string[] => text.split('\n').filter((line) => line !== '');

const schemaVersionIn = (source: string): number | undefined => {
  const found = /SCHEMA_VERSION = (\d+)/.exec(source)?.[1];
  return found === undefined ? undefined : Number(found);
};

const releasedSchemaVersion = (tags: string[]): number | undefined => {
  const [last] = tags;
  return last === undefined ? undefined : schemaVersionIn(git('show', `${last}:${SCHEMA_FILE}`));
};

const lookAround = (version: string): Before => {
  const tags = linesOf(git('tag', '--list', 'v*', '--merged', 'HEAD', '--sort=-version:refname'));
  return {
    version,
    currentVersion: JSON.parse(readFileSync('package.json', 'utf8')).version,
    tags,
    branch: git('branch', '--show-current'),
    changedFiles: linesOf(git('status', '--porcelain')).map((line) => line.slice(3)),
    changelog: readFileSync(CHANGELOG, 'utf8'),
    schemaVersion: schemaVersionIn(readFileSync(SCHEMA_FILE, 'utf8')),
    releasedSchemaVersion: releasedSchemaVersion(tags),
  };
};

const runScript = (name: string): boolean =>
  spawnSync('npm', ['run', '--silent', name], { stdio: 'inherit' }).status === 0;

const refuse = (problems: string[]): never => {
  console.error(problems.join('\n'));
  process.exit(1);
};

const write = ({ version, changelog }: Before): void => {
  for (const file of MANIFESTS) writeFileSync(file, withVersion(readFileSync(file, 'utf8'), version));
  const today = new Date().toISOString().slice(0, DAY_CHARACTERS);
  writeFileSync(CHANGELOG, releasedChangelog(changelog, version, today));
  // The OpenAPI document has the version too.
  if (!runScript('generate')) refuse(['"npm run generate" failed. "git checkout ." undoes what was written.']);
};

const release = (): void => {
  const { values, positionals } = parseArgs({ options: { 'dry-run': { type: 'boolean' } }, allowPositionals: true });
  const [version = '', ...others] = positionals;
  if (version === '' || others.length > 0) refuse(['Usage: npm run release -- <version> [--dry-run]']);
  const before = lookAround(version);
  const problems = releaseProblems(before);
  if (problems.length > 0) refuse(problems);
  if (!runScript('check')) refuse(['"npm run check" failed, so nothing was released.']);
  if (values['dry-run']) {
    console.log(
      `${version} could be released: package.json and lockfile, ${CHANGELOG}, a commit and the tag ${tagOf(version)}. Nothing was written.`,
    );
    return;
  }
  write(before);
  git('commit', '--all', '--message', `Release ${version}`);
  git('tag', '--annotate', tagOf(version), '--message', `Release ${version}`);
  console.log(`Released ${version}. It is on this machine alone: git push --follow-tags origin main`);
};

release();
