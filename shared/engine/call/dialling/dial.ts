import { dialCommandId, encodeClientState } from '#shared/domain/call/client-state.ts';
import type { NotDialedReason } from '#shared/domain/call/not-dialed.ts';
import { subjectOf } from '#shared/domain/call/subject.ts';
import { type DuePorts, serveDueCall } from '#shared/engine/call/single/serve-due.ts';
import { noteBegun } from '#shared/engine/webhook/note-change.ts';
import type { Needs } from '#shared/ports/capabilities.ts';
import type { DialResult } from '#shared/ports/telephony.ts';
import type { ClaimMessage, DialMessage } from '#shared/schemas/messages.ts';
import { changeCall } from '#shared/store/call/call-changes.ts';
import { type CallRecord, callKey } from '#shared/store/call/calls.ts';
import { calleeLockKey } from '#shared/store/limits/callee-locks.ts';
import { type CarrierBackoffRecord, carrierBackoffKey } from '#shared/store/limits/carrier-backoff.ts';
import { writeIfUnchanged } from '#shared/store/table/conditional-write.ts';
import { readTogether } from '#shared/store/table/records.ts';
import { asTrial, isBackingOff, LOOK_AFTER_TRIAL_SECONDS, noteRoom, pauseSeconds } from './carrier-backoff.ts';
import { awaitPlace, type Later, returnDials } from './dial-rate.ts';
import { noteDial } from './note-dial.ts';
import { noteRefusal } from './note-refusal.ts';
import { recheck } from './recheck.ts';
import { releaseClaim, released } from './release-claim.ts';
import { type ReadNumber, takeNumber } from './take-number.ts';

/**
 * A dial is sent at most this long after its call became `dialing`, and its answer takes at most
 * `DIAL_REPLY_DEADLINE_MS`. Stopping relies on it: after both, no earlier dial is in flight.
 */
export const DIAL_PREPARATION_MAX_SECONDS = 5;
/** A dial that found its place later would not be over, answer noted, within the 15 seconds of its function. */
const PLACE_FOUND_WITHIN_MS = 3_500;
const SLOW_PLACE_SECONDS = 1;

type DialPorts = Needs<
  'table' | 'telephony' | 'campaignQueue' | 'dialQueue' | 'webhookQueue' | 'limits' | 'clock' | 'sleep' | 'log'
>;

const send = async (
  ports: DialPorts,
  call: CallRecord,
  backoff: CarrierBackoffRecord | undefined,
): Promise<DialResult> => {
  const sentAt = ports.clock().getTime();
  const dialed = await ports.telephony.dial({
    commandId: dialCommandId(call),
    from: call.from_number,
    to: call.to_number,
    clientState: encodeClientState(call.id, call),
    recordingEnabled: call.recording_enabled,
  });
  noteDial(ports.log, call, dialed, ports.clock().getTime() - sentAt);
  await noteRoom(ports, backoff, dialed);
  return dialed;
};

