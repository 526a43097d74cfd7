import type { Measure, Row } from '#test/benchmark/section.ts';
import { type BundleFigures, importBundles } from './import-bundles.ts';

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
export const measureBundles: Measure = async ({ quick, progress }) => {
  progress('importing every bundle, in pairs');
  const figures = await importBundles(quick ? QUICK_ROUNDS : ROUNDS);
  return {
    name: 'bundles',
    title: 'Cold starts',
    how: 'Every Lambda behind the HTTP API, bundled as for AWS, beside a handler with the SDK and one GetItem as esbuild bundles it by itself. Imports in fresh processes, in pairs; medians.',
    rows: rowsOf(figures),
    detail: tableOf(figures),
  };
};
