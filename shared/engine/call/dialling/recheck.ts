import { dayExceeded, dayOf } from '#shared/domain/account/dial-bounds.ts';
import type { NotDialedReason } from '#shared/domain/call/not-dialed.ts';
import { numberFreeAt } from '#shared/domain/call/number-dials.ts';
import { judgeEligibility } from '#shared/domain/campaign/eligibility.ts';
import { endsCallbacks, isRunning } from '#shared/domain/campaign/status.ts';
import { ownCountryOf } from '#shared/domain/phone-number/destinations.ts';
import { calleeOf } from '#shared/engine/call/single/callee.ts';
import type { Needs } from '#shared/ports/capabilities.ts';
import {
  callingHoursOf,
  type Dialing,
  dialingKey,
  dialingOf,
  withNumberIn,
} from '#shared/store/account/dialing-settings.ts';
import { type AccountRecord, accountKey, areCallsStopped } from '#shared/store/accounts.ts';
import { type CallRecord, callKey } from '#shared/store/call/calls.ts';
import { isSingle } from '#shared/store/call/single-calls.ts';
import { type CampaignControl, callWindowOf, controlKey } from '#shared/store/campaign/campaigns.ts';
import { contactKey } from '#shared/store/contact/contacts.ts';
import { readPermitsOf } from '#shared/store/limits/call-permits.ts';
import { type CalleeLockRecord, standingDials } from '#shared/store/limits/callee-locks.ts';
import { type CountedDay, readDayUsage } from '#shared/store/limits/daily-usage.ts';
import { phoneNumberKey } from '#shared/store/phone-numbers.ts';
import { readTogether } from '#shared/store/table/records.ts';
import type { TableReader } from '#shared/store/table/table.ts';
import { boundsOfDay } from './account-day.ts';

type RecheckPorts = { table: TableReader } & Needs<'clock' | 'limits'>;

/**
 * True if the limit has changed since the claim, others being claimed under a higher one meanwhile, and the campaign
 * holds more slots than it allows; the claim is then released. Every live call holds one, a permit of the account, so
 * slots within the limit mean calls within the limit.
 */
const isOverLimit = async (table: TableReader, control: CampaignControl, call: CallRecord): Promise<boolean> =>
  control.limit_changes !== call.limit_changes_at_claim &&
  (await readPermitsOf(table, control)).length > control.max_concurrent_calls;

/** What says whether the account's day has room. */
interface DayRead {
  account: AccountRecord;
  settings: Dialing;
  usage: CountedDay;
  now: Date;
}

/**
 * Whether the account's day has no room for a dial that it counts already: its bound was narrowed since the claim, a
 * stray call was counted, its money is spent, or another clock has counted it on another day.
 */
const dayProblem = (
  ports: RecheckPorts,
  { day_dial }: CallRecord,
  { account, settings, usage, now }: DayRead,
): NotDialedReason | null =>
  day_dial !== null && day_dial.day !== dayOf(now)
    ? 'day_over'
    : dayExceeded(boundsOfDay(ports, account, settings, now), usage);

const readRules = (table: TableReader, call: CallRecord) =>
  readTogether(table, {
    account: accountKey(call.account_id),
    control: controlKey(call.campaign_id ?? ''),
    asked: controlKey(call.callback_campaign_id ?? ''),
    contact: contactKey(call.contact_id ?? ''),
    callerId: phoneNumberKey(call.from_number_id ?? ''),
    dialing: dialingKey(call.account_id),
    latest: callKey(call.id),
  });

/**
 * The last check before the dial, with consistent reads: every stop written before it prevents the dial. `line` is the
 * callee's number as it was just before the call took it.
 */
export const recheck = async (
  ports: RecheckPorts,
  call: CallRecord,
  line: CalleeLockRecord | undefined,
): Promise<NotDialedReason | null> => {
  const { table, clock } = ports;
  const now = clock();
  const [{ account, control, asked, contact, callerId, dialing, latest }, usage] = await Promise.all([
    readRules(table, call),
    readDayUsage(table, call.account_id, dayOf(now)),
  ]);
  if (latest?.hang_up_requested_at || (asked && endsCallbacks(asked))) return 'cancelled';
  if (!account || areCallsStopped(account)) return 'calls_stopped';
  if (!isSingle(call) && (!control || !isRunning(control))) return 'campaign_stopped';
  if (callerId?.status !== 'active') return 'caller_id_gone';
  const settings = withNumberIn(dialingOf(dialing), ownCountryOf(callerId));
  const callingHours = callingHoursOf(settings, ports.limits);
  const window = control ? callWindowOf(control) : null;
  const rules = { window, callingHours, destinations: settings };
  const eligibility = judgeEligibility(calleeOf(call, contact), false, rules, now);
  if (control && (await isOverLimit(table, control, call))) return 'over_limit';
  if (eligibility.decision === 'wait') return 'outside_window';
  if (eligibility.decision === 'skip')
    return eligibility.reason === 'no_common_call_window' ? 'outside_window' : eligibility.reason;
  if (eligibility.phone !== call.to_number) return 'phone_changed';
  const isSpent = numberFreeAt(standingDials(line), settings.max_calls_per_number_per_day, now) !== null;
  return isSpent ? 'number_daily_calls' : dayProblem(ports, call, { account, settings, usage, now });
};
