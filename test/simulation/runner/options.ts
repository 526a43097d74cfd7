import { parseArgs } from 'node:util';

export type StoreChoice = 'mixed' | 'memory' | 'dynamodb';

export interface Options {
  seeds: number[];
  store: StoreChoice;
  mutation: string | undefined;
  mutations: boolean;
  /** Whether the world that shows each planted bug is noted for the next time. */
  notesWorlds: boolean;
  verbose: boolean;
  stopAtFirst: boolean;
  /** How far the clocks of invocations may be wrong; each world's own value by default. */
  skewMs: number | undefined;
}

const USAGE = `npm run simulate -- [--seeds 200] [--from 1] [--seed N] [--store memory|dynamodb] [--mutation name] [--skew-seconds N] [--verbose]
  --seeds N      how many worlds to play
  --from N       the first seed
  --seed N       this world alone
  --store S      memory: the table in memory; dynamodb: the embedded engine; without it, every hundredth world on the engine
  --mutation M   plant a bug (test/simulation/mutations/mutations.ts) and expect the checker to find it
  --mutations    plant each bug in turn, and fail if one is not found
  --note-worlds  with --mutations, note the world that shows each bug, to play it first the next time
  --skew-seconds N  clocks of invocations are wrong by up to this; without it by 2 s, in one world of twenty by 15 s
  --verbose      print everything that happens`;

const STORES: readonly string[] = ['mixed', 'memory', 'dynamodb'];
const DEFAULT_SEEDS = 200;

const wholeNumber = (name: string, text: string | undefined, fallback: number): number => {
  const value = text === undefined ? fallback : Number(text);
  if (Number.isInteger(value) && value >= 0) return value;
  throw new Error(`--${name} must be a whole number, not "${text}".\n${USAGE}`);
};

export const readOptions = (args: string[]): Options => {
  const { values } = parseArgs({
    args,
    options: {
      seeds: { type: 'string' },
      from: { type: 'string' },
      seed: { type: 'string' },
      store: { type: 'string', default: 'mixed' },
      mutation: { type: 'string' },
      'skew-seconds': { type: 'string' },
      mutations: { type: 'boolean', default: false },
      'note-worlds': { type: 'boolean', default: false },
      verbose: { type: 'boolean', default: false },
      'stop-at-first': { type: 'boolean', default: false },
    },
  });
  if (!STORES.includes(values.store)) throw new Error(`--store must be memory or dynamodb.\n${USAGE}`);
  const only = values.seed === undefined ? undefined : wholeNumber('seed', values.seed, 0);
  const from = only ?? wholeNumber('from', values.from, 1);
  const skewSeconds = values['skew-seconds'];
  const count = only === undefined ? wholeNumber('seeds', values.seeds, DEFAULT_SEEDS) : 1;
  return {
    seeds: Array.from({ length: count }, (_, at) => from + at),
    store: values.store as StoreChoice,
    mutation: values.mutation,
    mutations: values.mutations,
    notesWorlds: values['note-worlds'],
    verbose: values.verbose,
    stopAtFirst: values['stop-at-first'],
    skewMs: skewSeconds === undefined ? undefined : wholeNumber('skew-seconds', skewSeconds, 0) * 1000,
  };
};
