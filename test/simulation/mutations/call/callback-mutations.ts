import type { Mutation } from '#test/simulation/mutations/mutation.ts';

/** Bugs in calls that somebody asked for on a call. */
export const CALLBACK_MUTATIONS: Mutation[] = [
  {
    name: 'older-callback-kept',
    declaration: 'schedulingCallback',
    expression: '...older.operations,',
    replacement: '',
    caughtBy: ['26'],
  },
  {
    name: 'callbacks-without-end',
    declaration: 'callbackDecision',
    expression: 'placeInChain >= CALLBACKS_IN_CHAIN_MAX',
    replacement: 'false',
    caughtBy: ['26'],
  },
  {
    name: 'cancel-leaves-callbacks',
    declaration: 'cancelCallbacks',
    expression: 'cancelOne(ports, campaignId, callId)',
    replacement: 'ports.table.write(forgetCallback(campaignId, callId))',
    caughtBy: ['26'],
  },
  {
    name: 'callback-never-sent',
    declaration: 'write',
    expression: 'if (callback.due) await comeBackSoon(ports, callback.due);',
    replacement: '',
    caughtBy: ['25'],
  },
  {
    name: 'callback-at-once',
    declaration: 'callbackDecision',
    expression: 'at > now ? at : now',
    replacement: 'now',
    caughtBy: ['26'],
  },
];
