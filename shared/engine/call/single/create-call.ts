import { dueTime } from '#shared/domain/call/single-call.ts';
import { conflictNow } from '#shared/domain/errors.ts';
import { claimMessage } from '#shared/engine/call/dialling/claim-message.ts';
import type { Needs } from '#shared/ports/capabilities.ts';
import type { Call } from '#shared/schemas/call.ts';
import type { AssistantRecord } from '#shared/store/assistants.ts';
import { type CallRecord, newCall, toCall } from '#shared/store/call/calls.ts';
import { addSingleCall } from '#shared/store/call/single-calls.ts';
import { type ContactRecord, findContactsByPhone } from '#shared/store/contact/contacts.ts';
import { listAccountNumbers, type ShownNumber } from '#shared/store/phone-numbers.ts';
import { retryingLostRaces } from '#shared/store/table/conditional-write.ts';
import type { TableReader, WriteOperation } from '#shared/store/table/table.ts';
import { claimOf } from './claim-call.ts';
import { type ComeBackPorts, scheduleCall } from './come-back.ts';
import { hindranceOf, type JudgePorts, readSituation } from './judge-call.ts';

/** Who is to be called by whom, and when. */
export interface CallOrder {
  id: string;
  accountId: string;
  teamId: string;
  assistant: AssistantRecord;
  contact: ContactRecord | undefined;
  toNumber: string | undefined;
  fromNumber: ShownNumber | undefined;
  scheduledAt: string | null;
  variables: Record<string, string>;
}

type CreatePorts<Reply> = JudgePorts &
  ComeBackPorts &
  Needs<'table' | 'numberingOf'> & {
    /** Writes the call and the reply that shows it, in one step. */
    commit(operations: WriteOperation[], call: Call): Promise<Reply>;
  };

const isActive = ({ status }: ShownNumber): boolean => status === 'active';

/** The given number; else the assistant's oldest, else the team's oldest active one. @throws Refusal 409 without any. */
const callerIdOf = async (
  table: TableReader,
  { accountId, teamId, assistant, fromNumber }: CallOrder,
): Promise<ShownNumber> => {
  if (fromNumber && !isActive(fromNumber)) throw conflictNow(`The phone number "${fromNumber.id}" is not active.`);
  if (fromNumber) return fromNumber;
  const newestFirst = (await listAccountNumbers(table, accountId)).filter(
    (number) => number.team_id === teamId && isActive(number),
  );
  const ofAssistant = newestFirst.filter(({ assistant_id }) => assistant_id === assistant.id);
  const oldest = ofAssistant.at(-1) ?? newestFirst.at(-1);
  if (!oldest) throw conflictNow('The team has no active phone number to call from.');
  return oldest;
};

/** A number that a contact has is that contact, of several the most recently changed. */
const contactOf = async (table: TableReader, { teamId, contact, toNumber }: CallOrder) =>
  toNumber === undefined ? contact : (await findContactsByPhone(table, teamId, toNumber))[0];

const recordOf = async (ports: Needs<'table' | 'numberingOf'>, order: CallOrder, now: Date): Promise<CallRecord> => {
  const { assistant, toNumber, scheduledAt } = order;
  const [contact, from] = await Promise.all([contactOf(ports.table, order), callerIdOf(ports.table, order)]);
  const to = toNumber ?? contact?.phone;
  if (!to) throw conflictNow(`The contact "${contact?.id}" has no phone number.`);
  const at = now.toISOString();
  const call = newCall({
    id: order.id,
    account_id: order.accountId,
    team_id: order.teamId,
    campaign_id: null,
    contact_id: contact?.id ?? null,
    company_id: contact?.company_id ?? null,
    assistant_id: assistant.id,
    enrolment_id: null,
    limit_changes_at_claim: 0,
    direction: 'outbound',
    from_number_id: from.id,
    from_number: from.phone_number,
    to_number: to,
    status: 'scheduled',
    attempt: 1,
    generation: 0,
    contact_timezone: contact?.timezone ?? null,
    recording_enabled: assistant.recording_enabled,
    created_at: at,
    queued_at: at,
  });
  const to_numbering = toNumber === undefined ? null : ports.numberingOf(toNumber);
  return { ...call, to_numbering, variables: order.variables, scheduled_at: scheduledAt };
};

/** Stores a call that is due later; what forbids it then is judged then. */
const schedule = async <Reply>(ports: CreatePorts<Reply>, record: CallRecord, scheduledAt: string): Promise<Reply> => {
  const { id: call_id, account_id } = record;
  const call = { ...record, due_at: dueTime(new Date(scheduledAt)) };
  const reply = await ports.commit(addSingleCall(call), toCall(call));
  await scheduleCall(ports, { call_id, account_id, due_at: call.due_at });
  return reply;
};

/**
 * Claims a call in the transaction that creates it. Who loses a race for the callee's line, a permit or the day reads
 * again, and is told what forbids the dial. @throws Refusal 409 in words that name the rule.
 */
const callNow = async <Reply>(ports: CreatePorts<Reply>, record: CallRecord, now: Date): Promise<Reply> => {
  const { table, commit, dialQueue } = ports;
  const claimed = await retryingLostRaces(table, async () => {
    const situation = await readSituation(ports, record, now);
    const hindrance = hindranceOf(ports, situation, now);
    if (hindrance) throw conflictNow(`${hindrance.words}.`);
    const { changes, operations } = claimOf(situation, now);
    const call = { ...record, ...changes };
    return { call, reply: await commit([...addSingleCall(call), ...operations], toCall(call)) };
  });
  try {
    await dialQueue.send([claimMessage(claimed.call)]);
  } catch (error) {
    ports.log.error('Could not queue a call that is claimed; the sweep has it dialled within minutes.', error, {
      call_id: claimed.call.id,
    });
  }
  return claimed.reply;
};

/** Places one call, at once or at its time. @throws Refusal 409 when a call at once is not allowed. */
export const createCall = async <Reply>(ports: CreatePorts<Reply>, order: CallOrder, now: Date): Promise<Reply> => {
  const record = await recordOf(ports, order, now);
  return order.scheduledAt === null ? callNow(ports, record, now) : schedule(ports, record, order.scheduledAt);
};
