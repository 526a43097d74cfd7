import { createInterface } from 'node:readline/promises';
import { StageError } from '#infra/aws/stages.ts';
import { cdkCommandLine } from './cdk.ts';
import { deploy } from './deploy.ts';
import { DeployRefusal } from './deploy-refusal.ts';
import { readDeployOptions, USAGE } from './options.ts';

/** `npm run deploy -- --stage <name>` */

const ask = async (question: string): Promise<boolean | null> => {
  if (!process.stdin.isTTY) return null;
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return /^y(es)?$/i.test((await terminal.question(`${question} [y/N] `)).trim());
  } finally {
    terminal.close();
  }
};

const run = async (): Promise<void> => {
  const options = readDeployOptions(process.argv.slice(2));
  if (options === undefined) return console.log(USAGE);
  await deploy(options, { cdk: cdkCommandLine, print: console.log, ask });
};

run().catch((error: Error) => {
  const isExplained = error instanceof DeployRefusal || error instanceof StageError;
  console.error(isExplained ? error.message : `The deployment failed: ${error.message || error.name}`);
  process.exit(1);
});
