import { SECOND_MS } from '#shared/domain/time.ts';
import type { Faults } from '#test/simulation/kernel/faults.ts';
import type { Kernel } from '#test/simulation/kernel/kernel.ts';
import { COST } from './charges.ts';
import type { CarrierEvent, TrueCall } from './true-call.ts';

export interface EventWay {
  kernel: Kernel;
  faults: Faults;
  /** Delivers an event to the service. */
  deliver(event: CarrierEvent, isForged: boolean): void;
}

/** The way of a carrier's events to the service. */
export class EventSending {
  /** Events not delivered yet. */
  undelivered = 0;
  sent = 0;
  /** Commands with a delivered event. */
  readonly reported = new Set<string>();
  readonly #way: EventWay;

  constructor(way: EventWay) {
    this.#way = way;
  }

  /** Sends an event of a call; one that was to come after its early end is none. */
  sendOf(call: TrueCall, type: string, more: Record<string, unknown>, happensAt: number, isForged = false): void {
    const data = {
      call_control_id: call.controlId,
      call_leg_id: `leg-${call.controlId}`,
      call_session_id: `session-${call.controlId}`,
      client_state: call.clientState,
      start_time: new Date(call.placedAt).toISOString(),
      ...more,
    };
    // Whoever hangs up early pays all the same.
    const isSentAnyway = isForged || type === COST;
    const happens = (): boolean => isSentAnyway || call.cutAt === null || happensAt <= call.cutAt;
    this.send({ type, data }, happensAt, isForged, happens, () => {
      if (!isForged) call.toldAt ??= this.#way.kernel.now;
      this.reported.add(call.commandId);
    });
  }

  /** Sends an event to the webhook; each one takes a different time. */
  send(
    event: CarrierEvent,
    happensAt: number,
    isForged: boolean,
    happens: () => boolean = () => true,
    arrives: () => void = () => undefined,
  ): void {
    const { kernel, faults, deliver } = this.#way;
    const { random } = kernel;
    const travelMs = faults.happens('eventDelayed') ? random.between(1, 240) * SECOND_MS : random.between(2, 600);
    this.undelivered += 1;
    kernel.after(happensAt - kernel.now + travelMs, () => {
      this.undelivered -= 1;
      if (!happens()) return true;
      this.sent += 1;
      arrives();
      deliver(event, isForged);
      return true;
    });
  }

  /** Sends a forged event that the call is over. */
  forge(call: TrueCall): void {
    const { random } = this.#way.kernel;
    const at = random.between(call.placedAt, call.endedAt);
    const cause = random.pick(['normal_clearing', 'no_answer', 'user_busy']);
    this.sendOf(call, 'call.hangup', { hangup_cause: cause, result: 'human' }, at, true);
  }
}
