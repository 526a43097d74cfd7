import { awaitAccountQuiet, type QuietPorts } from '#shared/engine/call/dialling/dials-in-flight.ts';
import type { Needs } from '#shared/ports/capabilities.ts';
import { getAccount, setCallsStopped } from '#shared/store/accounts.ts';
import { wakeCampaigns } from './wake-campaigns.ts';

/** Stops dialling and waits until no dial is in flight. Returns the time of the stop; a repeat keeps the first time. */
export const stopCalls = async (ports: QuietPorts & Needs<'table'>, accountId: string): Promise<string> => {
  const account = await getAccount(ports.table, accountId);
  const stoppedAt = account.calls_stopped_at ?? ports.clock().toISOString();
  await setCallsStopped(ports.table, accountId, stoppedAt);
  await awaitAccountQuiet(ports, accountId);
  return stoppedAt;
};

/** Allows calls again and wakes the account's running and scheduled campaigns. */
export const resumeCalls = async (ports: Needs<'table' | 'campaignQueue'>, accountId: string): Promise<void> => {
  await setCallsStopped(ports.table, accountId, null);
  await wakeCampaigns(ports, accountId);
};
