import type { Mutation } from '#test/simulation/mutations/mutation.ts';

/** Bugs that leave to the sweep what should go on at once, or leave capacity idle. */
export const PROMPTNESS_MUTATIONS: Mutation[] = [
  {
    name: 'ended-call-starts-nothing',
    declaration: 'advanceCampaign',
    expression: 'callsOnly && !anyOver',
    replacement: 'callsOnly',
    caughtBy: ['19'],
  },
  {
    name: 'due-now-waits-for-the-sweep',
    declaration: 'scheduleWakeUp',
    expression: 'return wakeCampaign(ports, control.id)',
    replacement: 'return',
    caughtBy: ['19'],
  },
  {
    name: 'one-portion-of-a-redial-a-minute',
    declaration: 'carryOn',
    expression: 'isLeft || isRedialling(control)',
    replacement: 'false',
    caughtBy: ['19'],
  },
  {
    name: 'refusal-told-to-nobody',
    declaration: 'changeAndTell',
    expression: 'if (changed) await tellCampaign(ports, changed)',
    replacement: ';',
    caughtBy: ['19'],
  },
  {
    name: 'calls-that-change-in-a-step-wait',
    declaration: 'finishSettled',
    expression: '[...unsettledIn(before).keys()].some((callId) => !settled.includes(callId))',
    replacement: 'false',
    caughtBy: ['19'],
  },
  {
    name: 'repeated-change-wakes-nobody',
    declaration: 'isWakeComing',
    expression: '!unsettled.has(callId)',
    replacement: 'true',
    caughtBy: ['5', '19'],
  },
];
