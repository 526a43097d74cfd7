import { conflict, notFound } from '#shared/domain/errors.ts';
import { released } from '#shared/engine/call/dialling/release-claim.ts';
import { CANCELLED_BUT_LIVE, hangUp } from '#shared/engine/call/hang-up.ts';
import { cancellingSingle } from '#shared/engine/call/single/cancel-single.ts';
import { tellCampaign } from '#shared/engine/call/tell.ts';
import { type AnnouncePorts, sendDeliveries } from '#shared/engine/webhook/announce.ts';
import type { Needs } from '#shared/ports/capabilities.ts';
import { changeCall } from '#shared/store/call/call-changes.ts';
import { requestHangUp } from '#shared/store/call/call-notes.ts';
import { type CallRecord, getCall } from '#shared/store/call/calls.ts';
import { isSingle } from '#shared/store/call/single-calls.ts';
import { accountPool } from '#shared/store/limits/call-permits.ts';
import { removeWaiting } from '#shared/store/limits/waiting.ts';
import { retryingLostRaces, succeeded, writeChange } from '#shared/store/table/conditional-write.ts';
import { Contended, type TableWriter } from '#shared/store/table/table.ts';
import { settleCalls } from './settlement/settle-calls.ts';

type CancelPorts = AnnouncePorts & Needs<'campaignQueue' | 'telephony' | 'clock'>;

const load = async (table: TableWriter, id: string): Promise<CallRecord> => {
  const call = await getCall(table, id);
  if (!call || call.status === 'not_dialed') throw notFound(`The call "${id}"`);
  return call;
};

const cancelSingle = async (ports: CancelPorts, call: CallRecord, now: Date): Promise<CallRecord> => {
  const { after, operations, references } = await cancellingSingle(ports.table, call, now);
  await ports.table.transact(operations);
  await sendDeliveries(ports, references);
  if (call.waits_for === 'no_call_permit')
    await succeeded(ports.table.write(removeWaiting(accountPool(call.account_id), call.id, null)));
  return after;
};

/** The campaign's settlement frees slot, line and permit of a claim, and cancels its contact. */
const settleCancelled = async (ports: CancelPorts, cancelled: CallRecord, now: Date): Promise<CallRecord> => {
  // Told first, so that a settlement that loses every race here is done by the campaign.
  await tellCampaign(ports, cancelled);
  try {
    await settleCalls(ports, cancelled.campaign_id ?? '', [cancelled.id], now);
  } catch (error) {
    if (!(error instanceof Contended)) throw error;
  }
  return cancelled;
};

const cancelClaim = async (ports: CancelPorts, call: CallRecord, now: Date): Promise<CallRecord> => {
  const cancelled = changeCall(call, { ...released('cancelled'), ended_at: now.toISOString() });
  return settleCancelled(ports, await writeChange(ports.table, cancelled), now);
};

/** The wish is stored before the carrier is told: an event, or the next look at the call, hangs up what is left. */
const hangUpLive = async (ports: CancelPorts, { id }: CallRecord, now: Date): Promise<CallRecord> => {
  const { table, log } = ports;
  await table.write(requestHangUp(id, now));
  const call = await load(table, id);
  const { call_control_id, generation } = call;
  if (call.status === 'ended' || call_control_id === null) return call;
  await hangUp(ports, { id, call_control_id, generation }, CANCELLED_BUT_LIVE).catch((error: unknown) =>
    log.error('The carrier could not be told to hang up a call; its next event or look hangs it up.', error, {
      call_id: id,
    }),
  );
  return call;
};

/**
 * Cancels a call that is not dialled yet, and hangs up a live one. Of a dial and a cancel at once, whoever comes second
 * reads again: then the call is live, or the dial drops it. A cancel whose own write is done, though its reply was lost,
 * knows it by its time. @throws Refusal 409 for a call that was over before.
 */
export const cancelCall = (ports: CancelPorts, id: string): Promise<CallRecord> => {
  const now = ports.clock();
  const isOwn = (at: string | null): boolean => at === now.toISOString();
  return retryingLostRaces(ports.table, async () => {
    const call = await load(ports.table, id);
    switch (call.status) {
      case 'ended':
        if (isOwn(call.hang_up_requested_at)) return call;
        throw conflict('The call has ended.');
      case 'cancelled':
        if (isOwn(call.hang_up_requested_at)) return call;
        if (isOwn(call.ended_at) && !isSingle(call)) return settleCancelled(ports, call, now);
        throw conflict('The call was cancelled already.');
      case 'scheduled':
      case 'queued':
        return isSingle(call) ? cancelSingle(ports, call, now) : cancelClaim(ports, call, now);
      default:
        return hangUpLive(ports, call, now);
    }
  });
};
