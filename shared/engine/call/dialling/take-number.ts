import type { NotDialedReason } from '#shared/domain/call/not-dialed.ts';
import type { CallRecord } from '#shared/store/call/calls.ts';
import { type CalleeLockRecord, getCalleeLock, lockCallee } from '#shared/store/limits/callee-locks.ts';
import { succeeded } from '#shared/store/table/conditional-write.ts';
import type { TableWriter } from '#shared/store/table/table.ts';

/** The callee's number as it was read. */
export type ReadNumber = CalleeLockRecord | undefined;

/** Tries with what was read before, and with what is read after that has changed. */
const TRIES = 2;

interface Taken {
  /** Why the number cannot be taken. */
  problem: NotDialedReason | null;
  /** The number as it was just before. */
  line: ReadNumber;
}

/**
 * Takes the callee's number for a call, and counts the dial to it, in one write. Who loses the number to another call, or
 * to changes of its dials, is due again soon.
 */
export const takeNumber = async (table: TableWriter, call: CallRecord, read: ReadNumber, now: Date): Promise<Taken> => {
  const { team_id: teamId, to_number: phone } = call;
  let line = read;
  for (let tries = 0; tries < TRIES; tries++) {
    if (await succeeded(table.write(lockCallee({ teamId, phone, line }, call, now)))) return { problem: null, line };
    line = await getCalleeLock(table, teamId, phone);
    if (line?.do_not_call) return { problem: 'do_not_call', line };
  }
  return { problem: 'number_busy', line };
};
