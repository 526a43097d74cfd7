import { cancellingSingle, isOpen } from '#shared/engine/call/single/cancel-single.ts';
import { type AnnouncePorts, sendDeliveries } from '#shared/engine/webhook/announce.ts';
import type { Needs } from '#shared/ports/capabilities.ts';
import { forgetCallback, readCallbacks } from '#shared/store/call/callbacks.ts';
import { getCall } from '#shared/store/call/calls.ts';
import { retryingLostRaces } from '#shared/store/table/conditional-write.ts';

type CancelPorts = AnnouncePorts & Needs<'clock'>;

/** Calls cancelled side by side; each in a transaction of its own. */
const CANCELLED_AT_ONCE = 10;

/** A dial that has begun meanwhile goes on, as the live calls of the campaign. */
const cancelOne = (ports: CancelPorts, campaignId: string, callId: string): Promise<void> =>
  retryingLostRaces(ports.table, async () => {
    const call = await getCall(ports.table, callId);
    const forgotten = forgetCallback(campaignId, callId);
    if (!isOpen(call)) return ports.table.write(forgotten);
    const { operations, references } = await cancellingSingle(ports.table, call, ports.clock());
    await ports.table.transact([...operations, forgotten]);
    await sendDeliveries(ports, references);
  });

/** Cancels the next callbacks of a cancelled campaign. Returns false when none is left. */
export const cancelCallbacks = async (ports: CancelPorts, campaignId: string): Promise<boolean> => {
  const callIds = await readCallbacks(ports.table, campaignId, CANCELLED_AT_ONCE);
  await Promise.all(callIds.map((callId) => cancelOne(ports, campaignId, callId)));
  return callIds.length > 0;
};
