import type { Measure } from '#test/benchmark/section.ts';
import { dialsPerSecond, medianEmptyMs, slotUse } from './slot-times.ts';
import { timeTrial } from './timed-trial.ts';

const FAST = { slots: 50, carrierSpeed: 50, contacts: 1_000 };
const REAL = { slots: 20, carrierSpeed: 1, contacts: 200 };
const QUICK_CONTACTS = { fast: 300, real: 60 };

const DIALS_PER_SECOND_MIN = 15;
const SLOT_USE_MIN = 0.95;

/** How fast a laptop dials, and how well a campaign uses its slots. */
export const measureThroughput: Measure = async ({ quick, progress }) => {
  progress(`${FAST.slots} slots, carrier ${FAST.carrierSpeed} times as fast`);
  const fast = await timeTrial({ ...FAST, ...(quick && { contacts: QUICK_CONTACTS.fast }) }, progress);
  progress(`${REAL.slots} slots, carrier at its own speed`);
  const real = await timeTrial({ ...REAL, ...(quick && { contacts: QUICK_CONTACTS.real }) }, progress);
  return {
    name: 'throughput',
    title: 'On a laptop',
    how:
      `Calls that are not answered (25 s of ringing at speed 1), with the embedded database and queues, from the first dial to the ` +
      `last: afterwards fewer contacts are left than slots. Times are the simulated carrier's own.`,
    rows: [
      {
        what: `dials at CARRIER_SPEED=${FAST.carrierSpeed}, ${FAST.slots} slots`,
        measured: dialsPerSecond(fast.calls),
        unit: 'a second',
        goal: { atLeast: DIALS_PER_SECOND_MIN },
        note: 'wished: 20',
      },
      {
        what: `slots in use at CARRIER_SPEED=${REAL.carrierSpeed}, ${REAL.slots} slots`,
        measured: slotUse(real.calls, REAL.slots),
        unit: 'of all',
        goal: { atLeast: SLOT_USE_MIN },
      },
      {
        what: `a slot is empty at CARRIER_SPEED=${REAL.carrierSpeed}, ${REAL.slots} slots`,
        measured: medianEmptyMs(real.calls, REAL.slots),
        unit: 'ms, median',
      },
    ],
  };
};
