import { NOT_DIALED_WORDS, type NotDialedReason } from '#shared/domain/call/not-dialed.ts';
import { afterHindrance } from '#shared/domain/call/single-call.ts';
import { type Holds, holdKeysOf, releaseHolds } from '#shared/engine/call/holds.ts';
import { type AnnouncePorts, announcing, sendDeliveries } from '#shared/engine/webhook/announce.ts';
import { noteChange } from '#shared/engine/webhook/note-change.ts';
import type { Needs } from '#shared/ports/capabilities.ts';
import { type CallRecord, getCall } from '#shared/store/call/calls.ts';
import { giveBackDayDials } from '#shared/store/limits/daily-usage.ts';
import { retryingLostRaces } from '#shared/store/table/conditional-write.ts';
import { readTogether } from '#shared/store/table/records.ts';
import type { WriteOperation } from '#shared/store/table/table.ts';
import { comeBackSoon } from './come-back.ts';

export type ReleasePorts = AnnouncePorts & Needs<'dialQueue' | 'clock'>;

/** Frees all that a claim holds and gives back what it counts. */
export const undoClaim = (call: CallRecord, holds: Holds): WriteOperation[] => [
  ...releaseHolds(call, holds, { isUndialed: true }),
  ...giveBackDayDials(call.account_id, call.day_dial ? [call.day_dial] : []),
];

const changesAfter = (call: CallRecord, reason: NotDialedReason, words: string, now: Date): Partial<CallRecord> => {
  const undialed = { started_at: null, not_dialed_reason: reason, day_dial: null };
  return { ...undialed, ...afterHindrance(call, { reason, words, until: null }, now) };
};

/**
 * Releases the claim of a single call without a dial: the call waits and is looked at again, or ends. Any event of the
 * call wins, because it proves a dial; then the answer is false. `noted` is stored with it.
 */
export const releaseSingle = async (
  ports: ReleasePorts,
  claimed: CallRecord,
  reason: NotDialedReason,
  noted: Partial<Pick<CallRecord, 'refusal'>> = {},
): Promise<boolean> => {
  const { table, clock } = ports;
  const released = await retryingLostRaces(table, async () => {
    const call = await getCall(table, claimed.id);
    if (call?.version !== claimed.version) return undefined;
    const holds = await readTogether(table, holdKeysOf(call));
    const words = noted.refusal?.reason ?? NOT_DIALED_WORDS[reason];
    const now = clock();
    // Somebody who had a dial hung up must not be called by the next; who asked for a later callback waits for that one.
    const why = call.hang_up_requested_at || call.is_replaced ? 'cancelled' : reason;
    const changes = { ...changesAfter(call, why, words, now), ...noted };
    const single = { holdsNothing: true };
    const { change, after, outbox, references } = await announcing(table, { before: call, changes, now, single });
    await table.transact([change, ...outbox, ...undoClaim(call, holds)]);
    noteChange(ports.log, call, changes);
    await sendDeliveries(ports, references);
    return after;
  });
  if (!released) return false;
  const { id: call_id, account_id, due_at } = released;
  if (due_at !== null) await comeBackSoon(ports, { call_id, account_id, due_at });
  return true;
};