const noteResult = async (ports: DialPorts, call: CallRecord, dialed: DialResult): Promise<void> => {
  const { table, clock, log } = ports;
  switch (dialed.result) {
    case 'busy_carrier':
      return noteRefusal(ports, call, { is_fault: false, reason: dialed.reason }, released('rate_limited'));
    case 'not_accepted':
      log.warn('The carrier does not accept dials; the campaign is halted.', {
        call_id: call.id,
        reason: dialed.reason,
      });
      return noteRefusal(ports, call, { is_fault: true, reason: dialed.reason }, released('not_accepted'));
    case 'refused': {
      const ended = {
        status: 'ended',
        outcome: 'failed',
        ended_reason: dialed.cause,
        ended_at: clock().toISOString(),
      } as const;
      return noteRefusal(ports, call, { is_fault: false, reason: dialed.reason }, ended);
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

/** Takes the callee's number and checks every stop. Returns why the call must not be dialled. */
const prepare = async (ports: DialPorts, call: CallRecord, read: ReadNumber): Promise<NotDialedReason | null> => {
  const { problem, line } = await takeNumber(ports.table, call, read, ports.clock());
  return problem ?? (await recheck(ports, call, line));
};

/** What a dial reads first. */
interface DialRead {
  backoff: CarrierBackoffRecord | undefined;
  line: ReadNumber;
}

/** Dials a claim, and returns what the carrier said; undefined if it was not asked. */
const dialInTurn = async (
  ports: DialPorts,
  { queued, backoff, line }: DialRead & { queued: CallRecord },
): Promise<DialResult | undefined> => {
  const { table, clock } = ports;
  const startedAt = clock();
  const change = changeCall(queued, { status: 'dialing', started_at: startedAt.toISOString() });
  const dialing = await writeIfUnchanged(table, change);
  // Another delivery of the same message dials it, or the claim was released.
  if (!dialing) return undefined;
  noteBegun(ports.log, dialing);
  const found = await prepare(ports, dialing, line);
  const tookSeconds = (clock().getTime() - startedAt.getTime()) / 1000;
  const problem = found ?? (tookSeconds > DIAL_PREPARATION_MAX_SECONDS ? 'too_slow' : null);
  if (problem) {
    await releaseClaim(ports, dialing, problem);
    return undefined;
  }
  const dialed = await send(ports, dialing, backoff);
  await noteResult(ports, dialing, dialed);
  return dialed;
};

/**
 * Sends the message again, to come later. Of several deliveries of one message a single one does so. After a crash
 * between write and message the claim is released at its deadline.
 */
const comeAgain = async (
  { table, dialQueue }: DialPorts,
  message: ClaimMessage,
  call: CallRecord,
  { seconds, dial_second }: Later,
): Promise<void> => {
  const resend = call.dial_resends + 1;
  const changes = { dial_resends: resend, ...(dial_second !== undefined && { dial_second }) };
  const resent = await writeIfUnchanged(table, changeCall(call, changes));
  if (!resent) {
    if (dial_second !== undefined) await returnDials({ table }, call, dial_second, 1);
    return;
  }
  try {
    await dialQueue.send([{ ...message, resend }], { delaySeconds: seconds });
  } catch (error) {
    // This message is delivered again, and must count then.
    await writeIfUnchanged(table, changeCall(resent, { dial_resends: call.dial_resends }));
    throw error;
  }
};

/**
 * Dials one claim at most once. Nobody else dials a call once it is `dialing`; after a crash its deadline resolves it.
 * While the carrier has no room, the message comes again later and the claim stays.
 */
export const dialClaim = async (ports: DialPorts, message: ClaimMessage): Promise<void> => {
  const { table, clock } = ports;
  const begin = clock().getTime();
  const { queued, backoff, line } = await readTogether(table, {
    queued: callKey(message.call_id),
    backoff: carrierBackoffKey,
    line: calleeLockKey(message.team_id ?? '', message.to_number ?? ''),
  });
  if (queued) ports.log.about(subjectOf(queued));
  // Delivered again, or the claim was released meanwhile.
  if (queued?.status !== 'queued' || queued.generation !== message.generation) return;
  if (queued.dial_resends !== (message.resend ?? 0)) return;
  // Its claim took no permit.
  if (queued.channel === null) return releaseClaim(ports, queued, 'no_call_permit');
  const later = (when: Later): Promise<void> => comeAgain(ports, message, queued, when);
  const pause = pauseSeconds(backoff, clock());
  if (pause > 0) return later({ seconds: pause });
  const again = await awaitPlace(ports, queued);
  if (again) return later(again);
  if (clock().getTime() - begin > PLACE_FOUND_WITHIN_MS) return later({ seconds: SLOW_PLACE_SECONDS });
  const dial = () => dialInTurn(ports, { queued, backoff, line });
  if (!isBackingOff(backoff)) await dial();
  else if (!(await asTrial(ports, backoff, dial))) await later({ seconds: LOOK_AFTER_TRIAL_SECONDS });
};

/** Dials a claim, looks at a single call that waits, or wakes a campaign that has waited for room. */
export const serveDialQueue = async (ports: DialPorts & DuePorts, message: DialMessage): Promise<void> => {
  if ('due_at' in message) return serveDueCall(ports, message);
  if ('call_id' in message) return dialClaim(ports, message);
  const { campaign_id, look } = message;
  await ports.campaignQueue.send([{ campaign_id, reason: 'wake', look }]);
};
