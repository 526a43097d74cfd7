import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { settings } from '#infra/local/process/environment.ts';

/** The version that this product is tested with. */
const TESTED_VERSION = '1.2.1';
/** Releases before this one changed what the engine answers from one to the next. */
const OLDEST_MAJOR = 1;
const VERSION_MAX_MS = 5_000;

/** What Node says of a machine. */
export interface Machine {
  platform: string;
  arch: string;
}

/** The embedded engine's program. */
export interface Dynoxide {
  program: string;
  /** What the person who starts it should know of it. */
  notice: string | undefined;
}

const packageFor = ({ platform, arch }: Machine): string => `@dynoxide/${platform}-${arch}`;

/** The machines whose programs one can run: Windows on Arm runs those for x64, too. */
const runnable = ({ platform, arch }: Machine): Machine[] =>
  platform === 'win32' && arch === 'arm64'
    ? [
        { platform, arch },
        { platform, arch: 'x64' },
      ]
    : [{ platform, arch }];

const fileNameOn = (platform: string): string => (platform === 'win32' ? 'dynoxide.exe' : 'dynoxide');

const packaged = (machine: Machine): string | undefined => {
  const require = createRequire(import.meta.url);
  try {
    const folder = dirname(require.resolve(`${packageFor(machine)}/package.json`));
    const name = fileNameOn(machine.platform);
    return [join(folder, name), join(folder, 'bin', name)].find((file) => existsSync(file));
  } catch {
    return undefined;
  }
};

interface OnPath {
  program: string;
  version: string;
}

/** The `dynoxide` on the PATH, and what it says of itself. */
const onPath = ({ platform }: Machine): OnPath | undefined => {
  const files = settings.programFolders().map((folder) => join(folder, fileNameOn(platform)));
  const program = files.find((file) => existsSync(file));
  if (program === undefined) return undefined;
  const { stdout } = spawnSync(program, ['--version'], { encoding: 'utf8', timeout: VERSION_MAX_MS });
  return { program, version: /\d+\.\d+\.\d+\S*/.exec(stdout ?? '')?.[0] ?? 'unknown' };
};

const isNewEnough = (version: string): boolean => Number.parseInt(version, 10) >= OLDEST_MAJOR;

const noticeOf = ({ program, version }: OnPath): string | undefined =>
  version === TESTED_VERSION
    ? undefined
    : `The database is ${program}, version ${version}; this release was tested with ${TESTED_VERSION}.`;

/** The engine of the installed package, else the one on the PATH unless it is too old. */
export const findDynoxide = (machine: Machine): Dynoxide | undefined => {
  const program = runnable(machine)
    .map(packaged)
    .find((found) => found !== undefined);
  if (program) return { program, notice: undefined };
  const other = onPath(machine);
  return other && isNewEnough(other.version) ? { program: other.program, notice: noticeOf(other) } : undefined;
};

const installCommand = ({ platform, arch }: Machine): string => {
  if (platform === 'darwin') return 'brew install nubo-db/tap/dynoxide';
  if (platform === 'win32' && arch === 'arm64')
    return `npm install --no-save --cpu=x64 @dynoxide/win32-x64@${TESTED_VERSION}`;
  return `cargo install dynoxide-rs --version ${TESTED_VERSION}`;
};

/** For a machine without an engine: what was looked for, and the one command that installs it. */
export const howToInstall = (machine: Machine): string => {
  const other = onPath(machine);
  const found =
    other === undefined
      ? 'no dynoxide is on the PATH'
      : `${other.program} has version ${other.version}, and ${OLDEST_MAJOR}.0.0 is the oldest that will do`;
  return (
    `There is no embedded database for this machine: the package ${packageFor(machine)} is not installed, and ${found}. ` +
    `Install it with "${installCommand(machine)}".`
  );
};
