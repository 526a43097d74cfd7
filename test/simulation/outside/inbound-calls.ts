import { SECOND_MS } from '#shared/domain/time.ts';
import type { CarrierCall } from '#shared/ports/telephony.ts';
import type { Faults } from '#test/simulation/kernel/faults.ts';
import type { Kernel } from '#test/simulation/kernel/kernel.ts';
import type { Asker, InboundAction, Learned } from '#test/simulation/kernel/ports/counterparts.ts';
import type { Carrier } from './carrier.ts';
import { isForgotten, reticentView } from './carrier-habits.ts';

/** A command about an inbound call, as the carrier received it. */
export interface InboundCommand {
  at: number;
  action: InboundAction;
  commandId: string;
  result: 'accepted' | 'repeated' | 'wrong_state';
}

/** An inbound call as it really is. Times in epoch milliseconds; the end lies ahead while the call is on. */
export interface InboundCall {
  controlId: string;
  from: string;
  to: string;
  placedAt: number;
  answeredAt: number | null;
  endedAt: number;
  fate: 'undecided' | 'answered' | 'rejected' | 'gave_up';
  talkMs: number;
  commands: InboundCommand[];
  /** Event types that the webhook accepted. */
  told: Set<string>;
  /** Answers to look-ups. */
  found: Learned[];
}

interface InboundWorld {
  kernel: Kernel;
  faults: Faults;
  carrier: Carrier;
  /** Called for every command at the instant it arrives. */
  commanded(command: InboundCommand, call: InboundCall): void;
}

const CAUSES: Record<InboundCall['fate'], string | null> = {
  undecided: null,
  answered: 'normal_clearing',
  rejected: 'user_busy',
  gave_up: 'no_answer',
};

/** The carrier's side of calls to the team's numbers. */
export class InboundCalls {
  readonly calls = new Map<string, InboundCall>();
  readonly #world: InboundWorld;
  /** Calls without any events. */
  readonly #silent = new Set<InboundCall>();

  constructor(world: InboundWorld) {
    this.#world = world;
  }

  place({ from, to, ringMs, talkMs }: { from: string; to: string; ringMs: number; talkMs: number }): void {
    const { kernel, faults } = this.#world;
    const call: InboundCall = {
      controlId: `v3:in-${this.calls.size + 1}`,
      from,
      to,
      placedAt: kernel.now,
      answeredAt: null,
      endedAt: kernel.now + ringMs,
      fate: 'undecided',
      talkMs,
      commands: [],
      told: new Set(),
      found: [],
    };
    this.calls.set(call.controlId, call);
    if (faults.active && kernel.random.chance(0.02)) this.#silent.add(call);
    this.#report(call, 'call.initiated');
    if (faults.happens('eventForged')) this.#forge(call);
    kernel.after(ringMs, () => {
      if (call.fate === 'undecided') this.#end(call, 'gave_up');
      return true;
    });
  }

