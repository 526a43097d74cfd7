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

/** A callee's number inside a team, whichever contacts have it. */
export interface CalleeLockRecord {
  do_not_call?: boolean;
  /** The contact that had this number last. */
  contact_id?: string;
  live_call_id?: string;
  /** Whoever has this number calls us and is on. */
  inbound_call_id?: string;
  inbound_since?: string;
}

export const calleeLockKey = (teamId: string, phone: string): RecordKey<CalleeLockRecord> =>
  keys.calleeLock(teamId, phone);

export const getCalleeLock = (table: TableReader, teamId: string, phone: string) =>
  table.get<CalleeLockRecord>(calleeLockKey(teamId, phone));

export const getCalleeLocks = (table: TableReader, teamId: string, phones: string[]) =>
  table.getMany<CalleeLockRecord>(phones.map((phone) => calleeLockKey(teamId, phone)));

/** Do-not-call holds for the number, whichever contacts have it. */
export const markDoNotCall = (teamId: string, phone: string): UpdateOperation => ({
  update: calleeLockKey(teamId, phone),
  set: { do_not_call: true },
});

/** Takes the number for one live call; a second call to it, or a do-not-call mark, loses. */
export const lockCallee = (teamId: string, phone: string, callId: string): UpdateOperation => ({
  update: calleeLockKey(teamId, phone),
  set: { live_call_id: callId },
  when: [
    anyOf(absent('do_not_call'), differs('do_not_call', true)),
    anyOf(absent('live_call_id'), equals('live_call_id', callId)),
    absent('inbound_call_id'),
  ],
});

export const unlockCallee = (teamId: string, phone: string, callId: string): UpdateOperation => ({
  update: calleeLockKey(teamId, phone),
  remove: ['live_call_id'],
  when: [equals('live_call_id', callId)],
});

/**
 * Whoever calls us is not dialled meanwhile. Of several calls the newest counts, since a phone that calls again has ended
 * its call before; an older one that is heard of later loses.
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
