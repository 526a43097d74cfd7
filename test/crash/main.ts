import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MINUTE_MS } from '#shared/domain/time.ts';
import { sleep } from '#test/harness/time/timers.ts';
import { auditCampaign, prepareCampaign, type Trial } from './campaign.ts';
import { readCarrierTruth } from './carrier-truth.ts';
import { type ServiceProcess, startProcess } from './service-process.ts';

/**
 * `npm run test:crash`: a campaign on the real stack, whose whole process group is killed three times while it dials.
 * Afterwards every contact must be terminal, no attempt dialled twice, the limit never exceeded, and the books right.
 */
const CONTACTS = 100;
const MAX_CONCURRENT_CALLS = 10;
const CARRIER_SPEED = 50;
/** Contacts done when the service is killed, each time. */
const KILLED_AT = [10, 35, 65];
/** Far beyond what a starved machine needs. */
const RECOVERY_DEADLINE_MS = 15 * MINUTE_MS;
const LOOK_AGAIN_MS = 1_000;
const WATCH_MS = 30;

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });

const untilCompleted = async ({ client, campaignId }: Trial): Promise<number> => {
  const begin = Date.now();
  for (;;) {
    const { campaign } = await client.getCampaign({ id: campaignId });
    const seconds = Math.round((Date.now() - begin) / 1000);
    if (campaign.status === 'completed') return seconds;
    if (seconds * 1000 > RECOVERY_DEADLINE_MS) {
      throw new Error(
        `The campaign is still ${campaign.status} with ${JSON.stringify(campaign.contact_status_counts)}.`,
      );
    }
    if (seconds % 15 === 0)
      console.log(`  ${seconds} s: ${campaign.contacts_completed} of ${campaign.total_contacts} done`);
    await sleep(LOOK_AGAIN_MS);
  }
};

const untilDone = async ({ client, campaignId }: Trial, done: number): Promise<number> => {
  for (;;) {
    const { campaign } = await client.getCampaign({ id: campaignId });
    if (campaign.contacts_completed >= done) return campaign.contacts_completed;
    await sleep(WATCH_MS);
  }
};

const crash = async (stateDir: string): Promise<string[]> => {
  const port = await freePort();
  let service: ServiceProcess = await startProcess(stateDir, port, CARRIER_SPEED);
  try {
    const trial = await prepareCampaign(stateDir, CONTACTS, MAX_CONCURRENT_CALLS);
    await trial.client.runCampaign({ id: trial.campaignId });
    for (const done of KILLED_AT) {
      const reached = await untilDone(trial, done);
      await service.kill();
      console.log(`Killed at ${reached} of ${CONTACTS} contacts done.`);
      service = await startProcess(stateDir, port, CARRIER_SPEED);
    }
    const seconds = await untilCompleted(trial);
    const books = await auditCampaign(trial, CONTACTS);
    const { dialedTwice, placed, peakLiveCalls } = readCarrierTruth(stateDir);
    console.log(`Completed ${seconds} s after the last restart: ${placed} dials, at most ${peakLiveCalls} live calls.`);
    return [
      ...books,
      ...dialedTwice.map((attempt) => `The attempt ${attempt} was dialled twice.`),
      ...(peakLiveCalls > MAX_CONCURRENT_CALLS ? [`${peakLiveCalls} calls were live at once.`] : []),
    ];
  } finally {
    await service.stop().catch(() => undefined);
  }
};

const stateDir = mkdtempSync(join(tmpdir(), 'crash-test-'));
const problems = await crash(stateDir);
for (const problem of problems) console.error(problem);
if (problems.length === 0) rmSync(stateDir, { recursive: true, force: true });
else console.error(`The state is kept in ${stateDir}.`);
console.log(problems.length === 0 ? 'Crash test passed.' : 'Crash test FAILED.');
process.exit(problems.length === 0 ? 0 : 1);
