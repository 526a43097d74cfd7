/** What a release writes, as pure functions of the files before it. */

const UNRELEASED = '## Unreleased';
const VERSION = /^(\d+)\.(\d+)\.(\d+)$/;

type Numbers = [number, number, number];

const numbersOf = (version: string): Numbers | undefined => {
  const [, major, minor, patch] = VERSION.exec(version) ?? [];
  return major === undefined ? undefined : [Number(major), Number(minor), Number(patch)];
};

const isBelow = (one: Numbers, other: Numbers): boolean => {
  const place = one.findIndex((number, index) => number !== other[index]);
  return place !== -1 && (one[place] ?? 0) < (other[place] ?? 0);
};

/** The text of the section of what is not released yet, without its heading. */
const unreleased = (changelog: string): string =>
  changelog.split(`${UNRELEASED}\n`)[1]?.split(/^## /m)[0]?.trim() ?? '';

const hasEntries = (text: string): boolean => /^- /m.test(text);

const upgradeNotes = (changelog: string): string =>
  unreleased(changelog)
    .split(/^### Upgrade notes\n/m)[1]
    ?.split(/^### /m)[0] ?? '';

export interface Before {
  version: string;
  /** That of package.json. */
  currentVersion: string;
  tags: readonly string[];
  branch: string;
  /** Files that are changed and not committed. */
  changedFiles: readonly string[];
  changelog: string;
  schemaVersion: number | undefined;
  /** That of the last release; undefined if there is none. */
  releasedSchemaVersion: number | undefined;
}

export const tagOf = (version: string): string => `v${version}`;

const versionProblem = ({ version, currentVersion, tags }: Before): string | undefined => {
  const [wanted, current] = [numbersOf(version), numbersOf(currentVersion)];
  if (!wanted) return `"${version}" is no version. Three numbers are: npm run release -- 1.2.0.`;
  if (tags.includes(tagOf(version))) return `The tag ${tagOf(version)} exists already. Choose a higher version.`;
  if (current && isBelow(wanted, current)) return `${version} is below ${currentVersion}, which package.json has.`;
  return undefined;
};

const changelogProblem = ({ changelog, schemaVersion, releasedSchemaVersion }: Before): string | undefined => {
  if (!hasEntries(unreleased(changelog))) return `CHANGELOG.md has no entries under "${UNRELEASED}".`;
  const isRaised = releasedSchemaVersion !== undefined && schemaVersion !== releasedSchemaVersion;
  if (!isRaised || hasEntries(upgradeNotes(changelog))) return undefined;
  return `The schema version was raised from ${releasedSchemaVersion} to ${schemaVersion}: CHANGELOG.md needs "### Upgrade notes" that say how a table is carried over.`;
};

/** Everything that forbids a release, for people; empty if nothing does. */
export const releaseProblems = (before: Before): string[] => {
  const { branch, changedFiles } = before;
  const problems = [
    versionProblem(before),
    branch === 'main' ? undefined : `A release is cut on main, and this is ${branch || 'no branch'}.`,
    changedFiles.length === 0 ? undefined : `These files are not committed: ${changedFiles.join(', ')}.`,
    changelogProblem(before),
  ];
  return problems.filter((problem) => problem !== undefined);
};

/** @param date ISO, a day */
export const releasedChangelog = (changelog: string, version: string, date: string): string =>
  changelog.replace(`${UNRELEASED}\n`, `${UNRELEASED}\n\n## ${version} - ${date}\n`);

/** A manifest or lockfile with another version of the project itself; its form stays as it is. */
export const withVersion = (json: string, version: string): string => {
  const { packages } = JSON.parse(json) as { packages?: unknown };
  let left = packages ? 2 : 1;
  return json.replaceAll(/"version": "[^"]*"/g, (found) => {
    left -= 1;
    return left < 0 ? found : `"version": "${version}"`;
  });
};
