import type { NotDialedReason } from '#shared/domain/call/not-dialed.ts';
import { numberFreeAt } from '#shared/domain/call/number-dials.ts';
import { dialingKey, dialingOf } from '#shared/store/account/dialing-settings.ts';
import type { CallRecord } from '#shared/store/call/calls.ts';
import { calleeLockKey, getCalleeLock, lockCallee, standingDials } from '#shared/store/limits/callee-locks.ts';
import { succeeded } from '#shared/store/table/conditional-write.ts';
import { readTogether } from '#shared/store/table/records.ts';
import type { TableWriter } from '#shared/store/table/table.ts';

/**
 * Takes the callee's number for a call, and counts the dial to it, in one write. Returns why that cannot be. Who loses
 * the number to another call, or to a change of its dials, is due again soon.
 */
export const takeNumber = async (table: TableWriter, call: CallRecord, now: Date): Promise<NotDialedReason | null> => {
  const { team_id: teamId, to_number: phone } = call;
  const { line, dialing } = await readTogether(table, {
    line: calleeLockKey(teamId, phone),
    dialing: dialingKey(call.account_id),
  });
  const { max_calls_per_number_per_day: bound } = dialingOf(dialing);
  const isSpent = numberFreeAt(standingDials(line), bound, now) !== null;
  if (isSpent && !line?.do_not_call) return 'number_daily_calls';
  if (await succeeded(table.write(lockCallee({ teamId, phone, line }, call, now)))) return null;
  const after = await getCalleeLock(table, teamId, phone);
  return after?.do_not_call ? 'do_not_call' : 'number_busy';
};
