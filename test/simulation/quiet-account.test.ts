import { expect, test } from '@jest/globals';
import { MINUTE_MS } from '#shared/domain/time.ts';
import { UNBOUNDED } from './plan/bounds-plan.ts';
import type { CampaignPlan, ContactPlan } from './plan/campaign-plan.ts';
import type { Scenario } from './plan/scenario.ts';
import { World } from './world/world.ts';

/**
 * The busy account's contacts. Its campaign is bounded by permits and rate, so more would change nothing but the wait.
 */
const BUSY_CONTACTS = 500;
const QUIET_CONTACTS = 10;
const WORLDS = 3;

const contacts = (count: number, areaCode: string): ContactPlan[] =>
  Array.from({ length: count }, (_, at) => ({
    phone: `+1${areaCode}${String(2_000_000 + at * 10)}`,
    timezone: null,
    doNotCall: false,
  }));

const campaign = (account: number, size: number, runsAfterMs: number): CampaignPlan => ({
  account,
  contacts: Array.from({ length: size }, (_, at) => at),
  maxConcurrentCalls: 1_000,
  maxAttempts: 1,
  retryDelayMinutes: 0,
  retryOnVoicemail: false,
  window: null,
  scheduledStartMinutes: null,
  maxCalls: null,
  runsAfterMs,
  runsTwice: false,
  isFinished: true,
});

/** Two accounts on one connection and nothing that goes wrong. The quiet one starts a while after the busy one. */
const beside =
  (busyContacts: number, startsMs: number) =>
  (planned: Scenario): Scenario => {
    const quiet = campaign(1, QUIET_CONTACTS, startsMs);
    return {
      ...planned,
      strain: 'none',
      intensity: 0,
      skewMs: 0,
      maxConcurrentCallsPerAccount: 100,
      maxDialsPerSecond: 30,
      connection: { dialsPerSecond: 30, concurrentCalls: null },
      shortages: [],
      bounds: UNBOUNDED,
      isCharged: false,
      actions: [],
      inbound: [],
      webhook: null,
      contacts: contacts(busyContacts, '415'),
      campaigns: [campaign(0, busyContacts, 0), quiet],
      neighbours: [{ contacts: contacts(QUIET_CONTACTS, '628'), campaign: quiet }],
    };
  };

/** Milliseconds from the quiet account's run to its first dial. */
const firstDialMs = async (seed: number, busyContacts: number, startsMs: number): Promise<number> => {
  const world = new World(seed, { replan: beside(busyContacts, startsMs) });
  await world.found({});
  const first = () => world.outside.carrier.dials.find(({ to }) => to.startsWith('+1628'));
  const { startsAt } = world.scenario;
  await world.kernel.run(startsAt + MINUTE_MS, () => first() !== undefined);
  expect(world.checker.violations).toEqual([]);
  return (first()?.at ?? Number.POSITIVE_INFINITY) - startsAt - startsMs;
};

const median = (numbers: number[]): number => numbers.toSorted((one, other) => one - other)[1] as number;

test.each([0, 700, 2_300, 4_900, 15_000])(
  'an account that starts %d ms after a busy one dials first within twice its time alone',
  async (startsMs) => {
    const times = async (busyContacts: number): Promise<number> => {
      const each: number[] = [];
      for (let seed = 1; seed <= WORLDS; seed++) each.push(await firstDialMs(seed, busyContacts, startsMs));
      return median(each);
    };
    expect(await times(BUSY_CONTACTS)).toBeLessThanOrEqual(2 * (await times(0)));
  },
);
