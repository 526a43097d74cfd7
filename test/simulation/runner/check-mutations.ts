import { noteFirstWorlds, readFirstWorlds } from '#test/simulation/mutations/first-worlds.ts';
import type { Mutation } from '#test/simulation/mutations/mutation.ts';
import { MUTATIONS } from '#test/simulation/mutations/mutations.ts';
import type { Report } from '#test/simulation/world/report.ts';
import { playSeeds } from './play-seeds.ts';

/** Bugs that show within so many worlds need no world of their own. */
const SOON = 2;

/** The world that soon shows the bug comes first, before all others. */
const inOrder = (firstWorld: number | undefined, seeds: number[]): number[] =>
  firstWorld === undefined ? seeds : [firstWorld, ...seeds.filter((seed) => seed !== firstWorld)];

interface Catch {
  mutation: Mutation;
  seeds: number;
  caught: Report | undefined;
  seconds: number;
}

const tryMutation = async (mutation: Mutation, seeds: number[], firstWorld: number | undefined): Promise<Catch> => {
  const begin = performance.now();
  let played = 0;
  let caught: Report | undefined;
  const playing = playSeeds({
    seeds: inOrder(firstWorld, seeds),
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
  caught?.violations.some(({ invariant }) => mutation.caughtBy.some((number) => invariant.startsWith(`${number} `))) ??
  false;

const lateOnes = (done: Catch[], known: Record<string, number>): Record<string, number> =>
  Object.fromEntries(
    done
      .filter(isCaught)
      .flatMap(({ mutation: { name }, seeds, caught }): [string, number][] =>
        caught && (seeds > SOON || name in known) ? [[name, caught.seed]] : [],
      ),
  );

/**
 * Plants every bug, two at a time; true when the checker finds each by an invariant that it breaks. On demand it notes
 * the world that showed each, to be played first the next time.
 */
export const checkMutations = async (seeds: number[], processes: number, notesWorlds: boolean): Promise<boolean> => {
  const firstWorlds = readFirstWorlds();
  const waiting = [...MUTATIONS];
  const done: Catch[] = [];
  const work = async (): Promise<void> => {
    for (let mutation = waiting.shift(); mutation; mutation = waiting.shift()) {
      const result = await tryMutation(mutation, seeds, firstWorlds[mutation.name]);
      done.push(result);
      console.log(rowOf(result));
      // A run that is stopped keeps what it has found.
      if (notesWorlds) noteFirstWorlds({ ...firstWorlds, ...lateOnes(done, firstWorlds) });
    }
  };
  await Promise.all(Array.from({ length: processes }, work));
  if (notesWorlds) noteFirstWorlds(lateOnes(done, firstWorlds));
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
