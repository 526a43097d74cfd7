import type { ContactCounts } from '#shared/domain/campaign/contact-status.ts';
import { sumFields } from '#shared/domain/lists.ts';
import type { EnrolmentRecord } from '#shared/store/campaign/enrolments.ts';
import { MAX_TRANSACTION_OPERATIONS } from '#shared/store/table/table.ts';

/** What a transaction has room for beside the campaign's control and its counters. */
export const OPERATIONS_FOR_CONTACTS = MAX_TRANSACTION_OPERATIONS - 2;

type Changes = Partial<EnrolmentRecord>;

/** How the counters change when a contact does. */
export const countsBetween = (before: EnrolmentRecord, changes: Changes): Partial<ContactCounts> => {
  const after = { ...before, ...changes };
  const counts: Partial<ContactCounts> = {};
  if (after.status !== before.status) {
    counts[before.status] = -1;
    counts[after.status] = 1;
  }
  if (before.attempts === 0 && after.attempts > 0) counts.called = 1;
  if (before.last_outcome !== 'answered' && after.last_outcome === 'answered') counts.answered = 1;
  if (before.last_outcome === 'answered' && after.last_outcome !== 'answered') counts.answered = -1;
  return counts;
};

/** How the counters change when several contacts do. */
export const countsMoving = (moves: { enrolment: EnrolmentRecord; changes: Changes }[]): Partial<ContactCounts> =>
  sumFields(moves.map(({ enrolment, changes }) => countsBetween(enrolment, changes)));

/** How the counters change when a contact leaves the campaign. */
export const countsLeaving = (enrolment: EnrolmentRecord): Partial<ContactCounts> => ({
  [enrolment.status]: -1,
  ...(enrolment.attempts > 0 && { called: -1 }),
  ...(enrolment.last_outcome === 'answered' && { answered: -1 }),
});
