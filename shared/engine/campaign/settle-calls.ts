import { chunked } from '#shared/domain/lists.ts';
import { type CallRecord, getCalls } from '#shared/store/calls.ts';
import { type CampaignControl, changeControl, getControl, moveCounts } from '#shared/store/campaign/campaigns.ts';
import { type EnrolmentRecord, getEnrolments, moveEnrolment } from '#shared/store/campaign/enrolments.ts';
import {
  accountPool,
  type CallPermitRecord,
  callPermitKey,
  connectionPool,
  releaseCallPermit,
} from '#shared/store/limits/call-permits.ts';
import { type CalleeLockRecord, calleeLockKey, unlockCallee } from '#shared/store/limits/callee-locks.ts';
import { releaseSlot, type SlotRecord, slotKey } from '#shared/store/limits/campaign-slots.ts';
import { retryingLostRaces } from '#shared/store/table/conditional-write.ts';
import { readSets } from '#shared/store/table/records.ts';
import type { TableReader, TableWriter, WriteOperation } from '#shared/store/table/table.ts';
import { countsMoving, OPERATIONS_FOR_CONTACTS } from './campaign-counts.ts';
import { contactAfterCall } from './contact-after-call.ts';

/** Enrolment, slot, callee lock, and the permits of account and connection. */
const OPERATIONS_PER_CALL = 5;
const CALLS_PER_TRANSACTION = Math.floor(OPERATIONS_FOR_CONTACTS / OPERATIONS_PER_CALL);

interface Situation {
  call: CallRecord;
  /** The contact's enrolment, if this call is its current claim. */
  enrolment: EnrolmentRecord | undefined;
  slot: SlotRecord | undefined;
  lock: CalleeLockRecord | undefined;
  permit: CallPermitRecord | undefined;
  onConnection: CallPermitRecord | undefined;
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
        permit: callPermitKey(accountPool(call.account_id), call.channel ?? -1),
        onConnection: callPermitKey(connectionPool, call.connection_channel ?? -1),
      })),
    ),
  ]);
  return calls.map((call, at) => {
    const enrolment = enrolments[at];
    const isCurrent = enrolment?.enrolment_id === call.enrolment_id && enrolment?.generation === call.generation;
    const isWaiting = enrolment?.status === 'dialing' || enrolment?.status === 'in_progress';
    const { slot, lock, permit, onConnection } = held[at] ?? {};
    return { call, enrolment: isCurrent && isWaiting ? enrolment : undefined, slot, lock, permit, onConnection };
  });
};

const isHeldBy = (permit: CallPermitRecord | undefined, call: CallRecord): permit is CallPermitRecord =>
  permit?.call_id === call.id && permit.generation === call.generation;

/** Frees what a finished claim still holds; slots, locks and permits of other calls are left alone. */
const releases = ({ call, slot, lock, permit, onConnection }: Situation, campaignId: string): WriteOperation[] => [
  ...(slot?.generation === call.generation ? [releaseSlot(campaignId, slot)] : []),
  ...(lock?.live_call_id === call.id ? [unlockCallee(call.team_id, call.to_number, call.id)] : []),
  ...(isHeldBy(permit, call) && call.channel !== null
    ? [releaseCallPermit(accountPool(call.account_id), call.channel, permit)]
    : []),
  ...(isHeldBy(onConnection, call) && call.connection_channel !== null
    ? [releaseCallPermit(connectionPool, call.connection_channel, onConnection)]
    : []),
];

const isOver = (call: CallRecord): boolean => call.status === 'ended' || call.status === 'not_dialed';

/** Returns released claims to the execution's cap. */
const creditOf = (control: CampaignControl, situations: Situation[]): WriteOperation[] => {
  const released = situations.filter(({ call, enrolment }) => enrolment && call.status === 'not_dialed').length;
  if (control.calls_left === null || released === 0) return [];
  return [changeControl(control, { calls_left: control.calls_left + released }).operation];
};

/** Returns true if one of the calls is over. */
const settleSome = async (table: TableWriter, campaignId: string, callIds: string[], now: Date): Promise<boolean> => {
  const [control, situations] = await Promise.all([
    getControl(table, campaignId),
    readSituations(table, campaignId, callIds),
  ]);
  if (!control) return false;
  const moves = situations.flatMap(({ enrolment, call }) => {
    const changes = enrolment && contactAfterCall(enrolment, call, control, now);
    return enrolment && changes ? [{ enrolment, changes: { ...changes, updated_at: now.toISOString() } }] : [];
  });
  const operations: WriteOperation[] = [
    ...creditOf(control, situations),
    ...moveCounts(campaignId, countsMoving(moves)),
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
