import { firstCounter } from '#shared/domain/account/day-portions.ts';
import { dayOf } from '#shared/domain/account/dial-bounds.ts';
import { generationOfEvent } from '#shared/domain/call/client-state.ts';
import { CALL_EVENTS, type CallEvent } from '#shared/domain/call/events.ts';
import { isStray, PLACED_AFTER_REFUSAL } from '#shared/domain/call/stray.ts';
import { isWaiting } from '#shared/domain/campaign/contact-status.ts';
import { type AnnouncePorts, announcing, sendDeliveries } from '#shared/engine/webhook/announce.ts';
import { noteChange } from '#shared/engine/webhook/note-change.ts';
import type { Needs } from '#shared/ports/capabilities.ts';
import { noteStrayLook } from '#shared/store/call/call-notes.ts';
import { type CallRecord, getCall } from '#shared/store/call/calls.ts';
import { isSingle } from '#shared/store/call/single-calls.ts';
import { type CampaignControl, changeControl, controlKey } from '#shared/store/campaign/campaigns.ts';
import { moveCounts } from '#shared/store/campaign/contact-counts.ts';
import { enrolmentKey, moveEnrolment } from '#shared/store/campaign/enrolments.ts';
import { noteUnsettled } from '#shared/store/campaign/unsettled-calls.ts';
import type { DeliveryReference } from '#shared/store/delivery/deliveries.ts';
import { accountPool, type CallPermitRecord, callPermitKey, permitHeld } from '#shared/store/limits/call-permits.ts';
import { countStrayDial, getCalleeLock } from '#shared/store/limits/callee-locks.ts';
import { countMadeDial } from '#shared/store/limits/daily-usage.ts';
import { retryingLostRaces, succeeded } from '#shared/store/table/conditional-write.ts';
import { readTogether } from '#shared/store/table/records.ts';
import type { TableReader, WriteOperation } from '#shared/store/table/table.ts';
import { CANCELLED_BUT_LIVE, hangUp, REFUSED_BUT_PLACED } from './hang-up.ts';
import { isHeldBy } from './holds.ts';
import { settleSingle } from './single/settle-call.ts';
import { tellCampaign } from './tell.ts';

/** A dial under way has its result by then, unless that is lost; then the event comes again until it is known. */
const LOOK_AGAIN_SECONDS = 30;
/**
 * One event of a call is sent again within this, or events that come twice would multiply. Shorter than a message whose
 * function died needs to come back, so that a crash ends no chain.
 */
const LOOKS_APART_SECONDS = 10;

export type StrayPorts = AnnouncePorts & Needs<'telephony' | 'campaignQueue' | 'callEventQueue' | 'clock'>;

/** The release of a claim gave its call back to the run's cap, but the call was made. */
const takeFromCap = (control: CampaignControl | undefined, call: CallRecord): WriteOperation[] =>
  control?.calls_left && call.claimed_in_run === control.runs
    ? [changeControl(control, { calls_left: control.calls_left - 1 }).operation]
    : [];

/**
 * Takes the contact back from those who wait for a dial, as if its claim had not been released. Noted as unsettled, the
 * sweep finds the call if its message to the campaign is lost. A contact that will not be called anyway stays as it is.
 */
const takeBack = async (table: TableReader, call: CallRecord, isSettled: boolean, at: string) => {
  const [campaignId, contactId] = [call.campaign_id ?? '', call.contact_id ?? ''];
  const { enrolment, control } = await readTogether(table, {
    enrolment: enrolmentKey(campaignId, contactId),
    control: controlKey(campaignId),
  });
  if (enrolment?.enrolment_id !== call.enrolment_id || enrolment.generation !== call.generation) return [];
  const isOpen = enrolment.status === 'dialing' || isWaiting(enrolment.status);
  return [
    ...(isSettled ? [noteUnsettled(campaignId, call.id, new Date(at)), ...takeFromCap(control, call)] : []),
    ...(isOpen
      ? [
          moveEnrolment(enrolment, { status: 'in_progress', next_attempt_at: null, updated_at: at }),
          ...moveCounts(campaignId, { [enrolment.status]: -1, in_progress: 1 }),
        ]
      : []),
  ];
};

/** What a stray call changes of the call whose dial was refused, and of whom it concerns. */
interface Spent {
  after: CallRecord;
  operations: WriteOperation[];
  /** What to queue after the operations. */
  references: DeliveryReference[];
  /** Its claim was given back to the account's day. */
  isGivenBack: boolean;
  /** The operations note it as unsettled. */
  isNoted: boolean;
}

const WITHOUT_DIAL: readonly CallRecord['status'][] = ['not_dialed', 'scheduled', 'queued'];

