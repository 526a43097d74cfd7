import { isDeepStrictEqual } from 'node:util';
import { accountOfEvent, generationOfEvent } from '#shared/domain/call/client-state.ts';
import { type CallEvent, foldEvent, impliedEvents, tells } from '#shared/domain/call/events.ts';
import { isStray } from '#shared/domain/call/stray.ts';
import { subjectOf } from '#shared/domain/call/subject.ts';
import {
  type AnnouncePorts,
  changeAndAnnounce,
  type KnownReceiver,
  sendAgain,
} from '#shared/engine/webhook/announce.ts';
import { type CallRecord, callKey, getCall } from '#shared/store/call/calls.ts';
import { receiverOf, webhookKey } from '#shared/store/delivery/webhooks.ts';
import { retryingLostRaces } from '#shared/store/table/conditional-write.ts';
import { readTogether } from '#shared/store/table/records.ts';
import type { TableReader } from '#shared/store/table/table.ts';

const differences = (before: CallRecord, after: CallRecord): Partial<CallRecord> =>
  Object.fromEntries(
    Object.entries(after).filter(([field, value]) => !isDeepStrictEqual(value, before[field as keyof CallRecord])),
  );

interface ReadForEvent {
  call: CallRecord | undefined;
  receiver?: KnownReceiver;
}

/** The call, and together with it where the event is told, as far as the event says whose call it is. */
const readForEvent = async (table: TableReader, callId: string, event: CallEvent): Promise<ReadForEvent> => {
  const accountId = tells(event.type, 'receivers') ? accountOfEvent(event) : undefined;
  if (accountId === undefined) return { call: await getCall(table, callId) };
  const read = { call: callKey(callId), webhook: webhookKey(accountId, 'call') };
  const { call, webhook } = await readTogether(table, read);
  return call?.account_id === accountId ? { call, receiver: { webhook: receiverOf(webhook) } } : { call };
};

export interface AppliedEvent {
  /** The call after the event. */
  call: CallRecord;
  /** The event is new but left status and outcome alone, so an earlier event has told the campaign already. */
  keptStatus: boolean;
}

/**
 * Folds an event into its call; a second delivery changes nothing. Undefined when there is no such call, or the event
 * is of a stray one.
 */
export const applyEvent = (
  ports: AnnouncePorts,
  callId: string,
  event: CallEvent,
  receivedAt: string,
): Promise<AppliedEvent | undefined> =>
  retryingLostRaces(ports.table, async () => {
    const { call, receiver } = await readForEvent(ports.table, callId, event);
    if (call) ports.log.about(subjectOf(call));
    if (!call || call.status === 'not_dialed' || isStray(call, generationOfEvent(event))) return undefined;
    const folded = foldEvent({ ...call, status: call.status }, event, receivedAt);
    const unseen = impliedEvents(event, folded).filter((type) => call.events[type] === undefined);
    const events = { ...call.events, ...Object.fromEntries(unseen.map((type) => [type, receivedAt])) };
    // An event proves that the dial happened, or what came of it; clear the error that said nobody knew.
    const isExplained =
      (call.status === 'dialing' && folded.status !== 'dialing') ||
      (call.outcome === 'unknown' && folded.outcome !== 'unknown');
    // Of a recording that is copied, or has ended, the carrier's link is of no use any more.
    const { recording_url } = call.recording_key === null && call.recording_deleted_at === null ? folded : call;
    const after: CallRecord = { ...call, ...folded, recording_url, events, ...(isExplained && { error: null }) };
    const changes = differences(call, after);
    const now = new Date(receivedAt);
    // An earlier copy of the event may have died before it sent what it announced.
    if (call.events[event.type] !== undefined) await sendAgain(ports, call, now);
    if (Object.keys(changes).length > 0)
      await changeAndAnnounce(ports, call, changes, now, { comesAgain: true, receiver });
    const isKept = after.status === call.status && after.outcome === call.outcome;
    return { call: after, keptStatus: call.events[event.type] === undefined && isKept };
  });
