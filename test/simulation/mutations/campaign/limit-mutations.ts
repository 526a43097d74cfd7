import type { Mutation } from '#test/simulation/mutations/mutation.ts';

/** Bugs in how the limits of account and connection are kept and shared. */
export const LIMIT_MUTATIONS: Mutation[] = [
  {
    name: 'connection-calls-unlimited',
    declaration: 'readDialBudget',
    expression: 'limits.connectionMaxConcurrentCalls',
    replacement: 'null',
    caughtBy: ['13'],
  },
  {
    name: 'connection-rate-unlimited',
    declaration: 'connectionRate',
    expression: 'limits.connectionMaxDialsPerSecond',
    replacement: '1000',
    caughtBy: ['13'],
  },
  {
    name: 'rate-of-account-unlimited',
    declaration: 'reserveDials',
    expression: 'limits.maxDialsPerSecond',
    replacement: 'connectionRate(ports)',
    caughtBy: ['13'],
  },
  {
    name: 'permits-unbudgeted',
    declaration: 'callsOf',
    expression: 'mayTake(supply, own, others)',
    replacement: 'wanted',
    caughtBy: ['5', '13'],
  },
  {
    name: 'backoff-forgotten-at-claim',
    declaration: 'note',
    expression: '(before?.tries ?? 0) + 1',
    replacement: '1',
    caughtBy: ['13'],
  },
  {
    name: 'backoff-never-ends',
    declaration: 'note',
    expression: 'before.tries >> 1',
    replacement: 'before.tries',
    caughtBy: ['13'],
  },
  {
    name: 'pause-ignored-at-dial',
    declaration: 'dialClaim',
    expression: 'pause > 0',
    replacement: 'false',
    caughtBy: ['13'],
  },
  {
    name: 'many-try-after-a-pause',
    declaration: 'takeTrial',
    expression: "equals('until', before.until), equals('tries', before.tries)",
    replacement: '',
    caughtBy: ['13'],
  },
  {
    name: 'dial-message-void-when-it-comes-again',
    declaration: 'comeAgain',
    expression: '{ ...message, resend }',
    replacement: 'message',
    caughtBy: ['13'],
  },
  {
    name: 'fair-share-ignored',
    declaration: 'mayTake',
    expression: 'entitled - own.held',
    replacement: 'own.wants',
    caughtBy: ['14'],
  },
  {
    name: 'recheck-before-the-number-is-taken',
    declaration: 'dialInTurn',
    expression: 'await prepare(ports, dialing, line)',
    replacement: '(await recheck(ports, dialing, line)) ?? (await takeNumber(table, dialing, line, clock())).problem',
    caughtBy: ['3'],
  },
];
