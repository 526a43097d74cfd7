import type { Capability } from '#shared/ports/capabilities.ts';

export interface BundleSize {
  id: string;
  capabilities: readonly Capability[];
  sizeKb: number;
}

/**
 * Code size is cold-start time. The yardstick is a bundle with nothing but `@aws-sdk/client-dynamodb`, minified, with
 * its full chain of credential providers. What every request passes through (token, rate, body, tenancy, idempotency)
 * comes on top.
 */
const BARE_DYNAMODB_CLIENT_KB = 323;
/** What every log line needs to be read as a metric. */
const METRICS_KB = 3;
export const MEDIAN_BUDGET_KB = BARE_DYNAMODB_CLIENT_KB + METRICS_KB;
/** For every function, of whatever it is made: that of one that asks both Telnyx and the numbering plans, too. */
export const MAX_BUDGET_KB = 517 + METRICS_KB;

/**
 * What a capability may add to the maximum: the SDKs of five language models, with all that is said and found on calls.
 * Whoever erases people alone reaches table, bucket, queues, secrets and carrier, and nobody waits for it.
 */
export const ALLOWANCE_KB: Partial<Record<Capability, number>> = { languageModels: 1_250, 'erasureLog:write': 20 };

const budgetKb = ({ capabilities }: BundleSize): number =>
  MAX_BUDGET_KB + capabilities.reduce((sum, capability) => sum + (ALLOWANCE_KB[capability] ?? 0), 0);

const bySize = <Size extends BundleSize>(sizes: readonly Size[]): Size[] =>
  sizes.toSorted((a, b) => a.sizeKb - b.sizeKb);

const medianKb = (sizes: readonly BundleSize[]): number => bySize(sizes)[Math.floor(sizes.length / 2)]?.sizeKb ?? 0;

/** One line a function, largest last. */
export const sizeTable = (sizes: readonly BundleSize[]): string =>
  bySize(sizes)
    .map(({ id, sizeKb }) => `${id.padEnd(32)}${sizeKb.toFixed(1).padStart(8)} KB`)
    .join('\n');

export const sizeSummary = (sizes: readonly BundleSize[]): string => {
  const largest = bySize(sizes).at(-1);
  if (!largest) return 'No Lambdas to bundle.';
  const { id, sizeKb } = largest;
  return `${sizes.length} Lambdas: median ${medianKb(sizes).toFixed(0)} KB, largest ${sizeKb.toFixed(0)} KB (${id}).`;
};

/** @throws when the median or one of the bundles is over its budget; the message lists every size. */
export const assertWithinBudget = (sizes: readonly BundleSize[]): void => {
  const problems = bySize(sizes)
    .filter((size) => size.sizeKb > budgetKb(size))
    .map((size) => `${size.id} may be ${budgetKb(size).toFixed(0)} KB`);
  if (medianKb(sizes) > MEDIAN_BUDGET_KB) problems.unshift(`the median may be ${MEDIAN_BUDGET_KB.toFixed(0)} KB`);
  if (problems.length === 0) return;
  const advice = 'Look for a dependency that reached the Lambdas by accident.';
  throw new Error(`Lambda bundles are too large: ${problems.join('; ')}. ${advice}\n${sizeTable(sizes)}`);
};
