import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PROJECT_ROOT } from '#infra/catalog.ts';
import { readAssembly } from './assembly/read-assembly.ts';
import { askEveryRoute } from './checks/every-route.ts';
import { askEveryWorker } from './checks/every-worker.ts';
import { noticeMissingGrant } from './checks/negative-control.ts';
import { runTour } from './checks/readme-tour.ts';
import { newChecks } from './checks/run-checks.ts';
import { until } from './checks/until.ts';
import { type Deployment, deploy, SIMULATED_SETTINGS } from './deployment.ts';
import { report } from './report.ts';
import { synthesise } from './synthesise.ts';

/**
 * `npm run test:deployed`: what `cdk deploy` would deploy, run as AWS would run it, every function in an environment of
 * its own and under its own policies. Nothing may be denied or fail, and every function and route must have its turn.
 */
/** Callees are patient enough for a busy machine. */
const CARRIER_SPEED = 3;
const ASSEMBLY_DIR = join(PROJECT_ROOT, 'dist', 'deployed', 'simulated');

const stateDir = mkdtempSync(join(tmpdir(), 'deployed-test-'));
const checks = newChecks();
let deployment: Deployment | undefined;

await checks.check('The templates are synthesised.', () => synthesise(PROJECT_ROOT, SIMULATED_SETTINGS, ASSEMBLY_DIR));
await checks.check('They are deployed, and a first account is created.', async () => {
  deployment = await deploy({ stateDir, assembly: readAssembly(ASSEMBLY_DIR), carrierSpeed: CARRIER_SPEED });
});
if (deployment) {
  const deployed = deployment;
  const { stack, credentials } = deployed;
  const { counts } = stack.journal;
  const hasRun = (): boolean => [...counts.values()].every(({ invocations }) => invocations > 0);
  // The tour mostly waits for its calls.
  const tour = checks.check("The README's tour ends well.", () => runTour(credentials, stateDir));
  await checks.check('Webhooks, billing, erasures, schedules and streams work.', () => askEveryWorker(deployed));
  await checks.check('Every route answers.', () => askEveryRoute(stack.url, stack.journal));
  await tour;
  await checks.check('Every function has run.', () => until('every function has run', hasRun));
  checks.note({
    promise: 'Nothing was denied, nothing failed, and everything had its turn.',
    problems: stack.journal.problems(),
  });
  console.log(report(stack.journal, stack.stack()));
  await checks.check('A grant that is taken away is missed.', () => noticeMissingGrant(deployed));
  await deployed.stop();
}
const isWell = checks.end();
if (isWell) rmSync(stateDir, { recursive: true, force: true });
else console.log(`The logs of the functions are kept in ${stateDir}/aws/functions.log.`);
process.exit(isWell ? 0 : 1);
