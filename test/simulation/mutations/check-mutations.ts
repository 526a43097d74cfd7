import { playSeeds } from '#test/simulation/runner/play-seeds.ts';
import type { Report } from '#test/simulation/runner/report.ts';
import { MUTATIONS, type Mutation } from './mutations.ts';

/**
 * Worlds in which bugs that show late otherwise show soon; they are played first, and all others after them. A change of
 * the product may move such a bug to another world, which costs nothing but time.
 */
export const FIRST_WORLDS: Readonly<Record<string, number>> = {
  'account-stop-unchecked-at-dial': 116,
  'limit-unchecked-at-dial': 124,
  'channel-never-freed': 4,
  'inbound-unswept': 53,
  'announced-unnoted': 8,
  'window-unchecked-at-dial': 41,
  'one-delivery-attempt-too-few': 53,
  'plan-version-unchecked': 47,
  'deletion-answers-at-once': 42,
  'deleted-campaign-starts-on-schedule': 35,
  'lost-claim-never-given-back': 21,
  'inbound-line-not-taken': 27,
  'resent-during-attempt': 21,
  'status-unchecked-at-dial': 20,
  'sent-to-disabled-receiver': 19,
  'do-not-call-unchecked-at-dial': 15,
};

const inOrder = ({ name }: Mutation, seeds: number[]): number[] => {
  const first = FIRST_WORLDS[name];
  return first === undefined ? seeds : [first, ...seeds.filter((seed) => seed !== first)];
};

interface Catch {
  mutation: Mutation;
  seeds: number;
  caught: Report | undefined;
  seconds: number;
}

const tryMutation = async (mutation: Mutation, seeds: number[]): Promise<Catch> => {
  const begin = performance.now();
  let played = 0;
  let caught: Report | undefined;
  const playing = playSeeds({
    seeds: inOrder(mutation, seeds),
    store: 'memory',
    mutation: mutation.name,
    verbose: false,
    stopAtFirst: true,
    skewMs: undefined,
    processes: 1,
    onReport(report) {
      played += 1;
      if (report.violations.length > 0) caught ??= report;
    },
  });
  await playing.catch((error: Error) => console.error(`${mutation.name}: ${error.message}`));
  return { mutation, seeds: played, caught, seconds: (performance.now() - begin) / 1000 };
};

const rowOf = ({ mutation, seeds, caught, seconds }: Catch): string => {
  const by = caught?.violations[0]?.invariant ?? 'NOT CAUGHT';
  return `${mutation.name.padEnd(36)}${String(seeds).padStart(5)} worlds ${seconds.toFixed(1).padStart(6)} s  ${by}`;
};

const isCaught = ({ mutation, caught }: Catch): boolean =>
  caught?.violations.some(({ invariant }) => mutation.caughtBy.some((number) => invariant.startsWith(number))) ?? false;

/** Plants every bug, two at a time; true when the checker finds each of them by an invariant that it breaks. */
export const checkMutations = async (seeds: number[], processes: number): Promise<boolean> => {
  const waiting = [...MUTATIONS];
  const done: Catch[] = [];
  const work = async (): Promise<void> => {
    for (let mutation = waiting.shift(); mutation; mutation = waiting.shift()) {
      const result = await tryMutation(mutation, seeds);
      done.push(result);
      console.log(rowOf(result));
    }
  };
  await Promise.all(Array.from({ length: processes }, work));
  const missed = done.filter((each) => !isCaught(each));
  console.log(`${done.length - missed.length} of ${done.length} planted bugs were found.`);
  for (const { mutation, caught } of missed) {
    const found = caught
      ? `by ${caught.violations[0]?.invariant}, not by ${mutation.caughtBy.join(' or ')}`
      : 'not at all';
    console.log(`${mutation.name} was found ${found}.`);
  }
  return missed.length === 0;
};
