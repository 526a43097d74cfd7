import type { CallingHours } from '#shared/domain/account/dialing-settings.ts';
import { numberFreeAt } from '#shared/domain/call/number-dials.ts';
import { isOpen } from '#shared/domain/campaign/call-window.ts';
import { judgeEligibility, type SkipReason } from '#shared/domain/campaign/eligibility.ts';
import { orderedFrom, pickCallerId } from '#shared/domain/campaign/number-rotation.ts';
import type { ContactWait } from '#shared/domain/campaign/waiting.ts';
import { derivedId } from '#shared/domain/ids.ts';
import type { CalleeClock } from '#shared/domain/phone-number/callee-zones.ts';
import { outboundProblem } from '#shared/engine/call/usable-assistant.ts';
import { NO_NUMBERS_LEFT } from '#shared/engine/campaign/remove-number.ts';
import type { Needs } from '#shared/ports/capabilities.ts';
import type { Dialing } from '#shared/store/account/dialing-settings.ts';
import { type AssistantRecord, assistantKey } from '#shared/store/assistants.ts';
import { type CallRecord, newCall } from '#shared/store/call/calls.ts';
import { type CampaignControl, callWindowOf } from '#shared/store/campaign/campaigns.ts';
import { readDue } from '#shared/store/campaign/enrolment-reads.ts';
import type { EnrolmentRecord } from '#shared/store/campaign/enrolments.ts';
import type { ContactRecord } from '#shared/store/contact/contacts.ts';
import { standingDials } from '#shared/store/limits/callee-locks.ts';
import { getNumbers, type PhoneNumberRecord, phoneNumberKey } from '#shared/store/phone-numbers.ts';
import { type RecordKey, readRecords } from '#shared/store/table/records.ts';
import type { TableReader } from '#shared/store/table/table.ts';
import { type Candidate, withLines } from './candidates.ts';

export type PlanPorts = { table: TableReader } & Needs<'checkTranscriber'>;

export interface Claim {
  enrolment: EnrolmentRecord;
  call: CallRecord;
}

export interface Skip {
  enrolment: EnrolmentRecord;
  contactName: string | undefined;
  reason: SkipReason;
  /** Why, for people. */
  words: string;
}

export interface Wait {
  enrolment: EnrolmentRecord;
  contactName: string | undefined;
  callee: CalleeClock;
  until: Date;
  rule: ContactWait;
}

/** What should happen to the examined contacts; a dry run only reports it. */
export interface Plan {
  claims: Claim[];
  skips: Skip[];
  waits: Wait[];
  /** Due contacts that were examined. */
  examined: number;
  /** Why nobody can be dialled although somebody is due: assistant or numbers are unusable. */
  problem: string | null;
}

type CallerId = Pick<PhoneNumberRecord, 'id' | 'phone_number'>;

interface Route {
  assistant: AssistantRecord | undefined;
  callerIds: CallerId[];
}

const activeOf = (numbers: (PhoneNumberRecord | undefined)[]): CallerId[] =>
  numbers.filter((number) => number?.status === 'active') as PhoneNumberRecord[];

/**
 * The campaign's assistant, and the next active caller IDs of the rotation; reads all numbers only if none of the next
 * ones is active.
 */
const readRoute = async (
  table: TableReader,
  control: CampaignControl,
  { calls, assistant: known }: Pick<PlanRequest, 'calls' | 'assistant'>,
): Promise<Route> => {
  const inTurn = orderedFrom(control.from_number_ids, control.claims_made);
  const next = inTurn.slice(0, Math.max(1, calls));
  const ofAssistant: RecordKey<object>[] = known ? [] : [assistantKey(control.assistant_id)];
  const found = await readRecords(table, [...ofAssistant, ...next.map(phoneNumberKey)]);
  const assistant = known ?? (found.shift() as AssistantRecord | undefined);
  const active = activeOf(found as (PhoneNumberRecord | undefined)[]);
  return { assistant, callerIds: active.length > 0 ? active : activeOf(await getNumbers(table, inTurn)) };
};

const readCandidates = async (
  table: TableReader,
  control: CampaignControl,
  now: Date,
  limit: number,
): Promise<Candidate[]> => withLines(table, control, await readDue(table, control.id, now, limit));

