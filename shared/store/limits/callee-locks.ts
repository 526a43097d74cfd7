import { isDialCounted, type NumberDial, withDial, withoutDial } from '#shared/domain/call/number-dials.ts';
import { erasedSince, type SuppressionSources } from '#shared/domain/call/suppression.ts';
import type { CallRecord } from '#shared/store/call/calls.ts';
import { calleeLockIn, lineKeys } from '#shared/store/line/line-keys.ts';
import type { RecordKey } from '#shared/store/table/records.ts';
import {
  absent,
  anyOf,
  below,
  type Condition,
  differs,
  equals,
  type TableReader,
  type TableWriter,
  type UpdateOperation,
} from '#shared/store/table/table.ts';

/** A phone number within a team, whichever contacts have it. */
export interface CalleeLockRecord {
  /** Follows from what suppresses the number; the one thing that a dial looks at. */
  do_not_call?: boolean;
  suppressions?: SuppressionSources;
  /** How often they were written; the loser of two changes reads again. */
  suppressions_version?: number;
  live_call_id?: string;
  /** The claim of that call which holds the lock. */
  live_generation?: number;
  /** A live inbound call from this number. */
  inbound_call_id?: string;
  inbound_since?: string;
  /** The latest dials to the number that were not given back; a day of them at least, where there were 100 at most. */
  dials?: NumberDial[];
  /** How often they, or which of them stand, changed; the loser of two changes reads again. */
  dials_version?: number;
}

export const calleeLockKey = (teamId: string, phone: string): RecordKey<CalleeLockRecord> =>
  lineKeys.calleeLock(teamId, phone);

export const getCalleeLock = (table: TableReader, teamId: string, phone: string) =>
  table.get<CalleeLockRecord>(calleeLockKey(teamId, phone));

export const getCalleeLocks = (table: TableReader, teamId: string, phones: string[]) =>
  table.getMany<CalleeLockRecord>(phones.map((phone) => calleeLockKey(teamId, phone)));

const NOT_MARKED = anyOf(absent('do_not_call'), differs('do_not_call', true));

/** One claim of a call. */
type Claim = Pick<CallRecord, 'id' | 'generation'>;

/** The dials that stand: that of a live call may still be given back. */
export const standingDials = (line: CalleeLockRecord | undefined): NumberDial[] => {
  const { dials = [], live_call_id: call_id, live_generation: generation = 0 } = line ?? {};
  return call_id === undefined ? dials : withoutDial(dials, { call_id, generation });
};

/** The dials of a number after a change, if nobody has changed them since the line was read. */
const changeDials = (line: CalleeLockRecord | undefined, dials: NumberDial[]) => {
  const version = line?.dials_version;
  return {
    set: { dials, dials_version: (version ?? 0) + 1 },
    when: version === undefined ? absent('dials_version') : equals('dials_version', version),
  };
};

/** Where the number is. */
interface Line {
  teamId: string;
  phone: string;
  /** As it was read. */
  line: CalleeLockRecord | undefined;
}

const dialOf = ({ id, generation }: Claim, at: Date): NumberDial => ({
  call_id: id,
  generation,
  at: at.toISOString(),
});

/** Nobody else has the number, and it may be called. */
const lockIsFree = ({ id, generation }: Claim): Condition[] => [
  NOT_MARKED,
  anyOf(absent('live_call_id'), equals('live_call_id', id)),
  // A claim that is late never takes the lock from a later one of the same call.
  anyOf(absent('live_generation'), below('live_generation', generation + 1)),
  absent('inbound_call_id'),
];

/**
 * Locks the number for one outbound call, and counts its dial; fails while another call has it, if it is marked
 * do-not-call, or if its dials have changed since they were read.
 */
export const lockCallee = ({ teamId, phone, line }: Line, claim: Claim, now: Date): UpdateOperation => {
  const { id, generation } = claim;
  const counted = changeDials(line, withDial(line?.dials ?? [], dialOf(claim, now), now));
  return {
    update: calleeLockKey(teamId, phone),
    set: { live_call_id: id, live_generation: generation, ...counted.set },
    when: [...lockIsFree({ id, generation }), counted.when],
  };
};

const freeing = (teamId: string, phone: string, { id, generation }: Claim) => ({
  update: calleeLockKey(teamId, phone),
  remove: ['live_call_id', 'live_generation'],
  when: [equals('live_call_id', id), equals('live_generation', generation)],
});

/**
 * Frees the lock that this claim still holds; fails for an earlier claim of the same call. Its dial stands from now on,
 * so whoever has read the line before must read it again.
 */
export const unlockCallee = (teamId: string, phone: string, claim: Claim): UpdateOperation => ({
  ...freeing(teamId, phone, claim),
  add: { dials_version: 1 },
});

/** The same, and gives the dial back that was counted with the lock. */
export const unlockAndGiveBack = ({ teamId, phone, line }: Line, claim: Claim): UpdateOperation => {
  const { id: call_id, generation } = claim;
  const { set, when } = changeDials(line, withoutDial(line?.dials ?? [], { call_id, generation }));
  const { when: held, ...unlock } = freeing(teamId, phone, claim);
  return { ...unlock, set, when: [...held, when] };
};

/** Counts a dial that was made although it had been given back; nothing if it counts already. */
export const countStrayDial = ({ teamId, phone, line }: Line, claim: Claim, at: Date): UpdateOperation[] => {
  const dials = line?.dials ?? [];
  if (isDialCounted(dials, { call_id: claim.id, generation: claim.generation })) return [];
  const { set, when } = changeDials(line, withDial(dials, dialOf(claim, at), at));
  return [{ update: calleeLockKey(teamId, phone), set, when: [when] }];
};

/** Nothing of a number that may be dialled; whoever counts another dial meanwhile reads again. */
export const forgetDials = async (table: TableWriter, partition: string): Promise<void> => {
  const key: RecordKey<CalleeLockRecord> = calleeLockIn(partition);
  const line = await table.get<CalleeLockRecord>(key);
  if (line?.dials === undefined || erasedSince(line.suppressions ?? []) === undefined) return;
  await table.write({ update: key, remove: ['dials'], add: { dials_version: 1 } });
};

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
