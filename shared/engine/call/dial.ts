import { encodeClientState } from '#shared/domain/call/client-state.ts';
import { judgeEligibility } from '#shared/domain/campaign/eligibility.ts';
import { isRunning } from '#shared/domain/campaign/status.ts';
import type { DialLimits } from '#shared/ports/dial-limits.ts';
import type { Log } from '#shared/ports/log.ts';
import type { QueueSender } from '#shared/ports/queue-sender.ts';
import type { Telephony } from '#shared/ports/telephony.ts';
import type { CampaignMessage } from '#shared/schemas/messages.ts';
import { accountKey } from '#shared/store/accounts.ts';
import { type CallRecord, changeCall, type NotDialedReason } from '#shared/store/calls.ts';
import { type CampaignControl, callWindowOf, controlKey } from '#shared/store/campaign/campaigns.ts';
import { contactKey } from '#shared/store/contacts.ts';
import { freeCallPermits, takeCallPermit, takeDial } from '#shared/store/limits/call-permits.ts';
import { getCalleeLock, lockCallee } from '#shared/store/limits/callee-locks.ts';
import { readSlots } from '#shared/store/limits/campaign-slots.ts';
import { phoneNumberKey } from '#shared/store/phone-numbers.ts';
import { succeeded, writeChange, writeIfUnchanged } from '#shared/store/table/conditional-write.ts';
import { readTogether } from '#shared/store/table/records.ts';
import type { TableWriter } from '#shared/store/table/table.ts';
import { callChanged, releaseClaim } from './release-claim.ts';

/** Seconds ahead in which a dial may be reserved when the current second is full. */
const DIAL_WAIT_SECONDS = 3;
/**
 * A dial is sent at most this long after its call became `dialing`, and the carrier's answer takes at most
 * `DIAL_ANSWER_DEADLINE_MS`. Whoever stops calls may rely on it: after both, no dial that began before is in flight.
 */
export const DIAL_PREPARATION_MAX_SECONDS = 5;
/** Permits tried before the account counts as full; each lost try means that another call took it. */
const PERMIT_TRIES = 5;

export interface DialPorts {
  table: TableWriter;
  telephony: Telephony;
  campaignQueue: QueueSender<CampaignMessage>;
  limits: DialLimits;
  clock(): Date;
  sleep(milliseconds: number): Promise<void>;
  log: Log;
}

/** Waits for one of the account's dials per second; false when the next seconds are full too. */
const awaitDialRate = async ({ table, limits, clock, sleep }: DialPorts, accountId: string): Promise<boolean> => {
  const first = Math.floor(clock().getTime() / 1000);
  for (let second = first; second < first + DIAL_WAIT_SECONDS; second++) {
    if (!(await succeeded(table.write(takeDial(accountId, second, limits.maxDialsPerSecond))))) continue;
    const wait = second * 1000 - clock().getTime();
    if (wait > 0) await sleep(wait);
    return true;
  }
  return false;
};

/** A free call permit of the account; different calls look in different places. */
const chooseCallPermit = async ({ table, limits }: DialPorts, call: CallRecord): Promise<number | undefined> => {
  const free = await freeCallPermits(table, call.account_id, limits.maxConcurrentCallsPerAccount);
  return free[(Number.parseInt(call.id.slice(-4), 16) || 0) % Math.max(1, free.length)];
};

/** Takes the permit noted on the call, or another when it is gone. Noting comes first, so that a crash leaks nothing. */
const takeNotedPermit = async (ports: DialPorts, call: CallRecord): Promise<CallRecord | null> => {
  const { table } = ports;
  let current = call;
  for (let tries = 0; tries < PERMIT_TRIES && current.channel !== null; tries++) {
    if (await succeeded(table.write(takeCallPermit(call.account_id, current.channel, call.id)))) return current;
    const channel = (await chooseCallPermit(ports, call)) ?? null;
    current = await writeChange(table, changeCall(current, { channel }));
  }
  return null;
};

const calleeLockProblem = async (table: TableWriter, call: CallRecord): Promise<NotDialedReason | null> => {
  if (await succeeded(table.write(lockCallee(call.team_id, call.to_number, call.id)))) return null;
  const lock = await getCalleeLock(table, call.team_id, call.to_number);
  return lock?.do_not_call ? 'do_not_call' : 'number_busy';
};

