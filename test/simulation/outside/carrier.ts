import { MINUTE_MS, SECOND_MS } from '#shared/domain/time.ts';
import type { CarrierCall, DialRequest, DialResult } from '#shared/ports/telephony.ts';
import type { Faults } from '#test/simulation/kernel/faults.ts';
import type { Kernel } from '#test/simulation/kernel/kernel.ts';

import type { ConnectionLimits, Limit } from './connection-limits.ts';

type Truth = 'human' | 'machine' | 'no_answer' | 'busy' | 'invalid_number';

/** A call as it really is, known to the carrier alone. Times in epoch milliseconds. */
export interface TrueCall {
  commandId: string;
  controlId: string;
  clientState: string;
  from: string;
  to: string;
  truth: Truth;
  placedAt: number;
  answeredAt: number | null;
  endedAt: number;
  /** When the service first heard of it: by the dial's answer, a look-up or an event. */
  toldAt: number | null;
}

/** A dial command as the carrier received it. */
export interface ReceivedDial {
  at: number;
  commandId: string;
  to: string;
  result: 'placed' | 'refused' | 'rate_limited' | 'repeated';
  /** The connection's limit that the dial met. */
  limit?: Limit;
}

export interface CarrierEvent {
  type: string;
  data: Record<string, unknown>;
}

interface CarrierWorld {
  kernel: Kernel;
  faults: Faults;
  limits: ConnectionLimits;
  /** Delivers an event to the service. */
  deliver(event: CarrierEvent, isForged: boolean): void;
  /** Called for every dial command at the instant it arrives. */
  received(dial: ReceivedDial, call: TrueCall | undefined): void;
}

const CAUSES: Record<Truth, string> = {
  human: 'normal_clearing',
  machine: 'normal_clearing',
  no_answer: 'no_answer',
  busy: 'user_busy',
  invalid_number: 'invalid_number',
};

const BY_LAST_FOUR_DIGITS: Record<string, Truth> = {
  '0002': 'no_answer',
  '0003': 'busy',
  '0004': 'machine',
  '0005': 'invalid_number',
};

/** A carrier that places every command once, and reports in its own time and sometimes badly. */
export class Carrier {
  readonly dials: ReceivedDial[] = [];
  readonly calls = new Map<string, TrueCall>();
  /** Events not delivered yet. */
  undelivered = 0;
  eventsSent = 0;
  readonly #world: CarrierWorld;
  readonly #refused = new Set<string>();
  readonly #limitedOnce = new Set<string>();
  /** Commands with a delivered event. */
  readonly reported = new Set<string>();

  constructor(world: CarrierWorld) {
    this.#world = world;
  }

  /** Handles an arrived dial command; undefined when the caller never hears of it. */
  dial(request: DialRequest): DialResult | undefined {
    const { faults } = this.#world;
    const known = this.calls.get(request.commandId);
    if (known || this.#refused.has(request.commandId)) {
      this.#record(request, 'repeated', known);
      return known ? this.#placed(known) : { result: 'refused', cause: 'rejected', reason: 'Refused before.' };
    }
    const limit = this.#limitReached();
    if (limit) {
      this.#record(request, 'rate_limited', undefined, limit);
      return { result: 'busy_carrier', reason: `The connection has no room for a dial: ${limit}.` };
    }
    if (this.#isLimited(request)) {
      this.#record(request, 'rate_limited', undefined);
      return { result: 'busy_carrier', reason: 'Too many dials.' };
    }
    if (faults.happens('dialRefused')) {
      this.#refused.add(request.commandId);
      this.#record(request, 'refused', undefined);
      return { result: 'refused', cause: 'rejected', reason: 'The carrier will not place this call.' };
    }
    const call = this.#place(request);
    this.#record(request, 'placed', call);
    this.#report(call);
    if (request.to.endsWith('0007') || faults.happens('dialTimedOutPlaced')) return undefined;
    if (faults.happens('dialErrorPlaced'))
      return { result: 'unknown', reason: 'The carrier answered with status 503.' };
    call.toldAt ??= this.#world.kernel.now;
    return this.#placed(call);
  }

  /** Finds a call by its control id where the asker has it, else by the command that dialled it. */
  find({ callControlId, commandId }: { callControlId: string | null; commandId: string }): CarrierCall | 'not_found' {
    const call =
      this.calls.get(commandId) ?? [...this.calls.values()].find(({ controlId }) => controlId === callControlId);
    if (!call) return 'not_found';
    const { now } = this.#world.kernel;
    call.toldAt ??= now;
    const isOver = now >= call.endedAt;
    const isAnswered = call.answeredAt !== null && now >= call.answeredAt;
    return {
      ...this.#identifiers(call),
      state: isOver ? 'ended' : isAnswered ? 'in_progress' : 'ringing',
      hangupCause: isOver ? CAUSES[call.truth] : null,
      machineDetection: isAnswered ? (call.truth as 'human' | 'machine') : null,
      answeredAt: isAnswered ? new Date(call.answeredAt ?? 0).toISOString() : null,
      endedAt: isOver ? new Date(call.endedAt).toISOString() : null,
      durationSecs: isOver ? Math.ceil((call.endedAt - (call.answeredAt ?? call.endedAt)) / SECOND_MS) : null,
    };
  }

  liveCalls(): TrueCall[] {
    const { now } = this.#world.kernel;
    return [...this.calls.values()].filter(({ endedAt }) => endedAt > now);
  }

