import type { Mutation } from '#test/simulation/mutations/mutation.ts';

/** Bugs in how calls to the team's numbers are handled. */
export const INBOUND_MUTATIONS: Mutation[] = [
  {
    name: 'inbound-line-never-released',
    declaration: 'releaseCaller',
    expression: "call.status !== 'ended'",
    replacement: 'true',
    caughtBy: ['5'],
  },
  {
    name: 'inbound-line-not-taken',
    declaration: 'answer',
    expression: 'if (from)',
    replacement: 'if (false)',
    caughtBy: ['6'],
  },
  {
    name: 'inbound-answered-unasked',
    declaration: 'inboundProblem',
    expression: '!assistant.inbound_enabled',
    replacement: 'false',
    caughtBy: ['8'],
  },
  {
    name: 'inbound-rejected-unnoted',
    declaration: 'reject',
    expression: "call.status !== 'ended'",
    replacement: "call.status !== 'ended' && call.status !== 'ringing'",
    caughtBy: ['8'],
  },
  {
    name: 'inbound-unswept',
    declaration: 'sweepAll',
    expression: 'sweepStandaloneCalls(ports, active)',
    replacement: 'undefined',
    caughtBy: ['5', '23'],
  },
];
