import type { Mutation } from '#test/simulation/mutations/mutation.ts';

/** Bugs in what follows from lost and late events, and from the carrier's answers about a call. */
export const LOOK_UP_MUTATIONS: Mutation[] = [
  {
    name: 'answered-call-resolved-unknown',
    declaration: 'endedAs',
    expression: 'isReportedAnswered({ status: call.status, answered_at, answered_by })',
    replacement: 'false',
    caughtBy: ['5', '8'],
  },
  {
    name: 'live-calls-never-looked-up',
    declaration: 'firstDeadline',
    expression: 'LOOK_EVERY_SECONDS',
    replacement: 'TALKING_MAX_SECONDS',
    caughtBy: ['5'],
  },
  {
    name: 'live-calls-looked-up-once',
    declaration: 'deadlineOf',
    expression: 'LOOK_EVERY_SECONDS',
    replacement: 'TALKING_MAX_SECONDS',
    caughtBy: ['5'],
  },
  {
    name: 'missing-call-freed-at-first-look',
    declaration: 'missingAtCarrier',
    expression: 'call.missing_since === null',
    replacement: 'false',
    caughtBy: ['2', '5', '6'],
  },
  {
    name: 'live-call-freed',
    declaration: 'changesDue',
    expression: "carrier.state !== 'ended'",
    replacement: "carrier.state === 'ringing'",
    caughtBy: ['2', '5', '6', '7', '8', '13'],
  },
  {
    name: 'late-detection-ignored',
    declaration: 'foldEvent',
    expression: 'correctedOutcome(after)',
    replacement: 'after.outcome',
    caughtBy: ['5'],
  },
  {
    name: 'late-outcome-unsettled',
    declaration: 'movesOf',
    expression: 'isCorrection ? correctedContact : contactAfterCall',
    replacement: 'isCorrection ? () => null : contactAfterCall',
    caughtBy: ['5'],
  },
  {
    name: 'late-outcome-counted-up-only',
    declaration: 'countsBetween',
    expression: "before.last_outcome === 'answered' && after.last_outcome !== 'answered'",
    replacement: 'false',
    caughtBy: ['4'],
  },
  {
    name: 'late-outcome-untold',
    declaration: 'applyEvent',
    expression: 'after.outcome === call.outcome',
    replacement: 'true',
    caughtBy: ['5'],
  },
  {
    name: 'late-outcome-reopens-completed-campaign',
    declaration: 'withoutRetry',
    expression: "control.status === 'completed'",
    replacement: 'false',
    caughtBy: ['5'],
  },
];
