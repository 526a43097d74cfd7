import { afterHindrance, type Hindrance, isRemovedByPeople } from '#shared/domain/call/single-call.ts';
import { secondsAfter } from '#shared/domain/time.ts';
import { claimMessage } from '#shared/engine/call/dialling/claim-message.ts';
import { waitOf } from '#shared/engine/call/dialling/pool-room.ts';
import { type AnnouncePorts, announcing, sendDeliveries } from '#shared/engine/webhook/announce.ts';
import { noteChange } from '#shared/engine/webhook/note-change.ts';
import type { DueCallMessage } from '#shared/schemas/messages.ts';
import { type CallRecord, getCall } from '#shared/store/call/calls.ts';
import { endWaitNote, moveSingleCall, noteWait } from '#shared/store/call/single-calls.ts';
import { accountPool } from '#shared/store/limits/call-permits.ts';
import { putWaiting, removeWaiting } from '#shared/store/limits/waiting.ts';
import { retryingLostRaces, succeeded } from '#shared/store/table/conditional-write.ts';
import type { TableWriter, WriteOperation } from '#shared/store/table/table.ts';
import { claimOf } from './claim-call.ts';
import { type ComeBackPorts, comeBackAt } from './come-back.ts';
import { hindranceOf, type JudgePorts, readSituation, type Situation } from './judge-call.ts';

export type DuePorts = JudgePorts & ComeBackPorts & AnnouncePorts;

/** A wait for a channel keeps its place this long after its next look was to come. */
const WAIT_KEPT_SECONDS = 30;

/** The note by which whoever removes the hindrance finds the call. */
const waitNote = (call: CallRecord, after: Partial<CallRecord>): WriteOperation[] => {
  const { waits_for = null, due_at = null } = after;
  if (due_at !== null && isRemovedByPeople(waits_for)) return [noteWait(call, due_at)];
  return isRemovedByPeople(call.waits_for) ? [endWaitNote(call)] : [];
};

/** Notes that the call waits for a channel, so that campaigns leave it one; or that it does not any more. */
const noteRoomWanted = async (
  table: TableWriter,
  { call, ofAccount }: Situation,
  due: string | null,
  now: Date,
): Promise<void> => {
  const pool = accountPool(call.account_id);
  const before = waitOf(ofAccount.waiters, call.id);
  if (due === null) {
    if (before) await succeeded(table.write(removeWaiting(pool, call.id, null)));
    return;
  }
  await table.write(
    putWaiting(pool, {
      holder: call.id,
      campaign_id: null,
      wants: 1,
      wants_dials: 0,
      since: before?.since ?? now.toISOString(),
      until: secondsAfter(due, WAIT_KEPT_SECONDS).toISOString(),
      look: 0,
      look_again_at: due,
      tries: call.deferrals,
    }),
  );
};

/** The call waits, or ends for what no waiting cures. */
const hinder = async (ports: DuePorts, situation: Situation, hindrance: Hindrance, now: Date): Promise<void> => {
  const { call } = situation;
  const after = afterHindrance(call, hindrance, now);
  const waits_for = after.status === 'scheduled' ? after.waits_for : null;
  const changes = { ...after, waits_for };
  const single = { holdsNothing: true };
  const { change, outbox, references } = await announcing(ports.table, { before: call, changes, now, single });
  await ports.table.transact([change, ...outbox, ...waitNote(call, after)]);
  noteChange(ports.log, call, changes);
  await sendDeliveries(ports, references);
  await noteRoomWanted(ports.table, situation, waits_for === 'no_call_permit' ? after.due_at : null, now);
  const { id: call_id, account_id } = call;
  if (after.due_at !== null) await comeBackAt(ports, { call_id, account_id, due_at: after.due_at });
};

const claim = async (ports: DuePorts, situation: Situation, now: Date): Promise<void> => {
  const { call } = situation;
  const { changes, operations } = claimOf(situation, now);
  const { operation, after } = moveSingleCall(call, changes, { holdsNothing: false });
  await ports.table.transact([operation, ...operations, ...waitNote(call, {})]);
  await noteRoomWanted(ports.table, situation, null, now);
  // After a crash in between, the sweep has the claim released, and the call looked at again.
  await ports.dialQueue.send([claimMessage(after)]);
};

/**
 * Looks whether a single call that waits may be dialled, and claims it, lets it wait or ends it. Of copies of a message
 * all but one find another due time. Whoever loses a race for line, permit or day reads again.
 */
export const serveDueCall = (ports: DuePorts, due: DueCallMessage): Promise<void> =>
  retryingLostRaces(ports.table, async () => {
    const now = ports.clock();
    const waiting = await getCall(ports.table, due.call_id);
    if (waiting?.status !== 'scheduled' || waiting.due_at !== due.due_at) return;
    // A callback that is far off comes once, to be scheduled; else a clock that is ahead of this one's has sent it.
    if (waiting.scheduled_at !== null && waiting.scheduled_at > now.toISOString()) return comeBackAt(ports, due);
    const situation = await readSituation(ports, waiting, now);
    const hindrance = hindranceOf(ports, situation, now);
    if (hindrance) await hinder(ports, situation, hindrance, now);
    else await claim(ports, situation, now);
  });