/**
 * The limit was lowered since the claim: until the campaign's slots fit it again, claims are given back. Every live call
 * holds a slot, so what fits the limit cannot exceed it.
 */
const isOverLimit = async (table: TableWriter, control: CampaignControl, call: CallRecord): Promise<boolean> =>
  control.max_concurrent_calls < call.claimed_under_limit &&
  (await readSlots(table, control.id)).length > control.max_concurrent_calls;

/** The last look before the dial, at consistent reads: whoever stopped it before this read, stopped it. */
const recheck = async ({ table, clock }: DialPorts, call: CallRecord): Promise<NotDialedReason | null> => {
  const { account, control, contact, callerId } = await readTogether(table, {
    account: accountKey(call.account_id),
    control: controlKey(call.campaign_id ?? ''),
    contact: contactKey(call.contact_id ?? ''),
    callerId: phoneNumberKey(call.from_number_id ?? ''),
  });
  if (!account || account.calls_stopped_at !== null) return 'calls_stopped';
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
  const { table, telephony, clock, campaignQueue, log } = ports;
  const dialed = await telephony.dial({
    commandId: call.id,
    from: call.from_number,
    to: call.to_number,
    clientState: encodeClientState(call.id),
    recordingEnabled: call.recording_enabled,
  });
  switch (dialed.result) {
    case 'busy_carrier':
      return releaseClaim(ports, call, 'rate_limited');
    case 'refused': {
      const ended = {
        status: 'ended' as const,
        outcome: 'failed' as const,
        ended_reason: dialed.cause,
        error: dialed.reason,
      };
      if (await writeIfUnchanged(table, changeCall(call, { ...ended, ended_at: clock().toISOString() }))) {
        await campaignQueue.send(callChanged(call));
      }
      return;
    }
    case 'unknown':
      // Parked: an event or the deadline tells what became of it. It is never dialled again on a guess.
      log.warn('The carrier did not answer a dial; the call waits for an event or its deadline.', { call_id: call.id });
      await writeIfUnchanged(table, changeCall(call, { error: dialed.reason }));
      return;
    default: {
      const { callControlId: call_control_id, callLegId: call_leg_id, callSessionId: call_session_id } = dialed;
      // Lost against an event that was faster than the reply; the event carries the same ids.
      await writeIfUnchanged(table, changeCall(call, { call_control_id, call_leg_id, call_session_id }));
    }
  }
};

/** Everything between `dialing` and the carrier. Answers the call as it stands, or why it must not be dialled. */
const prepare = async (
  ports: DialPorts,
  call: CallRecord,
): Promise<{ call: CallRecord; problem: NotDialedReason | null }> => {
  const occupied = await takeNotedPermit(ports, call);
  if (!occupied) return { call, problem: 'no_call_permit' };
  const problem = (await calleeLockProblem(ports.table, occupied)) ?? (await recheck(ports, occupied));
  return { call: occupied, problem };
};

/**
 * Dials one claim: at most once, whatever happens. From the moment the call is `dialing`, nobody else dials it; a crash
 * after that leaves it to its deadline.
 */
export const dialClaim = async (ports: DialPorts, queued: CallRecord): Promise<void> => {
  const { table, clock } = ports;
  if (!(await awaitDialRate(ports, queued.account_id))) return releaseClaim(ports, queued, 'rate_limited');
  const channel = await chooseCallPermit(ports, queued);
  if (channel === undefined) return releaseClaim(ports, queued, 'no_call_permit');
  const startedAt = clock();
  const change = changeCall(queued, { status: 'dialing', channel, started_at: startedAt.toISOString() });
  const dialing = await writeIfUnchanged(table, change);
  // Another delivery of the same message dials it, or the claim was released.
  if (!dialing) return;
  const prepared = await prepare(ports, dialing);
  const tookSeconds = (clock().getTime() - startedAt.getTime()) / 1000;
  const problem = prepared.problem ?? (tookSeconds > DIAL_PREPARATION_MAX_SECONDS ? 'too_slow' : null);
  if (problem) return releaseClaim(ports, prepared.call, problem);
  await place(ports, prepared.call);
};
