import { randomUUID } from 'node:crypto';
import { RequestError } from '../json-http.ts';
import { courseOf, type Direction, eventsOf, type SimulatedCall, scrambled, stateAt } from './call-plan.ts';
import type { CarrierStore } from './carrier-store.ts';
import { ANSWERED_INBOUND, INBOUND_RING_SECONDS, mannersFor, type Scenario, scenarioFor } from './scenarios.ts';

const CONNECTION_ID = 'simulated';

export interface DialCommand {
  commandId: string;
  from: string;
  to: string;
  clientState: string;
  recordingEnabled: boolean;
}

export type CallAction = 'answer' | 'reject' | 'hangup';

const newCall = (
  parties: { direction: Direction; from: string; to: string; clientState: string; commandId: string | null },
  recordingEnabled: boolean,
  scenario: Scenario,
  now: number,
  speed: number,
): SimulatedCall => ({
  ...parties,
  callControlId: `cc_${randomUUID()}`,
  callLegId: `leg_${randomUUID()}`,
  callSessionId: `session_${randomUUID()}`,
  connectionId: CONNECTION_ID,
  recordingEnabled,
  placedAt: now,
  ...courseOf(scenario, now, speed),
});

/** Places an outgoing call: it and all its events are stored before this returns. */
export const placeCall = (store: CarrierStore, dial: DialCommand, now: number, speed: number): SimulatedCall => {
  const { commandId, from, to, clientState, recordingEnabled } = dial;
  const parties = { direction: 'outbound' as const, from, to, clientState, commandId };
  const call = newCall(parties, recordingEnabled, scenarioFor(to), now, speed);
  const events = eventsOf(call, speed);
  store.saveCall(call, mannersFor(to).scramblesEvents ? scrambled(events) : events);
  return call;
};

/** An incoming call starts ringing; unless it is answered the caller gives up. */
export const receiveCall = (
  store: CarrierStore,
  { from, to }: { from: string; to: string },
  now: number,
  speed: number,
): SimulatedCall => {
  const ringing: Scenario = { ringSeconds: INBOUND_RING_SECONDS, hangupCause: 'no_answer', conversation: 'none' };
  const call = newCall({ direction: 'inbound', from, to, clientState: '', commandId: null }, true, ringing, now, speed);
  store.saveCall(call, eventsOf(call, speed));
  return call;
};

const changedCourse = (call: SimulatedCall, action: CallAction, now: number, speed: number): SimulatedCall => {
  const state = stateAt(call, now);
  const rings = call.direction === 'inbound' && state === 'ringing';
  if (action === 'answer' && rings) return { ...call, ...courseOf(ANSWERED_INBOUND, now, speed) };
  if (action === 'reject' && rings) return { ...call, endedAt: now, hangupCause: 'user_busy' };
  if (action === 'hangup' && state === 'in_progress') return { ...call, endedAt: now };
  if (action === 'hangup' && state === 'ringing') {
    return { ...call, answeredAt: null, answeredBy: null, endedAt: now, hangupCause: 'no_answer' };
  }
  throw new RequestError(409, 'wrong_state', `The call is ${state}; it cannot take the command "${action}".`);
};

/** Changes the course of a live call and replaces the events that lie ahead. */
export const actOnCall = (
  store: CarrierStore,
  call: SimulatedCall,
  action: CallAction,
  now: number,
  speed: number,
): void => {
  const changed = changedCourse(call, action, now, speed);
  const reported = new Set(
    eventsOf(call, speed)
      .filter(({ dueAt }) => dueAt <= now)
      .map(({ payload }) => payload.type),
  );
  const ahead = eventsOf(changed, speed).filter(({ payload }) => !reported.has(payload.type));
  store.saveCall(changed, ahead, now);
};