  /** Handles an arrived command. A repeated or late one changes nothing. */
  command(action: InboundAction, controlId: string, commandId: string): void {
    const call = this.calls.get(controlId);
    if (!call) return;
    const isKnown = call.commands.some((other) => other.commandId === commandId && other.result === 'accepted');
    const result = isKnown ? 'repeated' : call.fate === 'undecided' ? 'accepted' : 'wrong_state';
    const command: InboundCommand = { at: this.#world.kernel.now, action, commandId, result };
    if (result === 'accepted' && action === 'answer') this.#answer(call);
    if (result === 'accepted' && action === 'reject') this.#end(call, 'rejected');
    call.commands.push(command);
    this.#world.commanded(command, call);
  }

  find(controlId: string): CarrierCall | 'not_found' {
    const call = this.calls.get(controlId);
    const { carrier, kernel } = this.#world;
    if (!call || isForgotten(call, kernel.now)) return 'not_found';
    const view = carrier.habits.isReticent ? reticentView(call, kernel.now) : this.#frankView(call);
    const ids = { callControlId: controlId, callLegId: `leg-${controlId}`, callSessionId: `session-${controlId}` };
    return { ...ids, ...view };
  }

  learned(answer: CarrierCall, asker: Asker): void {
    this.calls.get(answer.callControlId)?.found.push({ ...answer, asker });
  }

  live(): InboundCall[] {
    return [...this.calls.values()].filter(({ endedAt }) => endedAt > this.#world.kernel.now);
  }

  /** Notes that the webhook accepted an event. */
  accepted(controlId: unknown, type: string): void {
    this.calls.get(String(controlId))?.told.add(type);
  }

  #frankView({ answeredAt, endedAt, fate }: InboundCall): Omit<CarrierCall, `call${string}`> {
    const isOver = endedAt <= this.#world.kernel.now;
    return {
      state: isOver ? 'ended' : answeredAt === null ? 'ringing' : 'in_progress',
      hangupCause: isOver ? CAUSES[fate] : null,
      machineDetection: answeredAt === null ? null : 'human',
      answeredAt: answeredAt === null ? null : new Date(answeredAt).toISOString(),
      endedAt: isOver ? new Date(endedAt).toISOString() : null,
      durationSecs: isOver ? Math.ceil((endedAt - (answeredAt ?? endedAt)) / SECOND_MS) : null,
    };
  }

  #answer(call: InboundCall): void {
    const { kernel } = this.#world;
    Object.assign(call, { fate: 'answered', answeredAt: kernel.now, endedAt: kernel.now + call.talkMs });
    this.#report(call, 'call.answered', this.#world.carrier.habits.hangsUpBarely ? { implies_completed: true } : {});
    kernel.after(call.talkMs, () => {
      this.#end(call, 'answered');
      return true;
    });
  }

  #end(call: InboundCall, fate: InboundCall['fate']): void {
    Object.assign(call, { fate, endedAt: this.#world.kernel.now });
    const { hangsUpBarely } = this.#world.carrier.habits;
    const cause = { hangup_cause: CAUSES[fate] };
    const last = hangsUpBarely
      ? { ...cause, implies_completed: true, end_time: new Date(call.endedAt).toISOString() }
      : { ...cause, ...(fate === 'answered' && { result: 'human' }) };
    this.#report(call, 'call.hangup', last);
    if (fate === 'answered' && !hangsUpBarely) {
      this.#report(call, 'call.completed', { ...last, end_time: new Date(call.endedAt).toISOString() });
    }
    for (const [type, at, more] of this.#world.carrier.costsOf(call)) this.#report(call, type, more, at);
  }

  /** Sends an event, which may arrive late, twice, before another or never. */
  #report(call: InboundCall, type: string, more: Record<string, unknown> = {}, at = this.#world.kernel.now): void {
    const { faults, kernel } = this.#world;
    if (this.#silent.has(call)) {
      faults.count('eventLost');
      return;
    }
    if (faults.happens('eventLost')) return;
    this.#send(call, type, more, at, false);
    if (call.from.endsWith('0008') || faults.happens('eventDuplicate'))
      this.#send(call, type, more, at + kernel.random.between(0, 9000), false);
  }

  /** Sends a forged event that the call is over. */
  #forge(call: InboundCall): void {
    const { random, now } = this.#world.kernel;
    this.#send(call, 'call.hangup', { hangup_cause: 'normal_clearing' }, now + random.between(0, 20_000), true);
  }

  #send(call: InboundCall, type: string, more: object, happensAt: number, isForged: boolean): void {
    const { controlId, from, to, placedAt } = call;
    const data = {
      call_control_id: controlId,
      call_leg_id: `leg-${controlId}`,
      call_session_id: `session-${controlId}`,
      client_state: '',
      from,
      to,
      direction: 'inbound',
      start_time: new Date(placedAt).toISOString(),
      ...more,
    };
    this.#world.carrier.events.send({ type, data }, happensAt, isForged);
  }
}
