import type { Mutation } from './mutation.ts';

/** Bugs in how the carrier's charges are counted, and in what is dialled once the money of a day is spent. */
export const MONEY_MUTATIONS: Mutation[] = [
  {
    name: 'charge-added-with-each-report',
    declaration: 'priced',
    expression: 'microUsdOf(cost?.totalUsd)',
    replacement: 'usage.carrierMicroUsd + microUsdOf(cost?.totalUsd)',
    caughtBy: ['22'],
  },
  {
    name: 'charge-counted-anew',
    declaration: 'addUncounted',
    expression: 'usageSince(usage, call.usage_counted)',
    replacement: '{ ...usageSince(usage, call.usage_counted), carrierMicroUsd: usage.carrierMicroUsd }',
    caughtBy: ['22'],
  },
  {
    name: 'charge-noted-before-it-is-counted',
    declaration: 'countUsage',
    expression: 'await table.transact([countedUsage(call, usage), ...addUncounted(call, usage, clock())])',
    replacement: `{
      await table.write(countedUsage(call, usage));
      for (const operation of addUncounted(call, usage, clock())) await table.write(operation);
    }`,
    caughtBy: ['22'],
  },
  {
    name: 'charge-counted-before-it-is-noted',
    declaration: 'countUsage',
    expression: 'await table.transact([countedUsage(call, usage), ...addUncounted(call, usage, clock())])',
    replacement: `{
      for (const operation of addUncounted(call, usage, clock())) await table.write(operation);
      await table.write(countedUsage(call, usage));
    }`,
    caughtBy: ['22'],
  },
  {
    name: 'correction-not-counted',
    declaration: 'countUsage',
    expression: 'isNothing(usageSince(usage, call.usage_counted))',
    replacement: 'call.usage_counted.carrierMicroUsd > 0',
    caughtBy: ['22'],
  },
  {
    name: 'charge-of-unanswered-call-not-counted',
    declaration: 'needsConclusion',
    expression: 'call.usage.carrierMicroUsd > 0',
    replacement: 'false',
    caughtBy: ['22'],
  },
  {
    name: 'charge-forgotten-at-a-look-up',
    declaration: 'resolve',
    expression: 'needsConclusion({ ...call, ...changes })',
    replacement:
      "changes.status === 'ended' && ('answered_at' in changes ? changes.answered_at : call.answered_at) !== null",
    caughtBy: ['22'],
  },
  {
    name: 'charge-counted-on-no-day',
    declaration: 'addUncounted',
    expression: 'carrierMicroUsd !== 0',
    replacement: 'false',
    caughtBy: ['22'],
  },
  {
    name: 'charge-counted-on-the-day-of-its-call',
    declaration: 'addUncounted',
    expression: 'dayOf(now)',
    replacement: 'dayOf(new Date(call.queued_at))',
    caughtBy: ['22'],
  },
  {
    name: 'money-unchecked-in-plan',
    declaration: 'dayReached',
    expression: 'isSpent(bounds, usage)',
    replacement: 'false',
    caughtBy: ['22'],
  },
  {
    name: 'money-unchecked-at-dial',
    declaration: 'dayExceeded',
    expression: 'isSpent(bounds, usage)',
    replacement: 'false',
    caughtBy: ['22'],
  },
  {
    name: 'money-thought-spent',
    declaration: 'isSpent',
    expression: 'spendMicroUsd >= bound',
    replacement: '2 * spendMicroUsd >= bound',
    caughtBy: ['5', '19'],
  },
];
