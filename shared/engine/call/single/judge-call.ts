import { dayReached, endOfDay, explainDay } from '#shared/domain/account/dial-bounds.ts';
import { NOT_DIALED_WORDS, type NotDialedReason } from '#shared/domain/call/not-dialed.ts';
import { numberFreeAt, numberWaitWords } from '#shared/domain/call/number-dials.ts';
import { type Hindrance, isCuredByWaiting } from '#shared/domain/call/single-call.ts';
import { hoursWaitWords } from '#shared/domain/campaign/callee-hours.ts';
import { judgeEligibility, untilWords } from '#shared/domain/campaign/eligibility.ts';
import { endsCallbacks } from '#shared/domain/campaign/status.ts';
import { ownCountryOf } from '#shared/domain/phone-number/destinations.ts';
import { type AccountDay, readAccountDay } from '#shared/engine/call/dialling/account-day.ts';
import { type PoolRoom, readPoolRoom, shareOfConnection } from '#shared/engine/call/dialling/pool-room.ts';
import { outboundProblem } from '#shared/engine/call/usable-assistant.ts';
import type { Needs } from '#shared/ports/capabilities.ts';
import { withNumberIn } from '#shared/store/account/dialing-settings.ts';
import { type AccountRecord, accountKey, areCallsStopped } from '#shared/store/accounts.ts';
import { type AssistantRecord, assistantKey } from '#shared/store/assistants.ts';
import type { CallRecord } from '#shared/store/call/calls.ts';
import { type CampaignControl, controlKey } from '#shared/store/campaign/campaigns.ts';
import { type ContactRecord, getContact } from '#shared/store/contact/contacts.ts';
import { accountPool, connectionPool } from '#shared/store/limits/call-permits.ts';
import { type CalleeLockRecord, calleeLockKey, standingDials } from '#shared/store/limits/callee-locks.ts';
import { type PhoneNumberRecord, phoneNumberKey } from '#shared/store/phone-numbers.ts';
import { readTogether } from '#shared/store/table/records.ts';
import type { TableReader } from '#shared/store/table/table.ts';
import { calleeOf } from './callee.ts';

export type JudgePorts = { table: TableReader } & Needs<'limits' | 'checkTranscriber'>;

/** All that decides whether a single call may be dialled, read consistently. */
export interface Situation {
  call: CallRecord;
  account: AccountRecord | undefined;
  assistant: AssistantRecord | undefined;
  callerId: PhoneNumberRecord | undefined;
  contact: ContactRecord | undefined;
  line: CalleeLockRecord | undefined;
  /** The campaign whose call a callback goes back to. */
  asked: CampaignControl | undefined;
  day: AccountDay;
  ofAccount: PoolRoom;
  onConnection: PoolRoom;
}

/** Reads what a call meets now; the call as it would be dialled, at the number that its contact has by now. */
export const readSituation = async (
  { table, limits }: JudgePorts,
  given: CallRecord,
  now: Date,
): Promise<Situation> => {
  const contact = given.contact_id === null ? undefined : await getContact(table, given.contact_id);
  const call = { ...given, to_number: calleeOf(given, contact)?.phone ?? given.to_number };
  const { account_id, id } = call;
  const [records, day, ofAccount, onConnection] = await Promise.all([
    readTogether(table, {
      account: accountKey(account_id),
      assistant: assistantKey(call.assistant_id ?? ''),
      callerId: phoneNumberKey(call.from_number_id ?? ''),
      asked: controlKey(call.callback_campaign_id ?? ''),
      line: calleeLockKey(call.team_id, call.to_number),
    }),
    readAccountDay({ table, limits }, account_id, now),
    readPoolRoom(table, {
      pool: accountPool(account_id),
      holder: id,
      limit: limits.maxConcurrentCallsPerAccount,
      now,
    }),
    readPoolRoom(table, {
      pool: connectionPool,
      holder: account_id,
      limit: limits.connectionMaxConcurrentCalls,
      now,
    }),
  ]);
  return { call, contact, day, ofAccount, onConnection, ...records };
};

const hindered = (reason: NotDialedReason, words = NOT_DIALED_WORDS[reason], until: Date | null = null): Hindrance => ({
  reason,
  words,
  until,
});

/** What the callee's number, contact and clock say against a dial. */
const ofCallee = ({ call, callerId, contact, line, day }: Situation, now: Date): Hindrance | null => {
  if (callerId?.status !== 'active') return hindered('caller_id_gone');
  const { callingHours } = day;
  const settings = withNumberIn(day.settings, ownCountryOf(callerId));
  const rules = { window: null, callingHours, destinations: settings };
  const callee = calleeOf(call, contact);
  const eligibility = judgeEligibility(callee, line?.do_not_call === true, rules, now);
  if (eligibility.decision === 'skip')
    return hindered(eligibility.reason, `${call.to_number} is not called: ${eligibility.words}`);
  if (eligibility.decision === 'wait') {
    const { until } = eligibility;
    const hours = callingHours === null ? '' : `: ${hoursWaitWords(callingHours)}`;
    const from = callee ? untilWords(until, callee) : until.toISOString();
    return hindered('outside_window', `${call.to_number} may be called from ${from} on${hours}`, until);
  }
  const isOnTheLine = line?.live_call_id !== undefined && line.live_call_id !== call.id;
  if (isOnTheLine || line?.inbound_call_id !== undefined)
    return hindered('number_busy', `Another call to or from ${call.to_number} is live or about to begin`);
  const { max_calls_per_number_per_day: bound } = settings;
  const freeAt = numberFreeAt(standingDials(line), bound, now);
  return freeAt && hindered('number_daily_calls', `${call.to_number} waits: ${numberWaitWords(bound ?? 0)}`, freeAt);
};

/** Without its full stop, as the other words. */
const unstopped = (words: string): string => words.replace(/\.$/, '');

/** What the account's day and the limits of concurrent calls say against a dial. */
const ofRoom = (
  { day, ofAccount, onConnection }: Situation,
  { limits }: Needs<'limits'>,
  now: Date,
): Hindrance | null => {
  const reached = dayReached(day.bounds, day.usage);
  if (reached !== null) return hindered(reached, unstopped(explainDay(reached, day.bounds, now)), endOfDay(now));
  const limit = limits.connectionMaxConcurrentCalls;
  const hasRoom = ofAccount.permits?.length !== 0 && (limit === null || shareOfConnection(onConnection, limit, 1) > 0);
  const words =
    `All concurrent calls are taken: the account may have ${limits.maxConcurrentCallsPerAccount}, and shares the ` +
    "carrier's connection with others; a call with scheduledAt waits for one that is free";
  return hasRoom ? null : hindered('no_call_permit', words);
};

/** Why the call must not be dialled now; null if it may. What no waiting cures is named before what it does. */
export const hindranceOf = (
  ports: Pick<JudgePorts, 'checkTranscriber' | 'limits'>,
  situation: Situation,
  now: Date,
): Hindrance | null => {
  const { call, account, assistant, asked } = situation;
  // Also one that was cancelled in the moment in which its claim was released.
  if (call.hang_up_requested_at || call.is_replaced || (asked && endsCallbacks(asked))) return hindered('cancelled');
  const problem = outboundProblem(assistant, ports.checkTranscriber);
  if (problem !== null) return hindered('assistant_unusable', unstopped(problem));
  const callee = ofCallee(situation, now);
  if (callee && !isCuredByWaiting(callee.reason)) return callee;
  if (!account || areCallsStopped(account)) return hindered('calls_stopped');
  return callee ?? ofRoom(situation, ports, now);
};
