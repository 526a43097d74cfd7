import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from '@jest/globals';
import { type RunningCarrier, startCarrier } from '#infra/local/carrier/carrier.ts';
import { type Receiver, startReceiver } from './receiver.ts';

/** A carrier and a receiver of its events, new for every test. */
export interface CarrierBench {
  stateDir: string;
  carrier: RunningCarrier;
  receiver: Receiver;
  /** Starts a carrier on the state that is there, at the bench's own speed unless another is given. */
  start(speed?: number): Promise<RunningCarrier>;
  restart(speed?: number): Promise<void>;
}

export const newCarrierBench = (ownSpeed: number): CarrierBench => {
  const bench = {
    start: (speed = ownSpeed) =>
      startCarrier({ stateDir: bench.stateDir, webhookUrl: bench.receiver.url, speed, port: 0 }),
    restart: async (speed = ownSpeed) => {
      await bench.carrier.stop();
      bench.carrier = await bench.start(speed);
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
