import type { CallRecord } from '#shared/store/call/calls.ts';
import { keys } from '#shared/store/keys.ts';
import type { RecordKey } from '#shared/store/table/records.ts';
import {
  absent,
  anyOf,
  below,
  differs,
  equals,
  type TableReader,
  type UpdateOperation,
} from '#shared/store/table/table.ts';

/** A phone number within a team, whichever contacts have it. */
export interface CalleeLockRecord {
  do_not_call?: boolean;
  live_call_id?: string;
  /** The claim of that call which holds the lock. */
  live_generation?: number;
  /** A live inbound call from this number. */
  inbound_call_id?: string;
  inbound_since?: string;
}

export const calleeLockKey = (teamId: string, phone: string): RecordKey<CalleeLockRecord> =>
  keys.calleeLock(teamId, phone);

export const getCalleeLock = (table: TableReader, teamId: string, phone: string) =>
  table.get<CalleeLockRecord>(calleeLockKey(teamId, phone));

export const getCalleeLocks = (table: TableReader, teamId: string, phones: string[]) =>
  table.getMany<CalleeLockRecord>(phones.map((phone) => calleeLockKey(teamId, phone)));

/** Marks a number as do-not-call, whichever contacts have it. */
export const markDoNotCall = (teamId: string, phone: string): UpdateOperation => ({
  update: calleeLockKey(teamId, phone),
  set: { do_not_call: true },
});

/** One claim of a call. */
type Claim = Pick<CallRecord, 'id' | 'generation'>;

/** Locks the number for one outbound call; fails while another call has it, or if it is marked do-not-call. */
export const lockCallee = (teamId: string, phone: string, { id, generation }: Claim): UpdateOperation => ({
  update: calleeLockKey(teamId, phone),
  set: { live_call_id: id, live_generation: generation },
  when: [
    anyOf(absent('do_not_call'), differs('do_not_call', true)),
    anyOf(absent('live_call_id'), equals('live_call_id', id)),
    // A claim that is late never takes the lock from a later one of the same call.
    anyOf(absent('live_generation'), below('live_generation', generation + 1)),
    absent('inbound_call_id'),
  ],
});

/** Frees the lock that this claim still holds; fails for an earlier claim of the same call. */
export const unlockCallee = (teamId: string, phone: string, { id, generation }: Claim): UpdateOperation => ({
  update: calleeLockKey(teamId, phone),
  remove: ['live_call_id', 'live_generation'],
  when: [equals('live_call_id', id), equals('live_generation', generation)],
});

/**
 * Keeps a caller's number from being dialled during an inbound call. The newest call holds the lock, because a phone
 * that calls again has ended its earlier call; an older call reported later loses.
 */
export const lockCaller = (teamId: string, phone: string, callId: string, startedAt: string): UpdateOperation => ({
  update: calleeLockKey(teamId, phone),
  set: { inbound_call_id: callId, inbound_since: startedAt },
  when: [anyOf(absent('inbound_call_id'), equals('inbound_call_id', callId), below('inbound_since', startedAt))],
});

export const unlockCaller = (teamId: string, phone: string, callId: string): UpdateOperation => ({
  update: calleeLockKey(teamId, phone),
  remove: ['inbound_call_id', 'inbound_since'],
  when: [equals('inbound_call_id', callId)],
});
