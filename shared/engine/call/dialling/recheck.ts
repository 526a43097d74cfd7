import { dayExceeded, dayOf } from '#shared/domain/account/dial-bounds.ts';
import type { NotDialedReason } from '#shared/domain/call/not-dialed.ts';
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
import { contactKey } from '#shared/store/contacts.ts';
import { readPermitsOf } from '#shared/store/limits/call-permits.ts';
import { readDayUsage } from '#shared/store/limits/daily-usage.ts';
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

/**
 * Whether the account's day has no room for a dial that it counts already: its bound was narrowed since the claim, a
 * stray call was counted, its money is spent, or another clock has counted it on another day.
 */
const dayProblem = async (
  ports: RecheckPorts,
  { day_dial, account_id }: CallRecord,
  account: AccountRecord,
  settings: Dialing,
): Promise<NotDialedReason | null> => {
  const now = ports.clock();
  const day = dayOf(now);
  if (day_dial !== null && day_dial.day !== day) return 'day_over';
  const usage = await readDayUsage(ports.table, account_id, day);
  return dayExceeded(boundsOfDay(ports, account, settings, now), usage);
};

/** The last check before the dial, with consistent reads: every stop written before it prevents the dial. */
export const recheck = async (ports: RecheckPorts, call: CallRecord): Promise<NotDialedReason | null> => {
  const { table, clock } = ports;
  const { account, control, asked, contact, callerId, dialing, latest } = await readTogether(table, {
    account: accountKey(call.account_id),
    control: controlKey(call.campaign_id ?? ''),
    asked: controlKey(call.callback_campaign_id ?? ''),
    contact: contactKey(call.contact_id ?? ''),
    callerId: phoneNumberKey(call.from_number_id ?? ''),
    dialing: dialingKey(call.account_id),
    latest: callKey(call.id),
  });
  if (latest?.hang_up_requested_at || (asked && endsCallbacks(asked))) return 'cancelled';
  if (!account || areCallsStopped(account)) return 'calls_stopped';
  if (!isSingle(call) && (!control || !isRunning(control))) return 'campaign_stopped';
  if (callerId?.status !== 'active') return 'caller_id_gone';
  const settings = withNumberIn(dialingOf(dialing), ownCountryOf(callerId));
  const callingHours = callingHoursOf(settings, ports.limits);
  const window = control ? callWindowOf(control) : null;
  const rules = { window, callingHours, destinations: settings };
  const eligibility = judgeEligibility(calleeOf(call, contact), false, rules, clock());
  if (control && (await isOverLimit(table, control, call))) return 'over_limit';
  if (eligibility.decision === 'wait') return 'outside_window';
  if (eligibility.decision === 'skip')
    return eligibility.reason === 'no_common_call_window' ? 'outside_window' : eligibility.reason;
  return eligibility.phone === call.to_number ? dayProblem(ports, call, account, settings) : 'phone_changed';
};
