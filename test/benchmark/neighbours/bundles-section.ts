import type { Measure, Row } from '#test/benchmark/section.ts';
import { otherModule } from './other-module.ts';

interface BundleFigures {
  rows: { function: string; kilobytes: number; importCpuMs: number; ratio: number }[];
  naive: { kilobytes: number; importCpuMs: number };
  kilobytesMax: number;
  heaviestRatio: number;
  medianRatio: number;
}

const ROUNDS = 15;
const QUICK_ROUNDS = 3;
const GOALS = { kilobytes: 517, heaviest: 0.9, median: 0.75 };

const rowsOf = ({ naive, kilobytesMax, heaviestRatio, medianRatio }: BundleFigures): Row[] => [
  { what: 'largest bundle', measured: kilobytesMax, unit: 'KB', goal: { atMost: GOALS.kilobytes } },
  {
    what: 'heaviest import',
    measured: heaviestRatio,
    unit: "times the SDK handler's CPU",
    goal: { atMost: GOALS.heaviest },
  },
  { what: 'median import', measured: medianRatio, unit: "times the SDK handler's CPU", goal: { atMost: GOALS.median } },
  { what: 'the SDK handler itself', measured: naive.kilobytes, unit: 'KB' },
  { what: 'its import', measured: naive.importCpuMs, unit: 'ms of CPU, median' },
];

const tableOf = ({ rows }: BundleFigures): string =>
  [
    '| Lambda | KB | CPU of its import, ms | times the SDK handler |',
    '|---|---|---|---|',
    ...rows
      .toSorted((one, other) => other.ratio - one.ratio)
      .map(
        (row) =>
          `| \`${row.function}\` | ${row.kilobytes.toFixed(0)} | ${row.importCpuMs.toFixed(0)} | ${row.ratio.toFixed(2)} |`,
      ),
  ].join('\n');

/** Sizes and costs of import of the Lambdas behind the HTTP API. */
export const measureBundleSection: Measure = async ({ quick, progress }) => {
  const module = await otherModule('bundles.ts');
  const measure = module?.measureBundles as ((options: { rounds: number }) => Promise<BundleFigures>) | undefined;
  const base = {
    name: 'bundles',
    title: 'Cold starts',
    how: 'Every Lambda behind the HTTP API, bundled as for AWS, beside a handler with the SDK and one GetItem as esbuild bundles it by itself. Imports in fresh processes, in pairs; medians.',
  };
  if (!measure) return { ...base, rows: [] };
  progress('importing every bundle, in pairs');
  const figures = await measure({ rounds: quick ? QUICK_ROUNDS : ROUNDS });
  return { ...base, rows: rowsOf(figures), detail: tableOf(figures) };
};
