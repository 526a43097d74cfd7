import { MINUTE_MS } from '#shared/domain/time.ts';
import type { Learned } from '#test/simulation/kernel/ports/counterparts.ts';
import { isForgotten } from '#test/simulation/outside/carrier-habits.ts';
import type { InboundCall } from '#test/simulation/outside/inbound-calls.ts';
import type { TrueCall } from '#test/simulation/outside/true-call.ts';
import type { Item } from '#test/simulation/store/item-expressions.ts';

/** A second opinion on a call's outcome: the truth, unless the service was never told it. */

const OUTCOMES: Record<TrueCall['truth'], string> = {
  human: 'answered',
  machine: 'voicemail',
  no_answer: 'no_answer',
  busy: 'busy',
  invalid_number: 'failed',
  rejected: 'failed',
};

/** A call may be given up, its fate unknown, when the service heard nothing of it for this long. */
const UNTOLD_MIN_MS = 10 * MINUTE_MS;

/** The events of a call that the service accepted and did not park as a dead letter. */
const heardOf = ({ told, controlId }: TrueCall, deadLetters: string[]): TrueCall['told'] =>
  told.filter(({ type }) => !deadLetters.some((body) => body.includes(`"${controlId}"`) && body.includes(`"${type}"`)));

const ANSWERS = ['call.answered', 'call.machine_detection.ended', 'call.completed'];

const tellsOfAnswer = ({ hangupCause, answeredAt, state, asker }: Learned): boolean =>
  !asker.isDisturbed && (hangupCause !== null || answeredAt !== null || state === 'in_progress');

const isMachineKnown = (call: TrueCall, heard: TrueCall['told']): boolean =>
  heard.some(({ data }) => data.result === 'machine') ||
  call.found.some(({ machineDetection, asker }) => machineDetection === 'machine' && !asker.isDisturbed);

/** The carrier may not know the call the next time. */
const isFound = (call: TrueCall, givenUpAt: number): boolean =>
  !isForgotten(call, givenUpAt) && call.found.some(tellsOfAnswer);

const isFateKnown = (call: TrueCall, heard: TrueCall['told'], record: Item): boolean =>
  heard.some(({ type, data }) => ANSWERS.includes(type) || data.hangup_cause) ||
  isFound(call, Date.parse(String(record.ended_at)));

/** The resolution of clocks. */
const CLOCK_GRAIN_MS = 1;

/** Given up after its end, or after nothing was heard of it for long. */
const isGivenUpInTime = ({ placedAt, endedAt, toldAt }: TrueCall, record: Item, skewMs: number): boolean => {
  const givenUpAt = Date.parse(String(record.ended_at));
  const wasUntold = toldAt === null || toldAt > givenUpAt;
  return givenUpAt + skewMs + CLOCK_GRAIN_MS >= endedAt || (wasUntold && givenUpAt - placedAt > UNTOLD_MIN_MS);
};

/** The outcomes that the call's record may have at the end. */
export const rightOutcomes = (call: TrueCall, record: Item, deadLetters: string[], skewMs: number): string[] => {
  const heard = heardOf(call, deadLetters);
  const mayBeTaken = call.truth === 'machine' && !isMachineKnown(call, heard);
  const isKnown = record.answered_at !== null || isFateKnown(call, heard, record);
  const mayBeUnknown = !isKnown && isGivenUpInTime(call, record, skewMs);
  // Nobody takes a call any more that was hung up while it rang.
  const truth = call.cutAt !== null && call.answeredAt === null ? 'no_answer' : call.truth;
  return [OUTCOMES[truth], ...(mayBeTaken ? ['answered'] : []), ...(mayBeUnknown ? ['unknown'] : [])];
};

/** Whether the service may never have learnt how an inbound call that it answered, or that rang out, has ended. */
export const isUntoldInbound = ({ told, found }: InboundCall): boolean => {
  const isTold = ['call.answered', 'call.hangup', 'call.completed'].some((type) => told.has(type));
  return !isTold && !found.some(tellsOfAnswer);
};