/** A claim without a dial ends with its stray call; a dial that is under way or was placed goes on. */
const spend = async (table: TableReader, call: CallRecord, generation: number, at: string): Promise<Spent> => {
  if (!WITHOUT_DIAL.includes(call.status)) {
    // A single call that was refused, and ended or was cancelled, has given its dial back.
    const isGivenBack = generation < call.generation || call.day_dial === null;
    return { after: call, operations: [], references: [], isGivenBack, isNoted: false };
  }
  const ended = {
    status: 'ended',
    outcome: 'failed',
    ended_reason: PLACED_AFTER_REFUSAL,
    started_at: call.started_at ?? at,
    ended_at: at,
    due_at: null,
  } as const;
  const isWaiting = call.status === 'scheduled';
  const single = isSingle(call) ? { holdsNothing: isWaiting } : undefined;
  const announced = await announcing(table, { before: call, changes: ended, now: new Date(at), single });
  const { after, references } = announced;
  const operations = [announced.change, ...announced.outbox];
  // What the waiting claim has counted stands for the stray call.
  if (call.status === 'queued') return { after, operations, references, isGivenBack: false, isNoted: false };
  if (isWaiting) return { after, operations, references, isGivenBack: true, isNoted: false };
  const pool = accountPool(call.account_id);
  const permit = await table.get<CallPermitRecord>(callPermitKey(pool, call.channel ?? -1));
  const isSettled = !isHeldBy(permit, call);
  const takenBack = await takeBack(table, call, isSettled, at);
  return {
    after,
    operations: [
      ...operations,
      // Whoever frees the permit of a released claim gives its dial back.
      ...(isSettled ? [] : [permitHeld(pool, call.channel ?? -1, call)]),
      ...takenBack,
    ],
    references,
    isGivenBack: isSettled,
    isNoted: isSettled && takenBack.length > 0,
  };
};

interface StrayDial {
  generation: number;
  /** The number that the carrier dialled, where its event says so. */
  to: string | null | undefined;
  isGivenBack: boolean;
  at: Date;
}

/** The dial counts after all. The number's dials say whether it does already. */
const countDial = async (
  table: TableReader,
  { id, account_id, campaign_id, team_id: teamId, ...call }: CallRecord,
  { generation, to, isGivenBack, at }: StrayDial,
): Promise<WriteOperation[]> => {
  // A later claim may be for another number of the contact.
  const known = generation < call.generation ? (to ?? call.to_number) : call.to_number;
  // The call of an erased person has no number.
  const phone = known || (to ?? '');
  const line = await getCalleeLock(table, teamId, phone);
  const ofNumber = countStrayDial({ teamId, phone, line }, { id, generation }, at);
  if (ofNumber.length === 0 || !isGivenBack) return ofNumber;
  return [...ofNumber, countMadeDial(account_id, { day: dayOf(at), counter: firstCounter(campaign_id ?? id) })];
};

/**
 * Ends the attempt of a stray call, so that it is not dialled again: a released claim and one that waits for its dial.
 * A dial that is under way or was placed goes on; it is of the same attempt. Undefined if the event is of no stray
 * call. The loser of a race with a planner, a dial or a release reads again.
 */
const spendAttempt = (
  ports: StrayPorts,
  callId: string,
  event: CallEvent,
  at: string,
): Promise<Pick<Spent, 'after' | 'references' | 'isNoted'> | undefined> =>
  retryingLostRaces(ports.table, async () => {
    const { table } = ports;
    const call = await getCall(table, callId);
    const generation = generationOfEvent(event) ?? call?.generation ?? 0;
    if (!call || !isStray(call, generation)) return undefined;
    const { operations, isGivenBack, ...spent } = await spend(table, call, generation, at);
    operations.push(
      ...(await countDial(table, call, { generation, to: event.data.to, isGivenBack, at: new Date(at) })),
    );
    if (operations.length > 0) await table.transact(operations);
    noteChange(ports.log, call, spent.after);
    return spent;
  });

/** Whether somebody may be on the line after the event. */
const mayBeLive = ({ type }: CallEvent): boolean => {
  const { status } = CALL_EVENTS[type];
  return status === 'ringing' || status === 'in_progress';
};

/** Hangs up the call of an event if somebody may be on the line. @throws when the carrier cannot be reached. */
export const hangUpIfLive = async (ports: StrayPorts, call: CallRecord, event: CallEvent): Promise<void> => {
  if (!mayBeLive(event)) return;
  const generation = generationOfEvent(event) ?? call.generation;
  const why = call.hang_up_requested_at ? CANCELLED_BUT_LIVE : REFUSED_BUT_PLACED;
  await hangUp(ports, { id: call.id, call_control_id: event.data.call_control_id, generation }, why);
};

/**
 * Hangs up a stray call, and counts it as the attempt that it was. Safe to repeat; it is repeated if the carrier cannot
 * be reached. Answers false if the event is of no stray call.
 */
export const endStray = async (
  ports: StrayPorts,
  callId: string,
  event: CallEvent,
  receivedAt: string,
): Promise<boolean> => {
  const spent = await spendAttempt(ports, callId, event, receivedAt);
  if (!spent) return false;
  const { after: call, references, isNoted } = spent;
  try {
    await sendDeliveries(ports, references);
    await hangUpIfLive(ports, call, event);
  } catch (error) {
    // Other calls that end send no message of their own beside its note. Its line is free already.
    if (isNoted) await tellCampaign(ports, call);
    throw error;
  }
  // The campaign may dial the number again once it is told.
  await tellCampaign(ports, call);
  await settleSingle(ports.table, call);
  const isUndecided = call.status === 'dialing';
  if (isUndecided && (await succeeded(ports.table.write(noteStrayLook(call.id, ports.clock(), LOOKS_APART_SECONDS)))))
    await ports.callEventQueue.send([{ received_at: receivedAt, event }], { delaySeconds: LOOK_AGAIN_SECONDS });
  return true;
};
