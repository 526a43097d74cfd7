import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Report } from '#test/simulation/world/report.ts';
import type { StoreChoice } from './options.ts';
import type { Order } from './seed-process.ts';

/** By default one world in this many is played on the real engine. */
const REAL_ENGINE_EVERY = 100;

interface Play {
  seeds: number[];
  store: StoreChoice;
  mutation: string | undefined;
  verbose: boolean;
  stopAtFirst: boolean;
  skewMs: number | undefined;
  processes: number;
  onReport(report: Report): void;
}

const orderOf = (play: Play, seed: number, at: number): Order => ({
  seed,
  verbose: play.verbose,
  skewMs: play.skewMs,
  onRealEngine:
    play.store === 'dynamodb' || (play.store === 'mixed' && at % REAL_ENGINE_EVERY === REAL_ENGINE_EVERY - 1),
});

const startProcess = (mutation: string | undefined): ChildProcess =>
  fork(fileURLToPath(new URL('./seed-process.ts', import.meta.url)), mutation ? [mutation] : [], {
    execArgv: ['--disable-warning=ExperimentalWarning'],
  });

/** Plays seeds on a few processes; each takes the next seed when it is free. */
export const playSeeds = async (play: Play): Promise<void> => {
  const orders = play.seeds.map((seed, at) => orderOf(play, seed, at));
  // Slow worlds go first, since one at the end would leave all other processes idle.
  orders.sort((a, b) => Number(b.onRealEngine) - Number(a.onRealEngine));
  let next = 0;
  let isOver = false;

  const work = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const child = startProcess(play.mutation);
      const giveNext = (): void => {
        const order = isOver ? undefined : orders[next++];
        child.send(order ?? 'stop');
      };
      child.on('message', (message: Report | 'ready') => {
        if (message !== 'ready') {
          play.onReport(message);
          if (play.stopAtFirst && message.violations.length > 0) isOver = true;
        }
        giveNext();
      });
      child.once('error', reject);
      child.once('exit', (code) =>
        code === 0 ? resolve() : reject(new Error(`A simulation process ended with code ${code}.`)),
      );
    });

  await Promise.all(Array.from({ length: Math.min(play.processes, play.seeds.length) }, work));
};
