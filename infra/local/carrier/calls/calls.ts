import { randomUUID } from 'node:crypto';
import type { CarrierStore } from '#infra/local/carrier/carrier-store.ts';
import { RequestError } from '#infra/local/process/json-http.ts';
import { type EventSettings, eventsOf } from './call-events.ts';
import { scriptOf, speaksFirst } from './callees.ts';
import { lineFrom, promptFrom, silentEnd, withoutSpeech, withSpeech } from './conversation.ts';
import { ANSWERED_INBOUND, type Scenario, scenarioFor, UNANSWERED_INBOUND } from './scenarios.ts';
import { milliseconds, type SimulatedCall, stateAt } from './simulated-call.ts';

const CONNECTION_ID = 'simulated';

interface DialCommand {
  commandId: string;
  from: string;
  to: string;
  clientState: string;
  recordingEnabled: boolean;
}

interface CommandOnCall {
  commandId: string;
}

export type CallCommand = CommandOnCall &
  (
    | { action: 'answer'; recordingEnabled: boolean }
    | { action: 'speak'; text: string }
    | { action: 'reject' | 'hangup' | 'stop_speaking' | 'start_transcription' }
  );

type Course = Pick<
  SimulatedCall,
  'callee' | 'answeredAt' | 'endedAt' | 'earliestEndAt' | 'answeredBy' | 'hangupCause' | 'script' | 'lines'
>;

/** The course of a call with `otherParty` (a phone number) if it follows the scenario from now on. */
const courseOf = (scenario: Scenario, otherParty: string, now: number, speed: number): Course => {
  const { answer, hangupCause, callee, leastRingMs = 0 } = scenario;
  const script = scriptOf(callee, otherParty);
  const ringsUntil = now + Math.max(milliseconds(scenario.ringSeconds, speed), leastRingMs);
  const first = callee === 'screened' ? promptFrom : lineFrom;
  if (!answer) {
    const end = { endedAt: ringsUntil, earliestEndAt: ringsUntil };
    return { callee, answeredAt: null, answeredBy: null, hangupCause, script, lines: [], ...end };
  }
  return {
    callee,
    answeredAt: ringsUntil,
    answeredBy: answer.by,
    hangupCause,
    script,
    lines: speaksFirst(callee) ? script.slice(0, 1).map((text) => first(ringsUntil, text, speed)) : [],
    earliestEndAt: ringsUntil + milliseconds(answer.leastTalkSeconds, speed),
    endedAt: silentEnd(ringsUntil, answer.leastTalkSeconds, speed),
  };
};

type Parties = Pick<
  SimulatedCall,
  'direction' | 'from' | 'to' | 'clientState' | 'commandId' | 'recordingEnabled' | 'placedAt'
>;

const newCall = (parties: Parties, course: Course): SimulatedCall => ({
  ...parties,
  ...course,
  callControlId: `cc_${randomUUID()}`,
  callLegId: `leg_${randomUUID()}`,
  callSessionId: `session_${randomUUID()}`,
  connectionId: CONNECTION_ID,
  speeches: [],
  transcribedFrom: null,
});

/** Places an outbound call; the call and all its events are stored on return. */
export const placeCall = (
  store: CarrierStore,
  dial: DialCommand,
  now: number,
  settings: EventSettings,
): SimulatedCall => {
  const course = courseOf(scenarioFor(dial.to), dial.to, now, settings.speed);
  const call = newCall({ ...dial, direction: 'outbound', placedAt: now }, course);
  store.saveCall(call, eventsOf(call, settings));
  return call;
};

/** Starts an inbound call, which ends unanswered unless a command answers it. */
export const receiveCall = (
  store: CarrierStore,
  { from, to }: { from: string; to: string },
  now: number,
  settings: EventSettings,
): SimulatedCall => {
  const course = courseOf(UNANSWERED_INBOUND, from, now, settings.speed);
  const own = { clientState: '', commandId: null, recordingEnabled: false };
  const call = newCall({ direction: 'inbound', from, to, ...own, placedAt: now }, course);
  store.saveCall(call, eventsOf(call, settings));
  return call;
};

const changedWhileRinging = (call: SimulatedCall, command: CallCommand, now: number, speed: number): SimulatedCall => {
  const isInbound = call.direction === 'inbound';
  if (command.action === 'hangup') {
    return { ...call, answeredAt: null, answeredBy: null, lines: [], endedAt: now, hangupCause: 'no_answer' };
  }
  if (command.action === 'answer' && isInbound) {
    const { recordingEnabled } = command;
    return { ...call, ...courseOf(ANSWERED_INBOUND, call.from, now, speed), recordingEnabled };
  }
  if (command.action === 'reject' && isInbound) return { ...call, endedAt: now, hangupCause: 'user_busy' };
  throw new RequestError(422, 'not_answered', `The call still rings, so it cannot obey "${command.action}".`);
};

const changedInTalk = (call: SimulatedCall, command: CallCommand, now: number, speed: number): SimulatedCall => {
  switch (command.action) {
    case 'speak':
      return withSpeech(call, command, now, speed);
    case 'stop_speaking':
      return withoutSpeech(call, now, speed);
    case 'start_transcription':
      return { ...call, transcribedFrom: call.transcribedFrom ?? now };
    case 'hangup':
      return { ...call, endedAt: now };
    default:
      throw new RequestError(409, 'answered', `The call is answered already, so "${command.action}" is too late.`);
  }
};

const changedBy = (command: CallCommand, call: SimulatedCall, now: number, speed: number): SimulatedCall => {
  switch (stateAt(call, now)) {
    case 'ringing':
      return changedWhileRinging(call, command, now, speed);
    case 'in_progress':
      return changedInTalk(call, command, now, speed);
    case 'ended':
      throw new RequestError(409, 'ended', `The call has ended, so "${command.action}" is too late.`);
  }
};

/** Changes the course of a live call, replaces its future events, and stores that the command was obeyed. */
export const actOnCall = (
  store: CarrierStore,
  call: SimulatedCall,
  command: CallCommand,
  now: number,
  settings: EventSettings,
): void => {
  const changed = changedBy(command, call, now, settings.speed);
  const past = eventsOf(call, settings).filter(({ dueAt }) => dueAt <= now);
  const pastKeys = new Set(past.map(({ key }) => key));
  const future = eventsOf(changed, settings).filter(({ key }) => !pastKeys.has(key));
  store.saveCall(changed, future, { eventsAfter: now, commandId: command.commandId });
};
