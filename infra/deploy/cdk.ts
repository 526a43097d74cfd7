import { spawn } from 'node:child_process';
import { globSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_ROOT } from '#infra/catalog.ts';
import { DeployRefusal } from './deploy-refusal.ts';

/** What is asked of the CDK's own command line, which prints as it goes. */
export interface Cdk {
  /** Builds the functions and writes the templates that `diff` and `deploy` take. */
  synth(stage: string, isFirstDeployment: boolean): Promise<void>;
  diff(stackName: string): Promise<void>;
  deploy(stackName: string): Promise<void>;
  /** Concurrent Lambda runs that the templates reserve, all together. */
  reservedRuns(): number;
}

const OUT = join(PROJECT_ROOT, 'cdk.out');
const CLI = join(PROJECT_ROOT, 'node_modules', 'aws-cdk', 'bin', 'cdk');
const QUIET = ['--no-notices', '--no-version-reporting'];

const run = async (...args: string[]): Promise<void> => {
  const child = spawn(process.execPath, [CLI, ...args, ...QUIET], { cwd: PROJECT_ROOT, stdio: 'inherit' });
  const { promise, resolve, reject } = Promise.withResolvers<number | null>();
  child.once('error', reject).once('exit', resolve);
  if ((await promise) !== 0) throw new DeployRefusal(`"cdk ${args[0]}" failed; what it printed above says why.`);
};

const templates = (): string[] => globSync('*.template.json', { cwd: OUT }).map((file) => join(OUT, file));

interface Template {
  Resources?: Record<string, { Properties?: { ReservedConcurrentExecutions?: number } }>;
}

const reservedIn = (file: string): number => {
  const { Resources = {} } = JSON.parse(readFileSync(file, 'utf8')) as Template;
  return Object.values(Resources).reduce(
    (sum, { Properties }) => sum + (Properties?.ReservedConcurrentExecutions ?? 0),
    0,
  );
};

export const cdkCommandLine: Cdk = {
  synth(stage, isFirstDeployment) {
    // What another stage left there would count among what this one reserves.
    for (const file of templates()) rmSync(file);
    return run('synth', '-q', '-o', OUT, '-c', `stage=${stage}`, '-c', `firstDeployment=${isFirstDeployment}`);
  },
  diff: (stackName) => run('diff', stackName, '--app', OUT, '--method', 'template'),
  deploy: (stackName) => run('deploy', stackName, '--app', OUT, '--require-approval', 'never', '--progress', 'events'),
  reservedRuns: () => templates().reduce((sum, file) => sum + reservedIn(file), 0),
};
