import { REGION_LATENCIES } from '#test/benchmark/database/counting-proxy.ts';
import { type Measure, median, type Row } from '#test/benchmark/section.ts';
import { dialsPerSecond, medianEmptyMs } from './slot-times.ts';
import { type TimedTrial, timeTrial } from './timed-trial.ts';

const latencies = REGION_LATENCIES;
const FAST = { slots: 50, carrierSpeed: 50, contacts: 1_000, latencies };
const STEADY = { slots: 20, carrierSpeed: 5, contacts: 300, latencies };
const QUICK_CONTACTS = { fast: 300, steady: 100 };

const CALLS_PER_SECOND_MIN = 25;
const EMPTY_MS_MAX = 400;
const RUN_MS_MAX = 500;
const REQUESTS_MAX = 20;

/** What a contact costs where calls end together, and where they end one by one. */
const costRows = ({ spent }: TimedTrial, contacts: number, slots: number): Row[] => {
  const what = `a contact who does not answer, ${slots} slots`;
  const { requests, writeUnits, readUnits } = spent;
  return [
    { what, measured: requests / contacts, unit: 'database requests', goal: { atMost: REQUESTS_MAX } },
    { what, measured: writeUnits / contacts, unit: 'write units' },
    { what, measured: readUnits / contacts, unit: 'read units' },
  ];
};

/** How a campaign does with a database as far away as a region's. */
export const measureRegion: Measure = async ({ quick, progress }) => {
  progress(`${FAST.slots} slots`);
  const fastContacts = quick ? QUICK_CONTACTS.fast : FAST.contacts;
  const fast = await timeTrial({ ...FAST, contacts: fastContacts }, progress);
  progress(`${STEADY.slots} slots`);
  const steadyContacts = quick ? QUICK_CONTACTS.steady : STEADY.contacts;
  const steady = await timeTrial({ ...STEADY, contacts: steadyContacts }, progress);
  const { pointRead, query, write, transaction } = latencies;
  return {
    name: 'region',
    title: "With a region's latencies",
    how:
      `Before each reply of the database lie ${pointRead} ms for a read by key, ${query} for a query, ${write} for a write and ` +
      `${transaction} for a transaction. Everything else runs on this one machine, which is slower than a Lambda for each message.`,
    rows: [
      {
        what: `calls of one campaign with ${FAST.slots} slots`,
        measured: dialsPerSecond(fast.calls),
        unit: 'a second',
        goal: { atLeast: CALLS_PER_SECOND_MIN },
      },
      {
        what: `a slot is empty, ${STEADY.slots} slots`,
        measured: medianEmptyMs(steady.calls, STEADY.slots),
        unit: 'ms, median',
        goal: { atMost: EMPTY_MS_MAX },
      },
      {
        what: '`run` is answered',
        measured: median([fast.runMs, steady.runMs]),
        unit: 'ms',
        goal: { atMost: RUN_MS_MAX },
      },
      ...costRows(fast, fastContacts, FAST.slots),
      ...costRows(steady, steadyContacts, STEADY.slots),
    ],
  };
};
