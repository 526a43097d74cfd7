import { afterAll, expect, test } from '@jest/globals';
import { type RealEngine, startRealEngine } from './store/real-store.ts';
import { comparedStore } from './store/store.ts';
import { playSeed } from './world/world.ts';

/** A taste of `npm run simulate`, which plays hundreds of worlds. */
const SEEDS = Array.from({ length: 6 }, (_, at) => at + 1);
/** A short world with faults of all kinds; `npm run simulate` plays longer ones there. */
const SEED_ON_ENGINE = 20;
/** Half of the worlds have a receiver, and most of those have many calls. */
const DELIVERED_MIN = 50;

let engine: RealEngine | undefined;

afterAll(() => engine?.stop());

test('no world of the first seeds violates an invariant, and every one of them comes to rest', async () => {
  let delivered = 0;
  for (const seed of SEEDS) {
    const report = await playSeed(seed);
    expect({ seed, violations: report.violations }).toEqual({ seed, violations: [] });
    delivered += report.delivered;
  }
  expect(delivered).toBeGreaterThan(DELIVERED_MIN);
});

test('a world follows from its seed: played again, everything happens again', async () => {
  const lines: string[][] = [[], []];
  for (const trace of lines) await playSeed(7, { print: (line) => trace.push(line) });
  expect(lines[0]?.length).toBeGreaterThan(100);
  expect(lines[0]).toEqual(lines[1]);
});

test('a world is the same on the real engine as in memory', async () => {
  engine = await startRealEngine();
  const table = await engine.openTable('one-world');
  const inMemory = await playSeed(SEED_ON_ENGINE);
  const onEngine = await playSeed(SEED_ON_ENGINE, {
    openStore: async (memory, report) => comparedStore(table, memory, report),
  });
  expect(onEngine.violations).toEqual([]);
  expect(onEngine.digest).toBe(inMemory.digest);
});
