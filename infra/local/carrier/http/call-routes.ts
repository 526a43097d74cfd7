import type { EventSettings } from '#infra/local/carrier/calls/call-events.ts';
import { placeCall, receiveCall } from '#infra/local/carrier/calls/calls.ts';
import { misbehaviourFor } from '#infra/local/carrier/calls/scenarios.ts';
import { durationSeconds, type SimulatedCall, stateAt } from '#infra/local/carrier/calls/simulated-call.ts';
import type { CarrierStore } from '#infra/local/carrier/carrier-store.ts';
import type { CommandLog } from '#infra/local/carrier/command-log.ts';
import { type Json, type JsonReply, RequestError } from '#infra/local/process/json-http.ts';

export interface Carrier {
  store: CarrierStore;
  log: CommandLog;
  settings: EventSettings;
  /** Callees whose last dial was refused for its rate. In memory alone, because no call leads to them. */
  limited: Set<string>;
  /** Must be called after a call's events changed. */
  eventsChanged(callControlId: string): void;
}

export const requiredText = (body: Json, field: string): string => {
  const value = body[field];
  if (typeof value === 'string' && value) return value;
  throw new RequestError(400, 'invalid_request', `${field} is required.`);
};

const identifiersOf = (call: SimulatedCall) => ({
  call_control_id: call.callControlId,
  call_leg_id: call.callLegId,
  call_session_id: call.callSessionId,
});

/**
 * Whether this dial's turn is to be rate-limited; a callee that limits dials limits the first and then every other one.
 */
const isLimited = (limited: Set<string>, to: string): boolean => {
  if (!misbehaviourFor(to).limitsDials || limited.delete(to)) return false;
  limited.add(to);
  return true;
};

/** Places a call once per command; `undefined` leaves the request without a reply. */
export const dial = ({ store, log, settings, limited, eventsChanged }: Carrier, body: Json): JsonReply | undefined => {
  const now = Date.now();
  const command = {
    commandId: requiredText(body, 'command_id'),
    from: requiredText(body, 'from'),
    to: requiredText(body, 'to'),
    clientState: typeof body.client_state === 'string' ? body.client_state : '',
    recordingEnabled: body.recording_enabled === true,
  };
  const { commandId, from, to } = command;
  const record = (result: string, call?: SimulatedCall): void => {
    const line = { command: 'dial', command_id: commandId, call_control_id: call?.callControlId ?? null } as const;
    // Numbers stand in lines of calls alone, with which they are deleted.
    log.append(now, { ...line, from: call ? from : null, to: call ? to : null, result });
  };
  const reply = (call: SimulatedCall): JsonReply | undefined =>
    misbehaviourFor(call.to).withholdsReply ? undefined : { status: 200, body: identifiersOf(call) };

  const earlier = store.callOfCommand(commandId);
  if (earlier) {
    record('duplicate', earlier);
    return reply(earlier);
  }
  if (isLimited(limited, to)) {
    record('rate_limited');
    throw new RequestError(429, 'rate_limited', 'Too many dials; try again later.');
  }
  const call = placeCall(store, command, now, settings);
  record('placed', call);
  eventsChanged(call.callControlId);
  return reply(call);
};

const isoOrNull = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());

export const findCall = ({ store }: Carrier, query: URLSearchParams): JsonReply => {
  const callControlId = query.get('call_control_id');
  const call = callControlId ? store.call(callControlId) : store.callOfCommand(query.get('command_id') ?? '');
  if (!call) throw new RequestError(404, 'call_not_found', 'There is no such call.');
  const state = stateAt(call, Date.now());
  const ended = state === 'ended';
  const answered = state === 'in_progress' || (ended && call.answeredAt !== null);
  return {
    status: 200,
    body: {
      ...identifiersOf(call),
      direction: call.direction,
      from: call.from,
      to: call.to,
      state,
      hangup_cause: ended ? call.hangupCause : null,
      machine_detection: answered ? call.answeredBy : null,
      answered_at: answered ? isoOrNull(call.answeredAt) : null,
      ended_at: ended ? isoOrNull(call.endedAt) : null,
      duration_secs: ended ? durationSeconds(call) : null,
    },
  };
};

export const startInboundCall = ({ store, settings, eventsChanged }: Carrier, body: Json): JsonReply => {
  const parties = { from: requiredText(body, 'from'), to: requiredText(body, 'to') };
  const call = receiveCall(store, parties, Date.now(), settings);
  eventsChanged(call.callControlId);
  return { status: 200, body: identifiersOf(call) };
};
