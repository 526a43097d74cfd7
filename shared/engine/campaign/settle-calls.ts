import { type CallRecord, getCalls } from '#shared/store/calls.ts';
import { type CampaignControl, changeControl, getControl, moveCounts } from '#shared/store/campaigns.ts';
import { type EnrolmentRecord, getEnrolments, moveEnrolment } from '#shared/store/enrolments.ts';
import { keys } from '#shared/store/keys.ts';
import { type CallPermitRecord, releaseCallPermit } from '#shared/store/limits/call-permits.ts';
import { type CalleeLockRecord, unlockCallee } from '#shared/store/limits/callee-locks.ts';
import { releaseSlot, type SlotRecord } from '#shared/store/limits/campaign-slots.ts';
import { retryingLostRaces } from '#shared/store/table/conditional-write.ts';
import type { TableReader, TableWriter, WriteOperation } from '#shared/store/table/table.ts';
import { countsBetween, reflect, sumCounts } from './settlement.ts';

/** A settled call is at most four operations: contact, slot, line and channel. */
const CALLS_PER_TRANSACTION = 24;

interface Situation {
  call: CallRecord;
  /** The contact as it is in the campaign, if this call is the claim that the contact waits for. */
  enrolment: EnrolmentRecord | undefined;
  slot: SlotRecord | undefined;
  line: CalleeLockRecord | undefined;
  channel: CallPermitRecord | undefined;
}

const readSituations = async (table: TableReader, campaignId: string, callIds: string[]): Promise<Situation[]> => {
  const calls = (await getCalls(table, callIds)).filter((call) => call?.campaign_id === campaignId) as CallRecord[];
  const contactIds = calls.map((call) => ({ campaignId, contactId: call.contact_id ?? '' }));
  const [enrolments, held] = await Promise.all([
    getEnrolments(table, contactIds),
    table.getMany<object>(
      calls.flatMap((call) => [
        keys.slot(campaignId, call.id),
        keys.calleeLock(call.team_id, call.to_number),
        keys.callPermit(call.account_id, call.channel ?? -1),
      ]),
    ),
  ]);
  return calls.map((call, at) => {
    const enrolment = enrolments[at];
    const isCurrent = enrolment?.enrolment_id === call.enrolment_id && enrolment?.generation === call.generation;
    const isWaiting = enrolment?.status === 'dialing' || enrolment?.status === 'in_progress';
    return {
      call,
      enrolment: isCurrent && isWaiting ? enrolment : undefined,
      slot: held[3 * at] as SlotRecord | undefined,
      line: held[3 * at + 1] as CalleeLockRecord | undefined,
      channel: held[3 * at + 2] as CallPermitRecord | undefined,
    };
  });
};

/** Frees what a finished claim still holds; what it never took, or somebody else holds by now, is left alone. */
const releases = ({ call, slot, line, channel }: Situation, campaignId: string): WriteOperation[] => [
  ...(slot?.generation === call.generation ? [releaseSlot(campaignId, slot)] : []),
  ...(line?.live_call_id === call.id ? [unlockCallee(call.team_id, call.to_number, call.id)] : []),
  ...(channel?.call_id === call.id && call.channel !== null
    ? [releaseCallPermit(call.account_id, call.channel, call.id)]
    : []),
];

const isOver = (call: CallRecord): boolean => call.status === 'ended' || call.status === 'not_dialed';

/** A claim given back did not use up the execution's cap. */
const creditOf = (control: CampaignControl, situations: Situation[]): WriteOperation[] => {
  const givenBack = situations.filter(({ call, enrolment }) => enrolment && call.status === 'not_dialed').length;
  if (control.calls_left === null || givenBack === 0) return [];
  return [changeControl(control, { calls_left: control.calls_left + givenBack })];
};

/** Answers whether one of the calls is over. */
const settleSome = async (table: TableWriter, campaignId: string, callIds: string[], now: Date): Promise<boolean> => {
  const [control, situations] = await Promise.all([
    getControl(table, campaignId),
    readSituations(table, campaignId, callIds),
  ]);
  if (!control) return false;
  const moves = situations.flatMap(({ enrolment, call }) => {
    const changes = enrolment && reflect(enrolment, call, control, now);
    return enrolment && changes ? [{ enrolment, changes: { ...changes, updated_at: now.toISOString() } }] : [];
  });
  const operations: WriteOperation[] = [
    ...creditOf(control, situations),
    ...moveCounts(campaignId, sumCounts(moves.map(({ enrolment, changes }) => countsBetween(enrolment, changes)))),
    ...moves.map(({ enrolment, changes }) => moveEnrolment(enrolment, changes)),
    ...situations.filter(({ call }) => isOver(call)).flatMap((situation) => releases(situation, campaignId)),
  ];
  if (operations.length > 0) await table.transact(operations);
  return situations.some(({ call }) => isOver(call));
};

/**
 * Brings contacts, counters and slots in line with their calls, in one transaction for every few calls. Safe to repeat:
 * a call that is reflected already changes nothing. Of two at once the loser reads again and finds nothing left to do.
 * Answers whether a call is over, that is whether there may be room for another.
 */
export const settleCalls = async (
  table: TableWriter,
  campaignId: string,
  callIds: string[],
  now: Date,
): Promise<boolean> => {
  const distinct = [...new Set(callIds)];
  let anyOver = false;
  for (let at = 0; at < distinct.length; at += CALLS_PER_TRANSACTION) {
    const chunk = distinct.slice(at, at + CALLS_PER_TRANSACTION);
    if (await retryingLostRaces(() => settleSome(table, campaignId, chunk, now))) anyOver = true;
  }
  return anyOver;
};
