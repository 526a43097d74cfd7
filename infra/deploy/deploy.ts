import type { GivenSettings } from '#infra/aws/settings.ts';
import { readStage, STAGES_DIR, type Stage } from '#infra/aws/stages.ts';
import type { Cdk } from './cdk.ts';
import { type Check, checkAccount, checkConcurrency } from './checks.ts';
import { DeployRefusal } from './deploy-refusal.ts';
import { type DeployedStack, readDeployedSettings, readDeployedStack } from './deployed-stack.ts';
import { nextSteps } from './next-steps.ts';
import type { DeployOptions } from './options.ts';
import { differenceInWords, settingsDifference, unmeant } from './settings-difference.ts';

export interface DeployPorts {
  cdk: Cdk;
  print(line: string): void;
  /** Whether the person says yes; null where nobody can be asked. */
  ask(question: string): Promise<boolean | null>;
  /** Where the stages are. */
  stagesDir?: string;
}

/** A stack that never came to be: the CDK removes what is left of it. */
const NEVER_CREATED = ['ROLLBACK_COMPLETE', 'REVIEW_IN_PROGRESS'];
const CHANGEABLE = ['CREATE_COMPLETE', 'UPDATE_COMPLETE', 'UPDATE_ROLLBACK_COMPLETE', 'IMPORT_COMPLETE'];

const assertAllFound = (checks: readonly Check[], print: DeployPorts['print']): void => {
  for (const { outcome, words } of checks) print(`  ${outcome.padEnd(8)} ${words}`);
  if (checks.some(({ outcome }) => outcome === 'missing')) {
    throw new DeployRefusal('Nothing was deployed: what is missing above comes first.');
  }
};

/** @throws DeployRefusal while CloudFormation cannot take a change of the stack. */
const assertChangeable = ({ name, status }: DeployedStack, stage: string): void => {
  if (CHANGEABLE.includes(status)) return;
  const remedy = status.endsWith('_IN_PROGRESS')
    ? 'Wait until that has ended.'
    : `See its events in the CloudFormation console; "npx cdk rollback -c stage=${stage}" takes up a roll-back that failed.`;
  throw new DeployRefusal(`The stack ${name} is ${status}, which takes no change. ${remedy}`);
};

/** The stack of a stage; undefined where its deployment is the first. */
const findStack = async ({ name, settings }: Stage): Promise<DeployedStack | undefined> => {
  const stack = await readDeployedStack(settings.stackName, settings.region);
  if (stack === undefined || NEVER_CREATED.includes(stack.status)) return undefined;
  assertChangeable(stack, name);
  return stack;
};

const assertMeant = (
  deployed: GivenSettings,
  { name, given }: Stage,
  options: DeployOptions,
  print: DeployPorts['print'],
): void => {
  const difference = settingsDifference(deployed, given);
  const lines = differenceInWords(difference);
  print(
    lines.length > 0
      ? 'Settings, the deployed stack against the file:'
      : 'Settings: the deployed stack has those of the file.',
  );
  for (const line of lines) print(`  ${line}`);
  const refused = unmeant(difference, options.dropped);
  if (refused.length === 0) return;
  throw new DeployRefusal(
    `Nothing was deployed. infra/stages/${name}.json would take something away:\n  ${refused.join('\n  ')}`,
  );
};

const compareSettings = async (stage: Stage, options: DeployOptions, print: DeployPorts['print']): Promise<void> => {
  const { stackName, region } = stage.settings;
  const deployed = await readDeployedSettings(stackName, region);
  if (deployed !== undefined) return assertMeant(deployed, stage, options, print);
  if (!options.mayAdopt) {
    throw new DeployRefusal(
      `The stack ${stackName} carries no settings, because no stage made it: what the file would take away cannot be seen. Look at ` +
        '--dry-run --adopt, and deploy with --adopt when the difference of resources is what you want.',
    );
  }
  print('Settings: the deployed stack carries none. Read the difference of resources with care.');
};

const confirm = async (question: string, isNew: boolean, options: DeployOptions, ports: DeployPorts): Promise<void> => {
  if (options.isConfirmed && isNew && !options.mayCreate) {
    throw new DeployRefusal(
      'Nothing was deployed: the stack does not exist yet, and --yes creates one only together with --create.',
    );
  }
  if (options.isConfirmed) return;
  const answer = await ports.ask(question);
  if (answer === null)
    throw new DeployRefusal('Nothing was deployed: nobody can be asked here. Say --yes to go on without.');
  if (!answer) throw new DeployRefusal('Nothing was deployed.');
};

/** A first deployment leaves out what would survive its failure; one that follows at once brings it. */
const carryOut = async ({ name, settings }: Stage, isNew: boolean, { cdk, print }: DeployPorts): Promise<void> => {
  await cdk.deploy(settings.stackName);
  if (!isNew || !settings.retain) return;
  print('The stack is there. A second step protects its table and the stack itself from deletion.');
  await cdk.synth(name, false);
  await cdk.deploy(settings.stackName);
};

/**
 * Deploys a stage, having shown what that changes.
 * @throws DeployRefusal, StageError
 */
export const deploy = async (options: DeployOptions, ports: DeployPorts): Promise<void> => {
  const { cdk, print, stagesDir = STAGES_DIR } = ports;
  const stage = readStage(options.stage, stagesDir);
  const { stackName, region } = stage.settings;
  print(`Stage ${stage.name}: stack ${stackName} in ${region}.`);
  assertAllFound(await checkAccount(stage), print);
  const stack = await findStack(stage);
  if (stack && !options.isCheckOnly) await compareSettings(stage, options, print);
  await cdk.synth(stage.name, stack === undefined);
  assertAllFound([await checkConcurrency(region, cdk.reservedRuns())], print);
  if (options.isCheckOnly) return print('A deployment has what it needs. Nothing was changed.');
  if (stack) await cdk.diff(stackName);
  else print(`The stack ${stackName} does not exist yet in ${region}: everything is new.`);
  if (options.isDryRun) return print('Nothing was changed.');
  const question = stack ? `Change the stack ${stackName}?` : `Create the stack ${stackName}?`;
  await confirm(question, stack === undefined, options, ports);
  await carryOut(stage, stack === undefined, ports);
  const deployed = await readDeployedStack(stackName, region);
  for (const line of nextSteps(stage, deployed?.outputs ?? {}, stack === undefined)) print(line);
};
