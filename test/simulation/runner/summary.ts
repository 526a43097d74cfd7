import { type FaultCounts, noFaults } from '#test/simulation/kernel/faults.ts';
import type { InboundCall } from '#test/simulation/outside/inbound-calls.ts';
import type { Report } from '#test/simulation/world/report.ts';

interface Summary {
  seeds: number;
  dials: number;
  inbound: Record<InboundCall['fate'], number>;
  events: number;
  posts: number;
  delivered: number;
  deadLettered: number;
  steps: number;
  virtualDays: number;
  deadLetters: number;
  faults: FaultCounts;
  violated: Report[];
}

export const emptySummary = (): Summary => ({
  seeds: 0,
  dials: 0,
  inbound: { answered: 0, rejected: 0, gave_up: 0, undecided: 0 },
  events: 0,
  posts: 0,
  delivered: 0,
  deadLettered: 0,
  steps: 0,
  virtualDays: 0,
  deadLetters: 0,
  faults: noFaults(),
  violated: [],
});

const ADDED = ['dials', 'events', 'posts', 'delivered', 'deadLettered', 'steps', 'virtualDays', 'deadLetters'] as const;

export const addReport = (summary: Summary, report: Report): void => {
  summary.seeds += 1;
  for (const field of ADDED) summary[field] += report[field];
  for (const fate of report.inbound) summary.inbound[fate] += 1;
  for (const [kind, count] of Object.entries(report.faults)) summary.faults[kind as keyof FaultCounts] += count;
  if (report.violations.length > 0) summary.violated.push(report);
};

export const describeViolations = ({ seed, violations }: Report): string =>
  violations
    .slice(0, 3)
    .map(({ invariant, message, at }) => `seed ${seed}: [${invariant}] ${message}, at ${new Date(at).toISOString()}`)
    .join('\n');

export const describeSummary = (summary: Summary, seconds: number): string => {
  const { posts, delivered, deadLettered } = summary;
  const { seeds, dials, inbound, events, steps, virtualDays, deadLetters, faults, violated } = summary;
  const rows = Object.entries(faults).map(([kind, count]) => `  ${kind.padEnd(24)}${String(count).padStart(9)}`);
  return [
    `${seeds} worlds in ${seconds.toFixed(1)} s (${(seeds / seconds).toFixed(1)} a second), ${virtualDays.toFixed(0)} virtual days`,
    `${dials} dials, ${events} carrier events, ${steps} steps, ${deadLetters} dead letters`,
    `inbound calls: ${inbound.answered} answered, ${inbound.rejected} rejected, ${inbound.gave_up} rang out`,
    `announcements: ${posts} posts, ${delivered} events delivered, ${deadLettered} given up`,
    'Faults fired:',
    ...rows,
    `${violated.length} worlds violated an invariant`,
  ].join('\n');
};
