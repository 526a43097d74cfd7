import { type ActivityAction, activity } from '#shared/domain/account/activity.ts';
import { awaitAccountQuiet, type QuietPorts } from '#shared/engine/call/dialling/dials-in-flight.ts';
import { wakeCalls } from '#shared/engine/call/single/wake-calls.ts';
import type { Needs } from '#shared/ports/capabilities.ts';
import type { Caller } from '#shared/store/access/tokens.ts';
import { type AccountRecord, changeCallsStopped, getAccount } from '#shared/store/accounts.ts';
import { activityOf } from '#shared/store/activity.ts';
import { retryingLostRaces } from '#shared/store/table/conditional-write.ts';
import type { TableWriter } from '#shared/store/table/table.ts';
import { wakeCampaigns } from './wake-campaigns.ts';

/** Whoever loses a race to another stop or resumption reads again, and finds it done or undone. */
const change = (
  table: TableWriter,
  { actor, accountId }: Caller,
  action: ActivityAction,
  changed: (account: AccountRecord) => string | null,
  now: Date,
): Promise<AccountRecord> =>
  retryingLostRaces(table, async () => {
    const account = await getAccount(table, accountId);
    const calls_stopped_at = changed(account);
    if (calls_stopped_at === account.calls_stopped_at) return account;
    const done = activityOf(actor, accountId, activity(action, accountId), now);
    await table.transact([changeCallsStopped(account, calls_stopped_at), done]);
    return { ...account, calls_stopped_at };
  });

/** Stops dialling and waits until no dial is in flight. Returns the time of the stop; a repeat keeps the first time. */
export const stopCalls = async (ports: QuietPorts & Needs<'table'>, caller: Caller): Promise<string | null> => {
  const now = ports.clock();
  const stopped = (account: AccountRecord) => account.calls_stopped_at ?? now.toISOString();
  const { calls_stopped_at } = await change(ports.table, caller, 'calls.stopped', stopped, now);
  await awaitAccountQuiet(ports, caller.accountId);
  return calls_stopped_at;
};

/** Allows calls again and wakes the account's running and scheduled campaigns, and single calls that wait. */
export const resumeCalls = async (
  ports: Needs<'table' | 'campaignQueue' | 'dialQueue' | 'clock'>,
  caller: Caller,
): Promise<void> => {
  await change(ports.table, caller, 'calls.resumed', () => null, ports.clock());
  await wakeCampaigns(ports, caller.accountId);
  await wakeCalls(ports, caller.accountId);
};
