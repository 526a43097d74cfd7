import type { Mutation } from '#test/simulation/mutations/mutation.ts';

/** Bugs in what a call, or a claim that was not dialled, means for its contact. */
export const SETTLEMENT_MUTATIONS: Mutation[] = [
  {
    name: 'retried-far-too-late',
    declaration: 'scheduleRetry',
    expression: 'policy.retryDelayMinutes',
    replacement: '3 * policy.retryDelayMinutes',
    caughtBy: ['16'],
  },
  {
    name: 'busy-number-put-off-for-long',
    declaration: 'afterReleasedClaim',
    expression: 'NUMBER_BUSY_RETRY_SECONDS',
    replacement: 'NUMBER_BUSY_RETRY_SECONDS * 60',
    caughtBy: ['16'],
  },
  {
    name: 'mailbox-taken-for-unreached',
    declaration: 'afterAttempt',
    expression: "outcome === 'voicemail' && !policy.retryOnVoicemail) return final('completed')",
    replacement: "outcome === 'voicemail' && !policy.retryOnVoicemail) return final('exhausted')",
    caughtBy: ['5'],
  },
  {
    name: 'last-mailbox-taken-for-unreached',
    declaration: 'statusWhenSpent',
    expression: "voicemail: 'completed'",
    replacement: "voicemail: 'exhausted'",
    caughtBy: ['5'],
  },
  {
    name: 'busy-taken-for-reached',
    declaration: 'statusWhenSpent',
    expression: "busy: 'exhausted'",
    replacement: "busy: 'completed'",
    caughtBy: ['5'],
  },
  {
    name: 'completed-before-a-late-detection',
    declaration: 'finishIfDone',
    expression: 'isDone && awaitedUntil(counts, now) !== null',
    replacement: 'false',
    caughtBy: ['17'],
  },
  {
    name: 'removed-during-the-call',
    declaration: 'remove',
    expression: "enrolment.status === 'dialing' || enrolment.status === 'in_progress'",
    replacement: 'false',
    caughtBy: ['17'],
  },
];
