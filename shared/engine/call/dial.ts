import { dialCommandId, encodeClientState } from '#shared/domain/call/client-state.ts';
import { judgeEligibility } from '#shared/domain/campaign/eligibility.ts';
import { isRunning } from '#shared/domain/campaign/status.ts';
import type { Needs } from '#shared/ports/capabilities.ts';
import type { DialMessage } from '#shared/schemas/messages.ts';
import { accountKey, areCallsStopped } from '#shared/store/accounts.ts';
import { type CallRecord, changeCall, getCall, type NotDialedReason } from '#shared/store/calls.ts';
import { type CampaignControl, callWindowOf, controlKey } from '#shared/store/campaign/campaigns.ts';
import { contactKey } from '#shared/store/contacts.ts';
import { freeCallPermits, takeCallPermit, takeDial } from '#shared/store/limits/call-permits.ts';
import { getCalleeLock, lockCallee } from '#shared/store/limits/callee-locks.ts';
import { readSlots } from '#shared/store/limits/campaign-slots.ts';
import { phoneNumberKey } from '#shared/store/phone-numbers.ts';
import { succeeded, writeChange, writeIfUnchanged } from '#shared/store/table/conditional-write.ts';
import { readTogether } from '#shared/store/table/records.ts';
import type { TableWriter } from '#shared/store/table/table.ts';
import { releaseClaim } from './release-claim.ts';
import { tellCampaign } from './tell.ts';

/** A dial may be reserved this many seconds ahead, the current second included. */
const DIAL_WAIT_SECONDS = 3;
/**
 * A dial is sent at most this long after its call became `dialing`, and its answer takes at most
 * `DIAL_REPLY_DEADLINE_MS`. Stopping relies on it: after both, no earlier dial is in flight.
 */
export const DIAL_PREPARATION_MAX_SECONDS = 5;
/** Permits tried before the account counts as full; a try is lost when another call took the permit. */
const PERMIT_TRIES = 5;

type DialPorts = Needs<'table' | 'telephony' | 'campaignQueue' | 'limits' | 'clock' | 'sleep' | 'log'>;

/** Waits for one of the account's dials per second; false if all of the next `DIAL_WAIT_SECONDS` are full. */
const awaitDialRate = async ({ table, limits, clock, sleep }: DialPorts, accountId: string): Promise<boolean> => {
  const first = Math.floor(clock().getTime() / 1000);
  for (let second = first; second < first + DIAL_WAIT_SECONDS; second++) {
    if (!(await succeeded(table.write(takeDial(accountId, second, limits.maxDialsPerSecond))))) continue;
    const waitMs = second * 1000 - clock().getTime();
    if (waitMs > 0) await sleep(waitMs);
    return true;
  }
  return false;
};

/** A free call permit of the account; the choice follows from the call id, so that calls rarely collide. */
const chooseCallPermit = async ({ table, limits }: DialPorts, call: CallRecord): Promise<number | undefined> => {
  const free = await freeCallPermits(table, call.account_id, limits.maxConcurrentCallsPerAccount);
  return free[(Number.parseInt(call.id.slice(-4), 16) || 0) % Math.max(1, free.length)];
};

/**
 * Takes the permit stored on the call, or another if it is taken. Storing comes first, so a crash leaks no permit. The
 * returned call has no permit when all are taken.
 */
const takeStoredPermit = async (ports: DialPorts, call: CallRecord): Promise<CallRecord> => {
  const { table } = ports;
  let current = call;
  for (let tries = 1; current.channel !== null; tries++) {
    if (await succeeded(table.write(takeCallPermit(call.account_id, current.channel, call.id)))) return current;
    const permit = tries < PERMIT_TRIES ? await chooseCallPermit(ports, call) : undefined;
    current = await writeChange(table, changeCall(current, { channel: permit ?? null }));
  }
  return current;
};

const calleeLockProblem = async (table: TableWriter, call: CallRecord): Promise<NotDialedReason | null> => {
  if (await succeeded(table.write(lockCallee(call.team_id, call.to_number, call.id)))) return null;
  const lock = await getCalleeLock(table, call.team_id, call.to_number);
  return lock?.do_not_call ? 'do_not_call' : 'number_busy';
};

/**
 * True if the limit was lowered since the claim and the campaign holds more slots than it allows; the claim is then
 * released. Every live call holds a slot, so slots within the limit mean calls within the limit.
 */
const isOverLimit = async (table: TableWriter, control: CampaignControl, call: CallRecord): Promise<boolean> =>
  control.max_concurrent_calls < call.claimed_under_limit &&
  (await readSlots(table, control.id)).length > control.max_concurrent_calls;

