import type { Mutation } from './mutations.ts';

/** Bugs in how calls to the team's numbers are handled. */
export const INBOUND_MUTATIONS: Mutation[] = [
  {
    name: 'inbound-line-never-released',
    file: 'shared/engine/call/receive-inbound.ts',
    find: "if (call.direction !== 'inbound' || call.status !== 'ended') return;",
    replace: 'if (call) return;',
    caughtBy: ['5'],
  },
  {
    name: 'inbound-line-not-taken',
    file: 'shared/engine/call/receive-inbound.ts',
    find: 'if (from) await succeeded(',
    replace: "if (from === 'nobody') await succeeded(",
    caughtBy: ['6'],
  },
  {
    name: 'inbound-answered-unasked',
    file: 'shared/engine/call/usable-assistant.ts',
    find: 'if (!assistant.inbound_enabled) return',
    replace: "if (assistant.id === '') return",
    caughtBy: ['8'],
  },
  {
    name: 'inbound-rejected-unnoted',
    file: 'shared/engine/call/receive-inbound.ts',
    find: "if (call && call.status !== 'ended') {",
    replace: "if (call && call.status !== 'ended' && call.status !== 'ringing') {",
    caughtBy: ['8'],
  },
  {
    name: 'inbound-unswept',
    file: 'functions/workers/sweep.ts',
    find: 'ids.filter((id) => id.startsWith(CALL_PREFIX))',
    replace: 'ids.filter(() => false)',
    caughtBy: ['5'],
  },
];
