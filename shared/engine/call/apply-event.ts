import { isDeepStrictEqual } from 'node:util';
import { generationOfEvent } from '#shared/domain/call/client-state.ts';
import { type CallEvent, foldEvent, impliedEvents } from '#shared/domain/call/events.ts';
import { isStray } from '#shared/domain/call/stray.ts';
import { type AnnouncePorts, changeAndAnnounce, sendAgain } from '#shared/engine/webhook/announce.ts';
import { type CallRecord, getCall } from '#shared/store/call/calls.ts';
import { retryingLostRaces } from '#shared/store/table/conditional-write.ts';

const differences = (before: CallRecord, after: CallRecord): Partial<CallRecord> =>
  Object.fromEntries(
    Object.entries(after).filter(([field, value]) => !isDeepStrictEqual(value, before[field as keyof CallRecord])),
  );

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
    const call = await getCall(ports.table, callId);
    if (!call || call.status === 'not_dialed' || isStray(call, generationOfEvent(event))) return undefined;
    const folded = foldEvent({ ...call, status: call.status }, event, receivedAt);
    const unseen = impliedEvents(event, folded).filter((type) => call.events[type] === undefined);
    const events = { ...call.events, ...Object.fromEntries(unseen.map((type) => [type, receivedAt])) };
    // An event proves that the dial happened, or what came of it; clear the error that said nobody knew.
    const isExplained =
      (call.status === 'dialing' && folded.status !== 'dialing') ||
      (call.outcome === 'unknown' && folded.outcome !== 'unknown');
    // Of a recording that is copied, the carrier's link is of no use any more.
    const { recording_url } = call.recording_key === null ? folded : call;
    const after: CallRecord = { ...call, ...folded, recording_url, events, ...(isExplained && { error: null }) };
    const changes = differences(call, after);
    const now = new Date(receivedAt);
    // An earlier copy of the event may have died before it sent what it announced.
    if (call.events[event.type] !== undefined) await sendAgain(ports, call, now);
    if (Object.keys(changes).length > 0) await changeAndAnnounce(ports, call, changes, now, { comesAgain: true });
    const isKept = after.status === call.status && after.outcome === call.outcome;
    return { call: after, keptStatus: call.events[event.type] === undefined && isKept };
  });