/** The last check before the dial, with consistent reads: every stop written before it prevents the dial. */
const recheck = async ({ table, clock }: DialPorts, call: CallRecord): Promise<NotDialedReason | null> => {
  const { account, control, contact, callerId } = await readTogether(table, {
    account: accountKey(call.account_id),
    control: controlKey(call.campaign_id ?? ''),
    contact: contactKey(call.contact_id ?? ''),
    callerId: phoneNumberKey(call.from_number_id ?? ''),
  });
  if (areCallsStopped(account)) return 'calls_stopped';
  if (!control || !isRunning(control)) return 'campaign_stopped';
  if (callerId?.status !== 'active') return 'caller_id_gone';
  const eligibility = judgeEligibility(contact, false, callWindowOf(control), clock());
  if (await isOverLimit(table, control, call)) return 'over_limit';
  if (eligibility.decision === 'wait') return 'outside_window';
  if (eligibility.decision === 'skip')
    return eligibility.reason === 'no_common_call_window' ? 'outside_window' : eligibility.reason;
  return eligibility.phone === call.to_number ? null : 'phone_changed';
};

const place = async (ports: DialPorts, call: CallRecord): Promise<void> => {
  const { table, telephony, clock, log } = ports;
  const dialed = await telephony.dial({
    commandId: dialCommandId(call),
    from: call.from_number,
    to: call.to_number,
    clientState: encodeClientState(call.id, call.generation),
    recordingEnabled: call.recording_enabled,
  });
  switch (dialed.result) {
    case 'busy_carrier':
      return releaseClaim(ports, call, 'rate_limited', dialed.reason);
    case 'not_accepted':
      log.warn('The carrier does not accept dials; the campaign is halted.', {
        call_id: call.id,
        reason: dialed.reason,
      });
      return releaseClaim(ports, call, 'not_accepted', dialed.reason);
    case 'refused': {
      const ended = {
        status: 'ended',
        outcome: 'failed',
        ended_reason: dialed.cause,
        error: dialed.reason,
        ended_at: clock().toISOString(),
      } as const;
      if (await writeIfUnchanged(table, changeCall(call, ended))) await tellCampaign(ports, call);
      return;
    }
    case 'unknown':
      // The phone may be ringing, so the call is never dialled again on a guess.
      log.warn('The carrier did not reply to a dial; the call waits for an event or its deadline.', {
        call_id: call.id,
      });
      await writeIfUnchanged(table, changeCall(call, { error: dialed.reason }));
      return;
    default: {
      const { callControlId: call_control_id, callLegId: call_leg_id, callSessionId: call_session_id } = dialed;
      // An event that was faster than the reply wins; it carries the same ids.
      await writeIfUnchanged(table, changeCall(call, { call_control_id, call_leg_id, call_session_id }));
    }
  }
};

/** Takes permit and callee lock and checks every stop. Returns the current call, and why it must not be dialled. */
const prepare = async (
  ports: DialPorts,
  call: CallRecord,
): Promise<{ call: CallRecord; problem: NotDialedReason | null }> => {
  const permitted = await takeStoredPermit(ports, call);
  if (permitted.channel === null) return { call: permitted, problem: 'no_call_permit' };
  const problem = (await calleeLockProblem(ports.table, permitted)) ?? (await recheck(ports, permitted));
  return { call: permitted, problem };
};

/**
 * Dials one claim at most once. Nobody else dials a call once it is `dialing`; after a crash its deadline resolves it.
 */
export const dialClaim = async (ports: DialPorts, { call_id, generation }: DialMessage): Promise<void> => {
  const { table, clock } = ports;
  const queued = await getCall(table, call_id);
  // Delivered again, or the claim was released meanwhile.
  if (queued?.status !== 'queued' || queued.generation !== generation) return;
  if (!(await awaitDialRate(ports, queued.account_id))) return releaseClaim(ports, queued, 'rate_limited');
  const permit = await chooseCallPermit(ports, queued);
  if (permit === undefined) return releaseClaim(ports, queued, 'no_call_permit');
  const startedAt = clock();
  const change = changeCall(queued, { status: 'dialing', channel: permit, started_at: startedAt.toISOString() });
  const dialing = await writeIfUnchanged(table, change);
  // Another delivery of the same message dials it, or the claim was released.
  if (!dialing) return;
  const prepared = await prepare(ports, dialing);
  const tookSeconds = (clock().getTime() - startedAt.getTime()) / 1000;
  const problem = prepared.problem ?? (tookSeconds > DIAL_PREPARATION_MAX_SECONDS ? 'too_slow' : null);
  if (problem) return releaseClaim(ports, prepared.call, problem);
  await place(ports, prepared.call);
};