  #limitReached(): Limit | null {
    const taken = this.dials.filter(({ result }) => result === 'placed' || result === 'refused').map(({ at }) => at);
    return this.#world.limits.reached(this.#world.kernel.now, { live: this.liveCalls().length, taken });
  }

  #isLimited({ commandId, to }: DialRequest): boolean {
    const firstOfLimited = to.endsWith('0009') && !this.#limitedOnce.has(commandId);
    this.#limitedOnce.add(commandId);
    return firstOfLimited || this.#world.faults.happens('dialRateLimited');
  }

  #record(
    { commandId, to }: DialRequest,
    result: ReceivedDial['result'],
    call: TrueCall | undefined,
    limit?: Limit,
  ): void {
    const dial = { at: this.#world.kernel.now, commandId, to, result, ...(limit && { limit }) };
    this.dials.push(dial);
    this.#world.received(dial, call);
  }

  #placed(call: TrueCall): DialResult {
    return { result: 'placed', ...this.#identifiers(call) };
  }

  #identifiers({ controlId }: TrueCall) {
    return { callControlId: controlId, callLegId: `leg-${controlId}`, callSessionId: `session-${controlId}` };
  }

  #place({ commandId, clientState, from, to }: DialRequest): TrueCall {
    const { kernel } = this.#world;
    const { random, now } = kernel;
    const truth = BY_LAST_FOUR_DIGITS[to.slice(-4)] ?? 'human';
    const isAnswered = truth === 'human' || truth === 'machine';
    const ringMs = truth === 'busy' || truth === 'invalid_number' ? SECOND_MS : random.between(0.3, 25) * SECOND_MS;
    const talkMs = random.chance(0.02) ? random.between(5, 100) * MINUTE_MS : random.between(0.5, 60) * SECOND_MS;
    const answeredAt = isAnswered ? now + ringMs : null;
    const call: TrueCall = {
      commandId,
      controlId: `v3:${this.calls.size + 1}`,
      clientState,
      from,
      to,
      truth,
      placedAt: now,
      answeredAt,
      endedAt: now + ringMs + (isAnswered ? talkMs : 0),
      toldAt: null,
    };
    this.calls.set(commandId, call);
    return call;
  }

  /** Plans the events of a call. Each one may arrive late, twice, in any order or never. */
  #report(call: TrueCall): void {
    const { faults, kernel } = this.#world;
    const isScrambled = call.to.endsWith('0008');
    const isSilent = faults.active && kernel.random.chance(0.02);
    const last = { hangup_cause: CAUSES[call.truth], ...this.#detection(call) };
    const endTime = new Date(call.endedAt).toISOString();
    const plan: [string, number, Record<string, unknown>][] = [['call.initiated', call.placedAt, {}]];
    if (call.answeredAt !== null) {
      const detectedAt = Math.min(call.answeredAt + 2 * SECOND_MS, call.endedAt);
      plan.push(['call.answered', call.answeredAt, {}]);
      plan.push(['call.machine_detection.ended', detectedAt, this.#detection(call)]);
    }
    plan.push(['call.hangup', call.endedAt, last]);
    if (call.answeredAt !== null) plan.push(['call.completed', call.endedAt, { ...last, end_time: endTime }]);
    for (const [type, happensAt, more] of plan) {
      if (isSilent || faults.happens('eventLost')) {
        if (isSilent) faults.count('eventLost');
        continue;
      }
      const sendsAt = isScrambled ? call.endedAt + kernel.random.between(0, SECOND_MS) : happensAt;
      this.#send(call, type, more, sendsAt);
      if (isScrambled || faults.happens('eventDuplicate'))
        this.#send(call, type, more, sendsAt + kernel.random.between(0, 9000));
    }
    if (faults.happens('eventForged')) this.#forge(call);
  }

  #detection({ truth }: TrueCall): { result?: string } {
    return truth === 'human' || truth === 'machine' ? { result: truth } : {};
  }

  #send(call: TrueCall, type: string, more: Record<string, unknown>, happensAt: number, isForged = false): void {
    const data = {
      call_control_id: call.controlId,
      call_leg_id: `leg-${call.controlId}`,
      call_session_id: `session-${call.controlId}`,
      client_state: call.clientState,
      start_time: new Date(call.placedAt).toISOString(),
      ...more,
    };
    this.send({ type, data }, happensAt, isForged, () => {
      if (!isForged) call.toldAt ??= this.#world.kernel.now;
      this.reported.add(call.commandId);
    });
  }

  /** Sends an event to the webhook; each one takes a different time. */
  send(event: CarrierEvent, happensAt: number, isForged: boolean, arrives: () => void = () => undefined): void {
    const { kernel, faults, deliver } = this.#world;
    const { random } = kernel;
    const travelMs = faults.happens('eventDelayed') ? random.between(1, 240) * SECOND_MS : random.between(2, 600);
    this.undelivered += 1;
    kernel.after(happensAt - kernel.now + travelMs, () => {
      this.undelivered -= 1;
      this.eventsSent += 1;
      arrives();
      deliver(event, isForged);
      return true;
    });
  }

  /** Sends a forged event that the call is over. */
  #forge(call: TrueCall): void {
    const { random } = this.#world.kernel;
    const at = random.between(call.placedAt, call.endedAt);
    const cause = random.pick(['normal_clearing', 'no_answer', 'user_busy']);
    this.#send(call, 'call.hangup', { hangup_cause: cause, result: 'human' }, at, true);
  }
}
