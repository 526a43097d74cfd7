import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_ROOT } from '#infra/catalog.ts';
import { nearestName } from './nearest-name.ts';
import { type GivenSettings, readSettings, SETTING_NAMES, type Settings, settingProblems } from './settings.ts';

/** Every stage has one file with all that its deployment chooses. */
export const STAGES_DIR = join(PROJECT_ROOT, 'infra', 'stages');

export interface Stage {
  name: string;
  /** As the file has them. */
  given: GivenSettings;
  settings: Settings & { region: string };
}

/** A stage that cannot be deployed, in words for whoever writes its file. */
export class StageError extends Error {}

/** What every stage says, because a default would lead to another stack than the one that is meant. */
const NEEDED = { stackName: 'VoiceAssistantCalling', region: 'eu-central-1' };

const STAGE_NAME = /^[a-z][a-z\d-]{0,39}$/;
/** What the examples have in the place of a value. */
const PLACEHOLDER = /^<.*>$/s;

/** How keys of vendors begin, and private keys. Settings name secrets; they hold none. */
const SECRET_STARTS = /^(whsec_|sk[-_]|rk_(live|test)_|KEY0|xai-|gsk_|AIza|AKIA|ASIA|-----BEGIN )/;
/** Longer than any name that people give a secret, and with nothing that names have. */
const SECRET_LIKE = /^(?=.*\d)(?=.*[A-Za-z])[A-Za-z\d+=_]{32,}$/;
/** Public by their nature, and as long as secrets. */
const PUBLIC_VALUES = ['carrierPublicKey', 'telnyxPublicKey', 'stackName', 'restoredTableName'];

const suggestion = (name: string): string => {
  const nearest = nearestName(name, SETTING_NAMES);
  return nearest === undefined ? 'infra/README.md lists the settings.' : `Did you mean ${nearest}?`;
};

const unknownNames = (given: GivenSettings): string[] =>
  Object.keys(given)
    .filter((name) => !(SETTING_NAMES as string[]).includes(name))
    .map((name) => `${name}: is no setting. ${suggestion(name)}`);

const isPlaceholder = (value: unknown): boolean => typeof value === 'string' && PLACEHOLDER.test(value.trim());

const nothings = (given: GivenSettings): string[] =>
  Object.entries(given)
    .filter(([, value]) => value === null)
    .map(([name]) => `${name}: is null. Leave the line out, or give a value.`);

const placeholders = (given: GivenSettings): string[] =>
  Object.entries(given)
    .filter(([, value]) => isPlaceholder(value))
    .map(([name, value]) => `${name}: still has the placeholder ${String(value)}. Put your own value there.`);

const looksSecret = (name: string, value: unknown): boolean =>
  typeof value === 'string' &&
  !PUBLIC_VALUES.includes(name) &&
  (SECRET_STARTS.test(value.trim()) || SECRET_LIKE.test(value.trim()));

const REMEDY_FOR_SECRETS =
  'Keep it in Secrets Manager and name it here, since this file is in git. Change it at its vendor, if the file was ever committed.';

const secretsInside = (given: GivenSettings): string[] =>
  Object.entries({ ...(given.tags as GivenSettings | undefined), ...given })
    .filter(([name, value]) => looksSecret(name, value))
    .map(([name]) => `${name}: holds what looks like a secret. ${REMEDY_FOR_SECRETS}`);

const problemsOf = (given: GivenSettings): string[] => {
  const found = [...unknownNames(given), ...nothings(given), ...placeholders(given), ...secretsInside(given)];
  const named = new Set(found.map((problem) => problem.split(':')[0]));
  const others = settingProblems(given).filter((problem) => !named.has(problem.split(':')[0]?.split('.')[0]));
  const absent = Object.entries(NEEDED).filter(([name]) => given[name] === undefined);
  return [
    ...found,
    ...others,
    ...absent.map(([name, example]) => `${name}: is needed, such as "${name}": "${example}"`),
  ];
};

/** @throws StageError that names each setting that is wrong. */
export const readStageText = (name: string, text: string): Stage => {
  const file = `infra/stages/${name}.json`;
  const given = parsed(file, text);
  const problems = problemsOf(given);
  if (problems.length > 0) {
    throw new StageError(`${file} cannot be used:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
  }
  return { name, given, settings: readSettings(given) as Stage['settings'] };
};

const parsed = (file: string, text: string): GivenSettings => {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as GivenSettings;
  } catch (error) {
    throw new StageError(`${file} is no JSON: ${(error as Error).message}.`);
  }
  throw new StageError(`${file} must hold one object: { "region": …, … }.`);
};

const stageNames = (folder: string): string[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .map((file) => file.replace(/\.json$/, ''))
    .sort();

/** @throws StageError where there is no such stage, or its file cannot be used. */
export const readStage = (name: string, folder = STAGES_DIR): Stage => {
  const file = join(folder, `${name}.json`);
  if (!STAGE_NAME.test(name) || !existsSync(file)) {
    throw new StageError(
      `There is no stage "${name}". infra/stages/ has: ${stageNames(folder).join(', ')}. A new stage is a copy of one of these files.`,
    );
  }
  return readStageText(name, readFileSync(file, 'utf8'));
};
