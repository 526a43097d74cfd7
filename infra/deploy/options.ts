import { parseArgs } from 'node:util';
import { nearestName } from '#infra/aws/nearest-name.ts';
import { DeployRefusal } from './deploy-refusal.ts';

export const USAGE = `npm run deploy -- --stage <name> [--check-only | --dry-run] [--yes [--create]] [--drop <setting>] [--adopt]

  --stage <name>    deploys what infra/stages/<name>.json says
  --check-only      looks whether a deployment can succeed: credentials, region, bootstrap, secrets, limits. Changes nothing
  --dry-run         ends after showing what would change
  --yes             asks nothing, for CI
  --create          lets --yes create a stack that does not exist yet
  --drop <setting>  the deployed stack has a setting that the file lost or weakened, and that is meant; may be repeated
  --adopt           the deployed stack carries no settings, because no stage made it; from here on it does`;

const FLAGS = ['check-only', 'dry-run', 'yes', 'create', 'adopt', 'help'] as const;
const NAMES = ['stage', 'drop', ...FLAGS];

export interface DeployOptions {
  stage: string;
  isCheckOnly: boolean;
  isDryRun: boolean;
  isConfirmed: boolean;
  mayCreate: boolean;
  mayAdopt: boolean;
  /** Settings that may be lost or weakened. */
  dropped: readonly string[];
}

const assertKnown = (args: readonly string[]): void => {
  for (const arg of args) {
    const name = /^--([^=]+)/.exec(arg)?.[1];
    if (name === undefined || NAMES.includes(name)) continue;
    const nearest = nearestName(name, NAMES);
    throw new DeployRefusal(
      `There is no option --${name}.${nearest ? ` Did you mean --${nearest}?` : ''}\nUsage: ${USAGE}`,
    );
  }
};

const parsed = (args: string[]) => {
  assertKnown(args);
  try {
    const flags = Object.fromEntries(FLAGS.map((name) => [name, { type: 'boolean' as const, default: false }]));
    const options = { ...flags, stage: { type: 'string' as const }, drop: { type: 'string' as const, multiple: true } };
    return parseArgs({ args, options }).values as Record<(typeof FLAGS)[number], boolean> & {
      stage?: string;
      drop?: string[];
    };
  } catch (error) {
    throw new DeployRefusal(`${(error as Error).message}\nUsage: ${USAGE}`);
  }
};

/**
 * Undefined where help was asked for.
 * @throws DeployRefusal for options that do not exist, and without a stage.
 */
export const readDeployOptions = (args: string[]): DeployOptions | undefined => {
  const values = parsed(args);
  if (values.help) return undefined;
  if (!values.stage) throw new DeployRefusal(`Say which stage: --stage <name>.\nUsage: ${USAGE}`);
  return {
    stage: values.stage,
    isCheckOnly: values['check-only'],
    isDryRun: values['dry-run'],
    isConfirmed: values.yes,
    mayCreate: values.create,
    mayAdopt: values.adopt,
    dropped: values.drop ?? [],
  };
};
