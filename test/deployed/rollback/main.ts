import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { PROJECT_ROOT } from '#infra/catalog.ts';
import { auditCampaign, prepareCampaign, type Trial } from '#test/crash/campaign.ts';
import { readCarrierTruth } from '#test/crash/carrier-truth.ts';
import { readAssembly } from '#test/deployed/assembly/read-assembly.ts';
import { newChecks } from '#test/deployed/checks/run-checks.ts';
import { until } from '#test/deployed/checks/until.ts';
import { type Deployment, deploy, SIMULATED_SETTINGS } from '#test/deployed/deployment.ts';
import { synthesise } from '#test/deployed/synthesise.ts';
import { checkOut, rollbackProblem, schemaVersionIn } from './releases.ts';

/**
 * `npm run rollback -- --from <git ref>`: an older release is deployed into the emulated account, updated to the working
 * tree in mid-campaign, and rolled back while it still dials. Afterwards every contact must be terminal, no attempt
 * dialled twice, the books right, and nothing denied or failed.
 */
const USAGE = 'npm run rollback -- --from <git ref of the older release>';
const CONTACTS = 40;
const MAX_CONCURRENT_CALLS = 5;
const CARRIER_SPEED = 20;
/** Contacts done at the update, and at the roll-back. */
const UPDATED_AT = 10;
const ROLLED_BACK_AT = 20;

const refOf = (): string => {
  const { from } = parseArgs({ options: { from: { type: 'string' } } }).values;
  if (!from) throw new Error(`Usage: ${USAGE}`);
  return from;
};

const isDone =
  ({ client, campaignId }: Trial, contacts: number) =>
  async (): Promise<boolean> =>
    (await client.getCampaign({ id: campaignId })).campaign.contacts_completed >= contacts;

const isCompleted =
  ({ client, campaignId }: Trial) =>
  async (): Promise<boolean> =>
    (await client.getCampaign({ id: campaignId })).campaign.status === 'completed';

/** What is wrong once all is over. */
const problemsOf = async (trial: Trial, { stack, stateDir }: Deployment): Promise<string[]> => {
  const { dialedTwice, peakLiveCalls } = readCarrierTruth(stateDir);
  const { denials, gaps, failures, serverErrors } = stack.journal;
  return [
    ...(await auditCampaign(trial, CONTACTS)),
    ...dialedTwice.map((attempt) => `The attempt ${attempt} was dialled twice.`),
    ...(peakLiveCalls > MAX_CONCURRENT_CALLS ? [`${peakLiveCalls} calls were live at once.`] : []),
    ...[...denials.keys(), ...gaps, ...failures, ...serverErrors],
  ];
};

const stateDir = mkdtempSync(join(tmpdir(), 'rollback-test-'));
const checks = newChecks();
const older = checkOut(refOf());
const [olderDir, newerDir] = [join(stateDir, 'older'), join(PROJECT_ROOT, 'dist', 'deployed', 'simulated')];

const tryRollback = async (): Promise<void> => {
  const problem = rollbackProblem(schemaVersionIn(older.folder), schemaVersionIn(PROJECT_ROOT));
  if (problem) return checks.note({ promise: 'Both releases know the same table.', problems: [problem] });
  await checks.check(`The release ${older.commit} and the working tree are synthesised.`, async () => {
    await synthesise(older.folder, SIMULATED_SETTINGS, olderDir);
    await synthesise(PROJECT_ROOT, SIMULATED_SETTINGS, newerDir);
  });
  const [olderRelease, newerRelease] = [readAssembly(olderDir), readAssembly(newerDir)];
  const deployment = await deploy({ stateDir, assembly: olderRelease, carrierSpeed: CARRIER_SPEED });
  try {
    const trial = await prepareCampaign(stateDir, CONTACTS, MAX_CONCURRENT_CALLS);
    await checks.check('The older release begins a campaign.', async () => {
      await trial.client.runCampaign({ id: trial.campaignId });
      await until(`${UPDATED_AT} contacts are done`, isDone(trial, UPDATED_AT));
    });
    await checks.check('The newer release goes on.', async () => {
      await deployment.stack.deploy(newerRelease);
      await until(`${ROLLED_BACK_AT} contacts are done`, isDone(trial, ROLLED_BACK_AT));
    });
    await checks.check('The older release finishes after the roll-back.', async () => {
      await deployment.stack.deploy(olderRelease);
      await until('the campaign is completed', isCompleted(trial));
    });
    const problems = await problemsOf(trial, deployment);
    checks.note({ promise: 'Each contact is terminal, dialled once an attempt, and counted once.', problems });
  } finally {
    await deployment.stop();
  }
};

try {
  await checks.check('The roll-back was tried to its end.', tryRollback);
} finally {
  older.remove();
}
const isWell = checks.end();
if (isWell) rmSync(stateDir, { recursive: true, force: true });
else console.log(`The logs are kept in ${stateDir}.`);
process.exit(isWell ? 0 : 1);
