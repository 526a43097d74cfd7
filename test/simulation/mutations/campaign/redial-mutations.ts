import type { Mutation } from '#test/simulation/mutations/mutation.ts';

/** Bugs in redials and cancels that are carried on in steps. */
export const REDIAL_MUTATIONS: Mutation[] = [
  {
    name: 'redial-place-saved-too-early',
    declaration: 'reopenSome',
    expression: 'await table.transact([ moveRedial(control, next, unreached.length),',
    replacement: 'await table.write(moveRedial(control, next, unreached.length)); await table.transact([',
    caughtBy: ['15'],
  },
  {
    name: 'redial-reopens-who-ended-after-it',
    declaration: 'reopenSome',
    expression: 'redials_at_end < control.redials',
    replacement: 'redials_at_end <= control.redials',
    caughtBy: ['15'],
  },
  {
    name: 'redial-unknown-to-who-ended',
    declaration: 'endMark',
    expression: 'redials_at_end: redials',
    replacement: 'redials_at_end: 0',
    caughtBy: ['15'],
  },
  {
    name: 'completed-during-a-redial',
    declaration: 'RULES',
    expression: 'isRedialling(life)',
    replacement: 'false',
    caughtBy: ['15'],
  },
  {
    name: 'redial-left-to-nobody',
    declaration: 'portionOf',
    expression: 'isRedialling(control)',
    replacement: 'false',
    caughtBy: ['5', '15', '19'],
  },
  {
    name: 'second-redial-counts-twice',
    declaration: 'newlyRedialled',
    expression: '- redial_left',
    replacement: '',
    caughtBy: ['15'],
  },
  {
    name: 'cancel-leaves-contacts-waiting',
    declaration: 'portionOf',
    expression: "control.status === 'cancelled'",
    replacement: 'false',
    caughtBy: ['5'],
  },
  {
    name: 'cancel-lets-a-redial-go-on',
    declaration: 'RULES',
    expression: "({ status: 'cancelled', completed_at: at, ...NO_OPEN_REDIAL })",
    replacement: "({ status: 'cancelled', completed_at: at })",
    caughtBy: ['5', '15'],
  },
];
