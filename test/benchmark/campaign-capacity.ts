import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startDynamodb } from '#infra/local/database/dynamodb.ts';
import { LOCAL_TABLE_NAME } from '#infra/local/process/environment.ts';
import { startService } from '#infra/local/start.ts';
import { HOUR_MS } from '#shared/domain/time.ts';
import { prepareCampaign, type Trial } from '#test/crash/campaign.ts';
import { sleep } from '#test/harness/time/timers.ts';
import { type Meter, startMeteredDynamodb } from './metered-dynamodb.ts';

/**
 * Capacity units per dialled contact, from the ConsumedCapacity of every request of a campaign:
 * `node test/benchmark/campaign-capacity.ts [contacts]`, 100 by default.
 */
const CARRIER_SPEED = 200;
const MAX_CONCURRENT_CALLS = 50;
const LOOK_AGAIN_MS = 250;
const SHOW_EVERY_MS = 20_000;
const DEADLINE_MS = HOUR_MS;

const READS = ['GetItem', 'BatchGetItem', 'Query'];

const sum = (meter: Meter, reads: boolean): number =>
  Object.entries(meter).reduce((units, [operation, n]) => (READS.includes(operation) === reads ? units + n : units), 0);

type Progress = (campaign: { contacts_called: number; contacts_completed: number }, seconds: number) => void;

/** Waits for the end and shows how far it is. */
const untilCompleted = async ({ client, campaignId }: Trial, show: Progress): Promise<void> => {
  const begin = Date.now();
  let shownAt = begin;
  for (;;) {
    const { campaign } = await client.getCampaign({ id: campaignId });
    const now = Date.now();
    if (campaign.status === 'completed' || now - shownAt > SHOW_EVERY_MS) {
      show(campaign, (now - begin) / 1000);
      shownAt = now;
    }
    if (campaign.status === 'completed') return;
    if (now - begin > DEADLINE_MS) throw new Error(`The campaign is still ${campaign.status}.`);
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
  const metered = await startMeteredDynamodb(engine.engine);
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
    await trial.client.runCampaign({ id: trial.campaignId });
    await untilCompleted(trial, ({ contacts_called, contacts_completed }, seconds) => {
      const per = (reads: boolean): string =>
        ((sum(metered.meter, reads) - sum(before, reads)) / contacts_called).toFixed(1);
      console.log(
        `${contacts_completed} of ${contacts} contacts in ${seconds.toFixed(0)} s: ` +
          `${per(false)} write and ${per(true)} read units per dialled contact`,
      );
    });
  } finally {
    await service.stop();
    await metered.stop();
    await engine.stop();
    rmSync(root, { recursive: true, force: true });
  }
};

await measure(Number(process.argv[2] ?? 100));
process.exit(0);
