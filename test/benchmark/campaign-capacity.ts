import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startDynamodb } from '#infra/local/dynamodb.ts';
import { LOCAL_TABLE_NAME } from '#infra/local/environment.ts';
import { startService } from '#infra/local/start.ts';
import { prepareCampaign, type Trial } from '#test/crash/campaign.ts';
import { type Meter, startMeteredDynamodb } from './metered-dynamodb.ts';

/**
 * Capacity units per dialled contact, from the ConsumedCapacity of every request of a campaign:
 * `node test/benchmark/campaign-capacity.ts [contacts]`, 100 by default.
 */
const CARRIER_SPEED = 200;
const MAX_CONCURRENT_CALLS = 50;
const LOOK_AGAIN_MS = 250;
const DEADLINE_MS = 15 * 60_000;

const READS = ['GetItem', 'BatchGetItem', 'Query'];

const sum = (meter: Meter, reads: boolean): number =>
  Object.entries(meter).reduce((units, [operation, n]) => (READS.includes(operation) === reads ? units + n : units), 0);

const untilCompleted = async ({ client, campaignId }: Trial): Promise<void> => {
  const deadline = Date.now() + DEADLINE_MS;
  for (;;) {
    const { campaign } = await client.getCampaign({ id: campaignId });
    if (campaign.status === 'completed') return;
    if (Date.now() > deadline) throw new Error(`The campaign is still ${campaign.status}.`);
    await sleep(LOOK_AGAIN_MS);
  }
};

const measure = async (contacts: number): Promise<void> => {
  const root = mkdtempSync(join(tmpdir(), 'campaign-capacity-'));
  const stateDir = join(root, 'service');
  mkdirSync(join(root, 'engine'));
  const onDeath = (message: string): void => console.error(message);
  const engine = await startDynamodb({
    stateDir: join(root, 'engine'),
    tableName: LOCAL_TABLE_NAME,
    endpoint: undefined,
    onPid: () => undefined,
    onDeath,
  });
  const metered = await startMeteredDynamodb(engine.url);
  const service = await startService({
    port: 0,
    stateDir,
    carrierSpeed: CARRIER_SPEED,
    dynamodbEndpoint: metered.url,
    log: () => undefined,
    onDeath,
  });
  try {
    const trial = await prepareCampaign(stateDir, contacts, MAX_CONCURRENT_CALLS);
    const before = { ...metered.meter };
    const begin = Date.now();
    await trial.client.runCampaign({ id: trial.campaignId });
    await untilCompleted(trial);
    const seconds = (Date.now() - begin) / 1000;
    const { campaign } = await trial.client.getCampaign({ id: trial.campaignId });
    const per = (reads: boolean): string =>
      ((sum(metered.meter, reads) - sum(before, reads)) / campaign.contacts_called).toFixed(1);
    console.log(
      `${contacts} contacts: ${per(false)} write and ${per(true)} read units per dialled contact, ` +
        `${(campaign.contacts_called / seconds).toFixed(1)} contacts a second`,
    );
    for (const [operation, units] of Object.entries(metered.meter)) {
      const perContact = ((units - (before[operation] ?? 0)) / campaign.contacts_called).toFixed(1);
      console.log(`  ${operation.padEnd(20)}${perContact}`);
    }
  } finally {
    await service.stop();
    await metered.stop();
    await engine.stop();
    rmSync(root, { recursive: true, force: true });
  }
};

await measure(Number(process.argv[2] ?? 100));
process.exit(0);
