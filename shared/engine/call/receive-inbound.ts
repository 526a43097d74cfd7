import { encodeClientState, inboundCallId } from '#shared/domain/call/client-state.ts';
import type { CallEvent } from '#shared/domain/call/events.ts';
import { erasedSince } from '#shared/domain/call/suppression.ts';
import { withoutPerson } from '#shared/domain/privacy/erased-call.ts';
import { noteBegun, noteChange } from '#shared/engine/webhook/note-change.ts';
import type { Needs } from '#shared/ports/capabilities.ts';
import { type AccountRecord, accountKey, isSuspended } from '#shared/store/accounts.ts';
import { type AssistantRecord, getAssistant } from '#shared/store/assistants.ts';
import { addStandaloneCall, changeCall, leaveCallSweep, unlessEnded } from '#shared/store/call/call-changes.ts';
import { type CallRecord, getCall, needsConclusion, newCall } from '#shared/store/call/calls.ts';
import { type ContactRecord, findContactsByPhone } from '#shared/store/contact/contacts.ts';
import { getCalleeLock, lockCaller, unlockCaller } from '#shared/store/limits/callee-locks.ts';
import { sourcesOf } from '#shared/store/line/suppressions.ts';
import { findOwnedNumber, type PhoneNumberRecord } from '#shared/store/phone-numbers.ts';
import { succeeded, writeIfUnchanged } from '#shared/store/table/conditional-write.ts';
import type { TableReader, TableWriter } from '#shared/store/table/table.ts';
import { inboundProblem } from './usable-assistant.ts';

/** Time for the write that follows, so that the conclusion finds the call ended. */
const END_WRITTEN_WITHIN_SECONDS = 5;

export type InboundPorts = Needs<'table' | 'telephony' | 'checkTranscriber' | 'endedCallQueue' | 'log'>;

/** How a call to a number of ours is taken. */
interface Taken {
  number: PhoneNumberRecord;
  /** Whether it is recorded if it is answered. */
  recordingEnabled: boolean;
  /** Why it is not answered; null where it is. */
  problem: string | null;
}

const recordOf = (
  event: CallEvent,
  { number, recordingEnabled }: Taken,
  caller: ContactRecord | undefined,
  at: string,
): CallRecord =>
  newCall({
    id: inboundCallId(event.data.call_control_id),
    account_id: number.account_id,
    team_id: number.team_id,
    campaign_id: null,
    contact_id: caller?.id ?? null,
    company_id: caller?.company_id ?? null,
    assistant_id: number.assistant_id,
    enrolment_id: null,
    limit_changes_at_claim: 0,
    direction: 'inbound',
    from_number_id: null,
    from_number: event.data.from ?? '',
    to_number: event.data.to ?? '',
    status: 'ringing',
    attempt: null,
    generation: 0,
    contact_timezone: caller?.timezone ?? null,
    recording_enabled: recordingEnabled,
    created_at: at,
    queued_at: at,
  });

const startOf = ({ data }: CallEvent, receivedAt: string): string => data.start_time ?? receivedAt;

/** A call from before its caller was erased, of which the carrier tells only now, comes without the caller. */
const bornErased = (record: CallRecord, erasedAt: string): CallRecord => ({
  ...record,
  ...withoutPerson(record),
  contact_id: null,
  erased_at: erasedAt,
});

interface Called extends Taken {
  /** Nobody knew of the call when its caller was erased: nothing of it leads to them, and nobody talks to them. */
  isErased: boolean;
}

const assistantOf = async (table: TableReader, number: PhoneNumberRecord): Promise<AssistantRecord | undefined> =>
  number.assistant_id ? getAssistant(table, number.assistant_id) : undefined;

const SUSPENDED = 'The account was suspended when the call came.';

/** Whether an operator has suspended the account of the number called. */
const isAccountClosed = async (table: TableReader, { account_id }: PhoneNumberRecord): Promise<boolean> => {
  const account = await table.get<AccountRecord>(accountKey(account_id));
  return account !== undefined && isSuspended(account);
};

/** By an event that overtook the call's beginning nobody knows how it is taken: it may be recorded. */
const UNKNOWN: Omit<Taken, 'number'> = { recordingEnabled: true, problem: null };

const takenBy = async ({ table, checkTranscriber }: InboundPorts, { data, type }: CallEvent) => {
  const number = data.to ? await findOwnedNumber(table, data.to) : undefined;
  if (!number) return undefined;
  if (type !== 'call.initiated') return { number, ...UNKNOWN };
  const [assistant, isClosed] = await Promise.all([assistantOf(table, number), isAccountClosed(table, number)]);
  const problem = isClosed ? SUSPENDED : inboundProblem(assistant, checkTranscriber);
  return { number, problem, recordingEnabled: problem === null && assistant?.recording_enabled === true };
};

