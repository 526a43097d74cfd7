import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from '@jest/globals';
import { type RunningCarrier, startCarrier } from '#infra/local/carrier/carrier.ts';
import { newSuiteTime, type SuiteTime } from '#test/harness/time/suite-time.ts';
import { type Receiver, startReceiver } from '#test/infra/local/commands/receiver.ts';

/** A carrier and a receiver of its events, new for every test, in the time of their suite. */
export interface CarrierBench {
  time: SuiteTime;
  stateDir: string;
  carrier: RunningCarrier;
  receiver: Receiver;
  /** Starts a carrier on the state that is there. */
  start(): Promise<RunningCarrier>;
  restart(): Promise<void>;
}

export const newCarrierBench = (speed: number): CarrierBench => {
  const bench = {
    time: newSuiteTime(),
    start: () => startCarrier({ stateDir: bench.stateDir, webhookUrl: bench.receiver.url, speed, port: 0 }),
    restart: async () => {
      await bench.carrier.stop();
      bench.carrier = await bench.start();
    },
  } as CarrierBench;

  beforeEach(async () => {
    bench.stateDir = mkdtempSync(join(tmpdir(), 'carrier-'));
    bench.receiver = await startReceiver(() => bench.carrier.publicKey);
    bench.carrier = await bench.start();
  });

  afterEach(async () => {
    await bench.carrier.stop();
    await bench.receiver.stop();
    rmSync(bench.stateDir, { recursive: true });
  });

  return bench;
};
