import type { Mutation } from '#test/simulation/mutations/mutation.ts';

/** Bugs in how the table is read and how lost races, slow groups and stale claims are handled. */
export const CONTENTION_MUTATIONS: Mutation[] = [
  {
    name: 'batch-reads-inconsistent',
    declaration: 'batchGetRequest',
    expression: 'ConsistentRead: !reading?.mayLag',
    replacement: 'ConsistentRead: false',
    caughtBy: ['0', '1', '2', '3', '4', '5', '6', '9', '19'],
  },
  {
    name: 'reads-inconsistent',
    declaration: 'getRequest',
    expression: 'ConsistentRead: !reading?.mayLag',
    replacement: 'ConsistentRead: false',
    caughtBy: ['0', '1', '2', '3', '4', '5', '6', '8', '9', '19', '24'],
  },
  {
    name: 'lost-race-surfaces',
    declaration: 'retryingLostRaces',
    expression: 'tries === CONTENDED_TRIES',
    replacement: 'true',
    caughtBy: ['0'],
  },
  {
    name: 'conflict-surfaces',
    declaration: 'retryingConflicts',
    expression: 'tries === CONTENDED_TRIES',
    replacement: 'true',
    caughtBy: ['0'],
  },
  {
    name: 'failed-group-acknowledged',
    declaration: 'deliverAgain',
    expression: 'records.map(({ messageId }) => messageId)',
    replacement: '[]',
    caughtBy: ['0'],
  },
  {
    name: 'one-failed-group-fails-all',
    declaration: 'workOn',
    expression: 'return failed.flat()',
    replacement: 'return failed.flat().length > 0 ? records.map(({ messageId }) => messageId) : []',
    caughtBy: ['0'],
  },
  {
    name: 'completed-while-contacts-are-added',
    declaration: 'finishIfDone',
    expression: '[checkNoneOpen(control.id)]',
    replacement: '[]',
    caughtBy: ['5'],
  },
  {
    name: 'generation-unchecked-at-settlement',
    declaration: 'readSituations',
    expression: 'enrolment?.generation === call.generation',
    replacement: 'true',
    caughtBy: ['0', '1', '2', '3', '4', '5', '6'],
  },
  {
    name: 'permit-of-another-claim-released',
    declaration: 'isHeldBy',
    expression: 'permit?.call_id === call.id && permit.generation === call.generation',
    replacement: 'permit !== undefined',
    caughtBy: ['2', '5', '13'],
  },
];
