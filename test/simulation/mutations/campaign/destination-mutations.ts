import type { Mutation } from '#test/simulation/mutations/mutation.ts';

/** Bugs in who may be called at all. */
export const DESTINATION_MUTATIONS: Mutation[] = [
  {
    name: 'destination-unjudged-in-plan',
    declaration: 'planDials',
    expression: 'destinations: settings',
    replacement: "destinations: { allowed_countries: ['GB', 'US'], own_countries: [] }",
    caughtBy: ['3'],
  },
  {
    name: 'destination-unjudged-at-dial',
    declaration: 'recheck',
    expression: 'dialingOf(dialing)',
    replacement: "{ ...dialingOf(dialing), allowed_countries: ['GB', 'US'] }",
    caughtBy: ['3'],
  },
  {
    name: 'settings-do-not-wait-for-dials',
    declaration: 'changeDialing',
    expression: 'await awaitAccountQuiet(ports, accountId);',
    replacement: '',
    caughtBy: ['3', '20'],
  },
  {
    name: 'kind-of-number-ignored',
    declaration: 'destinationProblem',
    expression: 'never !== undefined',
    replacement: 'false',
    caughtBy: ['3'],
  },
  {
    name: 'redial-leaves-out-who-may-be-called-again',
    declaration: 'liftedSkips',
    expression: "=== 'skip' ? [] : [enrolment]",
    replacement: "=== 'skip' ? [] : []",
    caughtBy: ['15'],
  },
  {
    name: 'redial-takes-up-who-wants-no-calls',
    declaration: 'liftedSkips',
    expression: "=== 'skip' ? [] : [enrolment]",
    replacement: "=== 'skip' ? [enrolment] : [enrolment]",
    caughtBy: ['15'],
  },
];
