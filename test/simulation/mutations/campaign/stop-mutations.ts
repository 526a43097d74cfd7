import type { Mutation } from '#test/simulation/mutations/mutation.ts';

/** Bugs in what a dial checks last, and in the wait for dials that are in the air. */
export const STOP_MUTATIONS: Mutation[] = [
  {
    name: 'stop-waits-for-the-reply-alone',
    declaration: 'DIAL_MAX_MS',
    expression: 'DIAL_PREPARATION_MAX_SECONDS * 1000 + DIAL_REPLY_DEADLINE_MS + ANSWER_NOTED_MARGIN_MS',
    replacement: 'DIAL_REPLY_DEADLINE_MS',
    caughtBy: ['2', '3'],
  },
  {
    name: 'limit-does-not-wait-for-dials',
    declaration: 'CHECKED_AT_DIAL',
    expression: "'maxConcurrentCalls',",
    replacement: '',
    caughtBy: ['2'],
  },
  {
    name: 'new-number-unseen-at-dial',
    declaration: 'recheck',
    expression: 'eligibility.phone !== call.to_number',
    replacement: 'false',
    caughtBy: ['3'],
  },
  {
    name: 'former-number-not-waited-for',
    declaration: 'updateContact',
    expression: 'teamId: after.team_id, phones, formerPhones, contactId: seen.id',
    replacement: 'teamId: after.team_id, phones, contactId: seen.id',
    caughtBy: ['3'],
  },
  {
    name: 'released-number-unseen-at-dial',
    declaration: 'recheck',
    expression: "callerId?.status !== 'active'",
    replacement: 'false',
    caughtBy: ['3'],
  },
  {
    name: 'window-does-not-wait-for-dials',
    declaration: 'CHECKED_AT_DIAL',
    expression: ', ...WINDOW',
    replacement: '',
    caughtBy: ['3'],
  },
];
