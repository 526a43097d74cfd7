import type { CallRecord } from '#shared/store/call/calls.ts';
import {
  accountPool,
  type CallPermitRecord,
  callPermitKey,
  connectionPool,
  releaseCallPermit,
} from '#shared/store/limits/call-permits.ts';
import {
  type CalleeLockRecord,
  calleeLockKey,
  unlockAndGiveBack,
  unlockCallee,
} from '#shared/store/limits/callee-locks.ts';
import type { WriteOperation } from '#shared/store/table/table.ts';

/** What a claim takes, as it was read. */
export interface Holds {
  lock: CalleeLockRecord | undefined;
  permit: CallPermitRecord | undefined;
  onConnection: CallPermitRecord | undefined;
}

/** Where a call's claim is noted. */
export const holdKeysOf = (call: CallRecord) => ({
  lock: calleeLockKey(call.team_id, call.to_number),
  permit: callPermitKey(accountPool(call.account_id), call.channel ?? -1),
  onConnection: callPermitKey(connectionPool, call.connection_channel ?? -1),
});

/** Whether this claim has the permit. */
export const isHeldBy = (permit: CallPermitRecord | undefined, call: CallRecord): permit is CallPermitRecord =>
  permit?.call_id === call.id && permit.generation === call.generation;

const isLockedBy = (lock: CalleeLockRecord | undefined, call: CallRecord): boolean =>
  lock?.live_call_id === call.id && lock.live_generation === call.generation;

/** A number that was locked for a claim without a dial has its dial back. */
const unlocking = (call: CallRecord, lock: CalleeLockRecord | undefined, isUndialed: boolean): WriteOperation => {
  const { team_id: teamId, to_number: phone } = call;
  return isUndialed ? unlockAndGiveBack({ teamId, phone, line: lock }, call) : unlockCallee(teamId, phone, call);
};

/** Frees what a finished claim still holds; locks and permits of other calls are left alone. */
export const releaseHolds = (
  call: CallRecord,
  { lock, permit, onConnection }: Holds,
  { isUndialed }: { isUndialed: boolean },
): WriteOperation[] => [
  ...(isLockedBy(lock, call) ? [unlocking(call, lock, isUndialed)] : []),
  ...(isHeldBy(permit, call) && call.channel !== null
    ? [releaseCallPermit(accountPool(call.account_id), call.channel, permit)]
    : []),
  ...(isHeldBy(onConnection, call) && call.connection_channel !== null
    ? [releaseCallPermit(connectionPool, call.connection_channel, onConnection)]
    : []),
];