const nameOf = (contact: ContactRecord | undefined): string | undefined =>
  contact && `${contact.first_name} ${contact.last_name}`;

const NO_CLOCK: CalleeClock = { timezone: null, phone: null, phone_country: null };

const clockOf = (contact: ContactRecord | undefined): CalleeClock => contact ?? NO_CLOCK;

/** The call of the next attempt; its id follows from enrolment and attempt, so one attempt is one call. */
const callOf = (
  control: CampaignControl,
  { enrolment, contact }: Candidate,
  route: { from: CallerId; to: string; recordingEnabled: boolean },
  now: Date,
): CallRecord => {
  const attempt = enrolment.attempts + 1;
  return newCall({
    id: derivedId('call', enrolment.enrolment_id, enrolment.contact_id, attempt),
    account_id: control.account_id,
    team_id: control.team_id,
    campaign_id: control.id,
    contact_id: enrolment.contact_id,
    company_id: contact?.company_id ?? control.company_id,
    assistant_id: control.assistant_id,
    enrolment_id: enrolment.enrolment_id,
    limit_changes_at_claim: control.limit_changes,
    direction: 'outbound',
    from_number_id: route.from.id,
    from_number: route.from.phone_number,
    to_number: route.to,
    status: 'queued',
    attempt,
    generation: enrolment.generation + 1,
    contact_timezone: contact?.timezone ?? null,
    callee_country: contact?.phone_country ?? null,
    recording_enabled: route.recordingEnabled,
    created_at: now.toISOString(),
    queued_at: now.toISOString(),
  });
};

export interface PlanRequest {
  calls: number;
  examine: number;
  now: Date;
  /** Read before: a caller ID that is active afterwards was counted among the account's numbers then. */
  settings: Dialing;
  /** Those that hold for the account. */
  callingHours: CallingHours | null;
  /** The campaign's assistant, if it was read already. */
  assistant?: AssistantRecord | undefined;
}

/**
 * Decides about each due contact: dial it now (up to `calls`), skip it, or wait, for its hours or until its number
 * may be dialled again. Writes nothing; all is judged again at the dial.
 */
export const planDials = async (
  { table, checkTranscriber }: PlanPorts,
  control: CampaignControl,
  { calls, examine, now, settings, callingHours, assistant: known }: PlanRequest,
): Promise<Plan> => {
  const [candidates, { assistant, callerIds }] = await Promise.all([
    readCandidates(table, control, now, examine),
    readRoute(table, control, { calls, assistant: known }),
  ]);
  const window = callWindowOf(control);
  // A closed campaign waits as a whole; only what is the callee's own moves a due time.
  const opensLater = !isOpen(window, now);
  const noNumber = callerIds.length === 0 ? NO_NUMBERS_LEFT : null;
  const problem = candidates.length > 0 ? (outboundProblem(assistant, checkTranscriber) ?? noNumber) : null;
  const plan: Plan = { claims: [], skips: [], waits: [], examined: candidates.length, problem };
  for (const candidate of candidates) {
    const { enrolment, contact, line } = candidate;
    const contactName = nameOf(contact);
    const rules = { window, callingHours, destinations: settings };
    const eligibility = judgeEligibility(contact, line?.do_not_call === true, rules, now);
    if (eligibility.decision === 'skip') {
      const { reason, words } = eligibility;
      plan.skips.push({ enrolment, contactName, reason, words });
    }
    if (eligibility.decision === 'wait' && !opensLater) {
      const { until, rule } = eligibility;
      plan.waits.push({ enrolment, contactName, callee: clockOf(contact), until, rule });
    }
    if (eligibility.decision !== 'dial') continue;
    const until = numberFreeAt(standingDials(line), settings.max_calls_per_number_per_day, now);
    if (until) plan.waits.push({ enrolment, contactName, callee: clockOf(contact), until, rule: 'number_daily_calls' });
    if (until || plan.claims.length >= calls || problem) continue;
    const from = pickCallerId(callerIds, plan.claims.length);
    const route = { from, to: eligibility.phone, recordingEnabled: assistant?.recording_enabled ?? false };
    plan.claims.push({ enrolment, call: callOf(control, candidate, route, now) });
  }
  return plan;
};
