import type { IdleUsage } from '#infra/costs/measured-usage.ts';
import { type Tally, totalOf } from '#test/benchmark/database/counting-proxy.ts';
import type { Measure, Row, SectionOptions } from '#test/benchmark/section.ts';
import { keepUsage, type MeasuredCase, usageOf } from './case-usage.ts';
import { type Dialled, type DialledCosts, measureDialled, THINGS_SAID } from './dialled-contact.ts';
import { measureSweep } from './sweep-usage.ts';
import { type ContactCosts, printedByOperation, tableByOperation } from './units-by-operation.ts';

/** Answered calls take the machine seconds each, so ten thousand of them would take hours. */
const SIZES = { unanswered: [100, 1_000, 10_000], answered: [100, 1_000] };
const QUICK_SIZES = { unanswered: [100], answered: [100] };
/** Fixed costs of a campaign (its run, its end, the sweep beside it) are spread over its contacts. */
const GROWTH_MAX = 1.05;

const GOALS = {
  unanswered: { writeUnits: 28, readUnits: 45 },
  answered: { writeUnits: 70, readUnits: 120 },
  unansweredReceiver: { writeUnits: 12 },
  answeredReceiver: { writeUnits: 35 },
};

const wordsOf = ({ isAnswered }: Pick<Dialled, 'isAnswered'>): string =>
  isAnswered ? `answered, ${THINGS_SAID} things said` : 'not answered';

const contactCosts = ({ contacts, hasReceiver }: Dialled, { spent }: DialledCosts): ContactCosts => ({
  title: `${contacts.toLocaleString('en')}${hasReceiver ? ' with webhooks' : ''}`,
  contacts,
  spent,
});

interface Run extends Dialled {
  costs: DialledCosts;
  each: Tally;
}

const measure = async (wanted: Dialled, { progress, detail }: SectionOptions): Promise<Run> => {
  const receiver = wanted.hasReceiver ? ', with a receiver of webhooks' : '';
  progress(`${wanted.contacts} contacts, ${wordsOf(wanted)}${receiver}`);
  const costs = await measureDialled(wanted, progress);
  if (detail) progress(`\n${printedByOperation(contactCosts(wanted, costs))}`);
  const { requests, writeUnits, readUnits } = totalOf(costs.spent);
  const each = (n: number): number => n / wanted.contacts;
  return {
    ...wanted,
    costs,
    each: { requests: each(requests), writeUnits: each(writeUnits), readUnits: each(readUnits) },
  };
};

const unitRows = (run: Run): Row[] => {
  const goals = run.isAnswered ? GOALS.answered : GOALS.unanswered;
  const what = `${wordsOf(run)}, ${run.contacts.toLocaleString('en')} contacts`;
  return [
    { what, measured: run.each.writeUnits, unit: 'write units a contact', goal: { atMost: goals.writeUnits } },
    { what, measured: run.each.readUnits, unit: 'read units a contact', goal: { atMost: goals.readUnits } },
    { what, measured: run.each.requests, unit: 'database requests a contact' },
  ];
};

const receiverRows = (without: Run, withReceiver: Run): Row[] => {
  const { writeUnits } = without.isAnswered ? GOALS.answeredReceiver : GOALS.unansweredReceiver;
  const what = `${wordsOf(without)}: what a receiver of webhooks adds`;
  const adds = (field: keyof Tally): number => withReceiver.each[field] - without.each[field];
  return [
    { what, measured: adds('writeUnits'), unit: 'write units a contact', goal: { atMost: writeUnits } },
    { what, measured: adds('readUnits'), unit: 'read units a contact' },
  ];
};

const growthRow = (runs: Run[]): Row[] => {
  const [first, last] = [runs[0], runs.at(-1)];
  if (!first || !last || first === last) return [];
  const what = `${wordsOf(first)}: ${last.contacts.toLocaleString('en')} contacts to ${first.contacts}`;
  const measured = last.each.writeUnits / first.each.writeUnits;
  return [{ what, measured, unit: 'times the write units', goal: { atMost: GROWTH_MAX } }];
};

const measureKind = async (isAnswered: boolean, options: SectionOptions) => {
  const sizes = (options.quick ? QUICK_SIZES : SIZES)[isAnswered ? 'answered' : 'unanswered'];
  const runs: Run[] = [];
  for (const contacts of sizes.filter((size) => size <= options.largest))
    runs.push(await measure({ contacts, isAnswered, hasReceiver: false }, options));
  const first = runs[0] as Run;
  const receiver = await measure({ contacts: first.contacts, isAnswered, hasReceiver: true }, options);
  const rows = [...runs.flatMap(unitRows), ...growthRow(runs), ...receiverRows(first, receiver)];
  const cases: MeasuredCase = { without: usageOf(first), withReceiver: usageOf(receiver) };
  const table = tableByOperation(
    wordsOf(first),
    [...runs, receiver].map((run) => contactCosts(run, run.costs)),
  );
  return { rows, cases, table };
};

const idleRows = (what: string, { readUnits, writeUnits }: IdleUsage): Row[] => [
  { what, measured: readUnits, unit: 'read units' },
  { what, measured: writeUnits, unit: 'write units' },
];

/** What a dialled contact costs, by what the service asked its database for. */
export const measureCampaignUnits: Measure = async (options) => {
  const unanswered = await measureKind(false, options);
  const answered = await measureKind(true, options);
  options.progress('minutes in which nobody calls');
  const idle = await measureSweep();
  if (!options.quick) keepUsage({ unanswered: unanswered.cases, answered: answered.cases, ...idle });
  return {
    name: 'campaign-units',
    title: 'A dialled contact',
    how:
      'Capacity units by `ConsumedCapacity` of every request of a campaign whose contacts are all called once, from `run` ' +
      'to the last conclusion, with the sweep that runs beside it and without what creates contacts. Webhooks: one receiver that takes every event at once.',
    rows: [
      ...unanswered.rows,
      ...answered.rows,
      ...idleRows('the sweep of a minute in which nobody calls', idle.sweep),
      ...idleRows('what a campaign adds to it that waits for its hour', idle.waitingCampaign),
    ],
    detail: [unanswered.table, answered.table].join('\n\n'),
  };
};
