import { isDeepStrictEqual } from 'node:util';
import { type CallEvent, foldEvent, impliedEvents } from '#shared/domain/call/events.ts';
import { type AnnouncePorts, changeAndAnnounce } from '#shared/engine/webhook/announce.ts';
import { type CallRecord, getCall } from '#shared/store/calls.ts';
import { retryingLostRaces } from '#shared/store/table/conditional-write.ts';

const differences = (before: CallRecord, after: CallRecord): Partial<CallRecord> =>
  Object.fromEntries(
    Object.entries(after).filter(([field, value]) => !isDeepStrictEqual(value, before[field as keyof CallRecord])),
  );

export interface AppliedEvent {
  /** The call as it now is. */
  call: CallRecord;
  /** Another event had brought the call as far already; whoever must know was told then. */
  isLate: boolean;
}

/**
 * Folds an event into its call. The set of event types seen is the call's inbox: a second delivery changes nothing.
 * Undefined when there is no such call, or its claim was given back.
 */
export const applyEvent = (
  ports: AnnouncePorts,
  callId: string,
  event: CallEvent,
  receivedAt: string,
): Promise<AppliedEvent | undefined> =>
  retryingLostRaces(async () => {
    const call = await getCall(ports.table, callId);
    if (!call || call.status === 'not_dialed') return undefined;
    const folded = foldEvent({ ...call, status: call.status }, event, receivedAt);
    const news = impliedEvents(event, folded).filter((type) => call.events[type] === undefined);
    const events = { ...call.events, ...Object.fromEntries(news.map((type) => [type, receivedAt])) };
    // Of the dial, whose answer was lost: now it is known that there was one.
    const isHeardOf = call.status === 'dialing' && folded.status !== 'dialing';
    const after: CallRecord = { ...call, ...folded, events, ...(isHeardOf && { error: null }) };
    const changes = differences(call, after);
    if (Object.keys(changes).length > 0) await changeAndAnnounce(ports, call, changes, new Date(receivedAt));
    return { call: after, isLate: call.events[event.type] === undefined && after.status === call.status };
  });
