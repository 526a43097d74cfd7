import { enableCompileCache } from 'node:module';
import { plantMutation } from '#test/simulation/mutations/planting/plant-mutation.ts';
import type { RealEngine } from '#test/simulation/store/real-store.ts';
import type { Report } from '#test/simulation/world/report.ts';
import type { WorldOptions } from '#test/simulation/world/world.ts';

/**
 * A process that plays one world after another: its parent sends the orders and gets the reports. The imports are late
 * because a planted bug must be in place before the product's modules are loaded.
 */

export interface Order {
  seed: number;
  onRealEngine: boolean;
  verbose: boolean;
  skewMs: number | undefined;
}

// Hundreds of processes load the same modules, one after another.
enableCompileCache();
plantMutation(process.argv[2]);

const { playSeed } = await import('#test/simulation/world/world.ts');
const { comparedStore } = await import('#test/simulation/store/store.ts');

let engine: RealEngine | undefined;

const openOnEngine = async ({ seed }: Order): Promise<NonNullable<WorldOptions['openStore']>> => {
  const { startRealEngine } = await import('#test/simulation/store/real-store.ts');
  engine ??= await startRealEngine();
  const table = await engine.openTable(`simulation-${process.pid}-${seed}`);
  return async (memory, report) => comparedStore(table, memory, report);
};

const play = async (order: Order): Promise<Report> =>
  playSeed(order.seed, {
    ...(order.skewMs !== undefined && { skewMs: order.skewMs }),
    ...(order.verbose && { print: (line: string) => console.log(line) }),
    ...(order.onRealEngine && { openStore: await openOnEngine(order) }),
  });

process.on('message', (order: Order | 'stop') => {
  if (order === 'stop') {
    void Promise.resolve(engine?.stop()).then(() => process.exit());
    return;
  }
  play(order).then(
    (report) => process.send?.(report),
    (error: Error) => {
      console.error(`Seed ${order.seed} could not be played: ${error.stack}`);
      process.exit(2);
    },
  );
});
// Nobody wants the reports once the parent is gone.
process.on('disconnect', () => process.exit());
process.send?.('ready');
