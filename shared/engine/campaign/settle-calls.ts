import { chunked } from '#shared/domain/lists.ts';
import { type CallRecord, getCalls } from '#shared/store/calls.ts';
import { type CampaignControl, changeControl, getControl, moveCounts } from '#shared/store/campaign/campaigns.ts';
import { type EnrolmentRecord, getEnrolments, moveEnrolment } from '#shared/store/campaign/enrolments.ts';
import { type CallPermitRecord, callPermitKey, releaseCallPermit } from '#shared/store/limits/call-permits.ts';
import { type CalleeLockRecord, calleeLockKey, unlockCallee } from '#shared/store/limits/callee-locks.ts';
import { releaseSlot, type SlotRecord, slotKey } from '#shared/store/limits/campaign-slots.ts';
import { retryingLostRaces } from '#shared/store/table/conditional-write.ts';
import { readSets } from '#shared/store/table/records.ts';
import type { TableReader, TableWriter, WriteOperation } from '#shared/store/table/table.ts';
import { countsMoving, OPERATIONS_FOR_CONTACTS } from './campaign-counts.ts';
import { contactAfterCall } from './contact-after-call.ts';
import { awaitedAfter, correctedContact, isReopened } from './correct-contact.ts';

/** Enrolment, slot, callee lock and call permit. */
const OPERATIONS_PER_CALL = 4;
const CALLS_PER_TRANSACTION = Math.floor(OPERATIONS_FOR_CONTACTS / OPERATIONS_PER_CALL);

interface Situation {
  call: CallRecord;
  /** The contact's enrolment, if this call is its latest claim. */
  enrolment: EnrolmentRecord | undefined;
  /** The enrolment has not been settled with this call's end. */
  isWaiting: boolean;
  slot: SlotRecord | undefined;
  lock: CalleeLockRecord | undefined;
  permit: CallPermitRecord | undefined;
}

const readSituations = async (table: TableReader, campaignId: string, callIds: string[]): Promise<Situation[]> => {
  const calls = (await getCalls(table, callIds)).filter((call) => call?.campaign_id === campaignId) as CallRecord[];
  const contactIds = calls.map((call) => ({ campaignId, contactId: call.contact_id ?? '' }));
  const [enrolments, held] = await Promise.all([
    getEnrolments(table, contactIds),
    readSets(
      table,
      calls.map((call) => ({
        slot: slotKey(campaignId, call.id),
        lock: calleeLockKey(call.team_id, call.to_number),
        permit: callPermitKey(call.account_id, call.channel ?? -1),
      })),
    ),
  ]);
  return calls.map((call, at) => {
    const enrolment = enrolments[at];
    const isCurrent = enrolment?.enrolment_id === call.enrolment_id && enrolment?.generation === call.generation;
    const isWaiting = enrolment?.status === 'dialing' || enrolment?.status === 'in_progress';
    const { slot, lock, permit } = held[at] ?? {};
    return {
      call,
      enrolment: isCurrent ? enrolment : undefined,
      isWaiting: isCurrent && isWaiting,
      slot,
      lock,
      permit,
    };
  });
};

/** Frees what a finished claim still holds; slots, locks and permits of other calls are left alone. */
const releases = ({ call, slot, lock, permit }: Situation, campaignId: string): WriteOperation[] => [
  ...(slot?.generation === call.generation ? [releaseSlot(campaignId, slot)] : []),
  ...(lock?.live_call_id === call.id ? [unlockCallee(call.team_id, call.to_number, call.id)] : []),
  ...(permit?.call_id === call.id && call.channel !== null
    ? [releaseCallPermit(call.account_id, call.channel, call.id)]
    : []),
];

const isOver = (call: CallRecord): boolean => call.status === 'ended' || call.status === 'not_dialed';

type Move = { enrolment: EnrolmentRecord; changes: Partial<EnrolmentRecord> };

const movesOf = (situations: Situation[], control: CampaignControl, now: Date): Move[] =>
  situations.flatMap(({ enrolment, isWaiting, call }) => {
    if (!enrolment) return [];
    const changesOf = isWaiting ? contactAfterCall : correctedContact;
    const changes = changesOf(enrolment, call, control, now);
    return changes ? [{ enrolment, changes: { ...changes, updated_at: now.toISOString() } }] : [];
  });

/**
 * Returns released claims to the execution's cap. A contact that is due again after all loses against the campaign's
 * completion, and wins against one that has not seen it.
 */
const controlChange = (control: CampaignControl, situations: Situation[], moves: Move[]): WriteOperation[] => {
  const released = situations.filter(({ isWaiting, call }) => isWaiting && call.status === 'not_dialed').length;
  const credit = control.calls_left === null || released === 0 ? {} : { calls_left: control.calls_left + released };
  const isGuarded = moves.some(({ enrolment, changes }) => isReopened(enrolment, changes));
  return isGuarded || 'calls_left' in credit ? [changeControl(control, credit).operation] : [];
};

/** Returns true if one of the calls is over. */
const settleSome = async (table: TableWriter, campaignId: string, callIds: string[], now: Date): Promise<boolean> => {
  const [control, situations] = await Promise.all([
    getControl(table, campaignId),
    readSituations(table, campaignId, callIds),
  ]);
  if (!control) return false;
  const moves = movesOf(situations, control, now);
  const settledNow = situations.flatMap(({ isWaiting, call }) => (isWaiting ? [call] : []));
  const operations: WriteOperation[] = [
    ...controlChange(control, situations, moves),
    ...moveCounts(campaignId, countsMoving(moves), awaitedAfter(settledNow, control, now)),
    ...moves.map(({ enrolment, changes }) => moveEnrolment(enrolment, changes)),
    ...situations.filter(({ call }) => isOver(call)).flatMap((situation) => releases(situation, campaignId)),
  ];
  if (operations.length > 0) await table.transact(operations);
  return situations.some(({ call }) => isOver(call));
};

/**
 * Brings contacts, counters, slots, locks and permits in line with their calls, in one transaction for every few calls.
 * Safe to repeat; the loser of a race reads again and finds nothing left to do. Returns true if a call is over, so that
 * there may be room for another.
 */
export const settleCalls = async (
  table: TableWriter,
  campaignId: string,
  callIds: string[],
  now: Date,
): Promise<boolean> => {
  let anyOver = false;
  for (const some of chunked([...new Set(callIds)], CALLS_PER_TRANSACTION)) {
    if (await retryingLostRaces(() => settleSome(table, campaignId, some, now))) anyOver = true;
  }
  return anyOver;
};