/** Creates the call's record if this is its first event. Undefined if the number called is not ours. */
const ensureRecord = async (ports: InboundPorts, event: CallEvent, receivedAt: string): Promise<Called | undefined> => {
  const { table } = ports;
  const taken = await takenBy(ports, event);
  if (!taken) return undefined;
  const { number } = taken;
  const { from } = event.data;
  const [[caller], line] = from
    ? await Promise.all([findContactsByPhone(table, number.team_id, from), getCalleeLock(table, number.team_id, from)])
    : [[], undefined];
  const erasedAt = erasedSince(sourcesOf(line));
  const isFromBefore = erasedAt !== undefined && startOf(event, receivedAt) < erasedAt;
  const { call_control_id } = event.data;
  const record = { ...recordOf(event, taken, caller, receivedAt), call_control_id, started_at: receivedAt };
  const [added, ...noted] = addStandaloneCall(isFromBefore ? bornErased(record, erasedAt) : record);
  const isNew = await succeeded(noted.length === 0 ? table.write(added) : table.transact([added, ...noted]));
  if (isNew) noteBegun(ports.log, record);
  const isAsked = isFromBefore || (!isNew && event.type === 'call.initiated');
  const kept = isAsked ? await getCall(table, record.id) : record;
  // One that was recorded before its caller was erased is still on, and the erasure waits for its end.
  const isErased = isFromBefore && kept?.erased_at !== null;
  // The assistant may have been changed since an earlier try: what the record does not tell is not recorded.
  return { ...taken, isErased, recordingEnabled: taken.recordingEnabled && kept?.recording_enabled === true };
};

/** A repeated event sends the same command id, so the carrier answers once. */
const answer = async (
  { table, telephony }: InboundPorts,
  event: CallEvent,
  { number: { team_id }, recordingEnabled }: Called,
  receivedAt: string,
): Promise<void> => {
  const { call_control_id, from } = event.data;
  const startedAt = startOf(event, receivedAt);
  const id = inboundCallId(call_control_id);
  if (from) await succeeded(table.transact([lockCaller(team_id, from, id, startedAt), unlessEnded(id)]));
  await telephony.answer({
    callControlId: call_control_id,
    commandId: `${id}-answer`,
    recordingEnabled,
    clientState: encodeClientState(id),
  });
};

/** Stores the reason before the carrier rejects the call; the hangup event that follows cannot overwrite it. */
const reject = async (
  { table, telephony, endedCallQueue, log }: InboundPorts,
  event: CallEvent,
  error: string | null,
  at: string,
): Promise<void> => {
  const id = inboundCallId(event.data.call_control_id);
  const call = await getCall(table, id);
  if (call && call.status !== 'ended') {
    const ended = { status: 'ended', outcome: 'failed', ended_reason: 'rejected', ended_at: at } as const;
    // A charge may be heard of before the call itself; nothing else would have it counted.
    if (needsConclusion({ ...call, ...ended }))
      await endedCallQueue.send([{ call_id: id }], { delaySeconds: END_WRITTEN_WITHIN_SECONDS });
    const written = await writeIfUnchanged(table, changeCall(call, { ...ended, error }));
    if (written) noteChange(log, call, ended);
  }
  await telephony.reject({ callControlId: event.data.call_control_id, commandId: `${id}-reject` });
};

/**
 * Records an inbound call. When it begins, the call is answered with the number's assistant, or rejected with a stored
 * reason. Returns the call's id; undefined for a call that was never to a number of ours.
 */
export const receiveInbound = async (
  ports: InboundPorts,
  event: CallEvent,
  receivedAt: string,
): Promise<string | undefined> => {
  const called = await ensureRecord(ports, event, receivedAt);
  if (event.type === 'call.initiated') {
    if (called?.problem === null && !called.isErased) await answer(ports, event, called, receivedAt);
    else
      await reject(
        ports,
        event,
        called ? called.problem : inboundProblem(undefined, ports.checkTranscriber),
        receivedAt,
      );
  }
  const id = inboundCallId(event.data.call_control_id);
  // A call may outlive its number; its later events belong to the existing record.
  return called || (await getCall(ports.table, id)) ? id : undefined;
};

/** Lets campaigns dial the caller's number again once the inbound call has ended. */
export const releaseCaller = async (table: TableWriter, call: CallRecord): Promise<void> => {
  if (call.direction !== 'inbound' || call.status !== 'ended') return;
  await succeeded(table.write(unlockCaller(call.team_id, call.from_number, call.id)));
  await succeeded(table.write(leaveCallSweep(call)));
};
