import { callbackDecision } from '#shared/domain/call/callback.ts';
import { dueTime } from '#shared/domain/call/single-call.ts';
import { endsCallbacks } from '#shared/domain/campaign/status.ts';
import { derivedId } from '#shared/domain/ids.ts';
import { cancellingSingle, isOpen } from '#shared/engine/call/single/cancel-single.ts';
import type { CallSubjects } from '#shared/engine/conversation/call-context.ts';
import type { Needs } from '#shared/ports/capabilities.ts';
import { noteReplaced } from '#shared/store/call/call-notes.ts';
import { callbackOfLineKey, noteCallback } from '#shared/store/call/callbacks.ts';
import { type CallRecord, getCall, newCall } from '#shared/store/call/calls.ts';
import { addSingleCall, type DueCall } from '#shared/store/call/single-calls.ts';
import { controlKey, unlessCancelled } from '#shared/store/campaign/campaigns.ts';
import type { DeliveryReference } from '#shared/store/delivery/deliveries.ts';
import { calleeLockKey } from '#shared/store/limits/callee-locks.ts';
import { findOwnedNumber } from '#shared/store/phone-numbers.ts';
import { fromJsonText, readTogether } from '#shared/store/table/records.ts';
import type { TableReader, WriteOperation } from '#shared/store/table/table.ts';

export type CallbackPorts = { table: TableReader } & Needs<'numberingOf' | 'log'>;

/** A callback for the transaction of the findings, and what to send after it. */
export interface Callback {
  operations: WriteOperation[];
  references: DeliveryReference[];
  due: DueCall | null;
}

const NONE: Callback = { operations: [], references: [], due: null };

/** The other party's number and ours. */
const linesOf = async (table: TableReader, call: CallRecord) => {
  const { direction, from_number, from_number_id, to_number } = call;
  if (direction === 'outbound') return { theirs: to_number, ours: { id: from_number_id, phone: from_number } };
  const owned = await findOwnedNumber(table, to_number);
  return { theirs: from_number, ours: { id: owned?.id ?? null, phone: to_number } };
};

interface Asked {
  call: CallRecord;
  at: Date;
  now: Date;
}

/** The call that was asked for: by the same assistant, with the same caller ID, to the same contact and number. */
const recordOf = async ({ table, numberingOf }: CallbackPorts, { call, at, now }: Asked): Promise<CallRecord> => {
  const { theirs, ours } = await linesOf(table, call);
  const created_at = now.toISOString();
  const record = newCall({
    id: derivedId('call', call.id, 'callback'),
    account_id: call.account_id,
    team_id: call.team_id,
    campaign_id: null,
    contact_id: call.contact_id,
    company_id: call.company_id,
    assistant_id: call.assistant_id,
    enrolment_id: null,
    limit_changes_at_claim: 0,
    direction: 'outbound',
    from_number_id: ours.id,
    from_number: ours.phone,
    to_number: theirs,
    status: 'scheduled',
    attempt: 1,
    generation: 0,
    contact_timezone: call.contact_timezone,
    recording_enabled: call.recording_enabled,
    created_at,
    queued_at: created_at,
  });
  return {
    ...record,
    // Of whoever calls in, the number that they called from is called, whatever numbers they have.
    to_numbering: call.to_numbering ?? (call.direction === 'inbound' ? numberingOf(theirs) : null),
    variables: call.variables,
    scheduled_at: at.toISOString(),
    due_at: dueTime(at),
    callback_of: call.id,
    callback_campaign_id: call.campaign_id ?? call.callback_campaign_id,
    place_in_chain: call.place_in_chain + 1,
  };
};

/**
 * Cancels the callback that the number has. A dial under way goes on, and is the last for it; if it is given back
 * meanwhile, the transaction fails, and whoever reads again cancels the callback.
 */
const replacing = async (table: TableReader, callId: string | undefined, now: Date) => {
  const older = callId === undefined ? undefined : await getCall(table, callId);
  if (older?.status === 'dialing') return { operations: [noteReplaced(older.id)], references: [] };
  return isOpen(older) ? cancellingSingle(table, older, now) : { operations: [], references: [] };
};

/**
 * The call that the other party asked for, if it is to be made. `at`: when they did, ISO 8601. Its id follows from the
 * call's, so nobody makes it twice; the transaction fails if its campaign is cancelled meanwhile.
 */
export const schedulingCallback = async (
  ports: CallbackPorts,
  { call, contact, campaign }: CallSubjects,
  { at, isOptOut }: { at: string | null; isOptOut: boolean },
  now: Date,
): Promise<Callback> => {
  if (at === null) return NONE;
  const { table, log } = ports;
  const callback = await recordOf(ports, { call, at: new Date(at), now });
  const { team_id, to_number, callback_campaign_id: campaignId } = callback;
  const { line, latest, control } = await readTogether(table, {
    line: calleeLockKey(team_id, to_number),
    latest: callbackOfLineKey(team_id, to_number),
    control: controlKey(campaignId ?? ''),
  });
  const decision = callbackDecision(
    {
      at: new Date(at),
      endedAt: new Date(call.ended_at ?? call.created_at),
      isOptedOut: isOptOut || contact?.do_not_call === true || line?.do_not_call === true,
      isAllowed:
        !(control && endsCallbacks(control)) && (!campaign || fromJsonText(campaign.settings).callbacks !== false),
      placeInChain: call.place_in_chain,
    },
    now,
  );
  if ('none' in decision || callback.from_number_id === null || to_number === '') {
    log.info('Nobody is called back.', { call_id: call.id, ...decision });
    return NONE;
  }
  const scheduled_at = decision.at.toISOString();
  const record = { ...callback, scheduled_at, due_at: dueTime(decision.at) };
  const older = await replacing(table, latest?.call_id, now);
  return {
    operations: [
      ...addSingleCall(record),
      ...noteCallback(record, latest),
      ...(control ? [unlessCancelled(control.id)] : []),
      ...older.operations,
    ],
    references: older.references,
    due: { call_id: record.id, account_id: record.account_id, due_at: record.due_at },
  };
};
