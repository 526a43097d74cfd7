import { MINUTE_MS, SECOND_MS } from '#shared/domain/time.ts';
import type { CarrierCall, DialRequest, DialResult } from '#shared/ports/telephony.ts';
import type { Asker, KeptCopy } from '#test/simulation/kernel/ports/counterparts.ts';
import type { Strain } from '#test/simulation/plan/strains/strains.ts';
import { type CarrierHabits, isForgotten, LiveCallList, planHabits, reticentView } from './carrier-habits.ts';
import type { Charges } from './charges.ts';
import type { ConnectionLimits, Limit } from './connection-limits.ts';
import { EventSending, type EventWay } from './event-sending.ts';
import type { Refusals } from './refusals.ts';
import {
  BY_LAST_FOUR_DIGITS,
  type CarrierEvent,
  causeOf,
  eventsOf,
  frankView,
  namedBy,
  type ReceivedDial,
  type TrueCall,
} from './true-call.ts';

interface CarrierWorld extends EventWay {
  strain: Strain;
  refusals: Refusals;
  limits: ConnectionLimits;
  /** Null: nothing is reported of them. */
  charges: Charges | null;
  /** Called for every dial command at the instant it arrives. */
  received(dial: ReceivedDial, call: TrueCall | undefined): void;
}

/** A callee hangs up after so much silence. */
const SILENCE_BORNE_MS = 3 * MINUTE_MS;

/** A carrier that places every command once, and reports in its own time and sometimes badly. */
export class Carrier {
  readonly dials: ReceivedDial[] = [];
  readonly calls = new Map<string, TrueCall>();
  readonly events: EventSending;
  /** The copies that it has deleted, by control id. */
  readonly erased: Record<KeptCopy, Set<string>> = { recordings: new Set(), call: new Set() };
  readonly #world: CarrierWorld;
  /** Ids of commands that were refused or obeyed; the carrier takes none of them again. */
  readonly #commands = new Set<string>();
  readonly habits: CarrierHabits;
  readonly #list: LiveCallList;

  constructor(world: CarrierWorld) {
    this.#world = world;
    this.events = new EventSending(world);
    this.habits = planHabits(world.kernel.random, world.strain);
    this.#list = new LiveCallList(world.faults, world.kernel.random);
  }

  /** Handles an arrived dial command; undefined when the caller never hears of it. */
  dial(request: DialRequest): DialResult | undefined {
    const { faults, refusals } = this.#world;
    if (this.#commands.has(request.commandId)) {
      const known = this.calls.get(request.commandId);
      this.#record(request, 'repeated', known);
      return known ? this.#placed(known) : { result: 'unknown', reason: 'The carrier knows this command.' };
    }
    this.#commands.add(request.commandId);
    const limit = this.#limitReached();
    if (limit) {
      this.#record(request, 'busy_carrier', undefined, limit);
      return { result: 'busy_carrier', reason: `The connection has no room for a dial: ${limit}.` };
    }
    const refusal = refusals.of(request);
    if (refusal) {
      this.#record(request, refusal.result, undefined);
      return refusal;
    }
    const call = this.#place(request);
    const untrue = refusals.ofPlaced();
    if (untrue) {
      call.isStray = true;
      this.#record(request, untrue.result, undefined);
      this.#report(call);
      return untrue;
    }
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
    const { now } = this.#world.kernel;
    if (!call || isForgotten(call, now)) return 'not_found';
    const { isReticent } = this.habits;
    if (isReticent && callControlId === null && !this.#list.shows(call, now)) return 'not_found';
    call.toldAt ??= now;
    const view = isReticent ? reticentView(call, now) : frankView(call, now);
    return { ...this.#identifiers(call), ...view };
  }

  erase(copy: KeptCopy, controlId: string): void {
    this.erased[copy].add(controlId);
  }

  /** Notes that an answer to a look-up has reached whoever asked. */
  learned(answer: CarrierCall, asker: Asker): void {
    this.#withControlId(answer.callControlId)?.found.push({ ...answer, asker });
  }

  /** Notes who was told that a dial is refused whose call was placed. */
  heard(commandId: string, { result }: DialResult, by: Asker): void {
    const call = this.calls.get(commandId);
    if (call?.isStray && result !== 'placed' && result !== 'unknown')
      call.refusalHeard ??= { at: this.#world.kernel.now, by };
  }

  unreachable(commandId: string): void {
    this.calls.get(commandId)?.unaskedAt.push(this.#world.kernel.now);
  }

  /** The reports of what a call costs. */
  costsOf(call: Parameters<Charges['eventsOf']>[0]): ReturnType<Charges['eventsOf']> {
    return this.#world.charges?.eventsOf(call) ?? [];
  }

  /** Notes that an event was posted to the webhook, which accepted it or gave no answer. */
  posted(event: CarrierEvent, isAccepted: boolean): void {
    const { now } = this.#world.kernel;
    this.#world.charges?.posted(event, now, isAccepted);
    if (!isAccepted) return;
    const { call_control_id: controlId } = event.data;
    for (const call of this.calls.values()) if (call.controlId === controlId) call.told.push({ ...event, at: now });
  }

  liveCalls(): TrueCall[] {
    const { now } = this.#world.kernel;
    return [...this.calls.values()].filter(({ endedAt }) => endedAt > now);
  }

  /** Handles an arrived command; a call that is over stays so. */
  hangUp(controlId: string): void {
    const call = this.#withControlId(controlId);
    if (!call) return;
    call.hangUps += 1;
    if (call.endedAt > this.#world.kernel.now) call.hungUpAt = this.#world.kernel.now;
    this.#cut(call);
  }

  /** Ends a call before its time. */
  #cut(call: TrueCall): void {
    const { now } = this.#world.kernel;
    if (call.endedAt <= now) return;
    Object.assign(call, {
      endedAt: now,
      cutAt: now,
      answeredAt: (call.answeredAt ?? now) < now ? call.answeredAt : null,
    });
    this.events.sendOf(call, 'call.hangup', { hangup_cause: causeOf(call) }, now);
  }

  /** A call of which the service has heard nothing has no conversation, and nobody listens to silence for long. */
  #endUnheard(call: TrueCall): void {
    const { kernel } = this.#world;
    if (call.answeredAt === null || call.endedAt - call.answeredAt < SILENCE_BORNE_MS) return;
    kernel.after(call.answeredAt + SILENCE_BORNE_MS - kernel.now, () => {
      if (call.told.length === 0) this.#cut(call);
      return true;
    });
  }

  #withControlId(controlId: unknown): TrueCall | undefined {
    return [...this.calls.values()].find((call) => call.controlId === controlId);
  }

  #limitReached(): Limit | null {
    const taken = this.dials.filter(({ result }) => result === 'placed' || result === 'refused').map(({ at }) => at);
    return this.#world.limits.reached(this.#world.kernel.now, {
      live: this.liveCalls().filter(({ isStray }) => !isStray).length,
      taken,
    });
  }

  #record(
    { commandId, clientState, to }: DialRequest,
    result: ReceivedDial['result'],
    call: TrueCall | undefined,
    limit?: Limit,
  ): void {
    const { callId } = namedBy(clientState);
    const dial = { at: this.#world.kernel.now, commandId, callId, to, result, ...(limit && { limit }) };
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
    const isQuick = truth === 'busy' || truth === 'invalid_number' || truth === 'rejected';
    const ringMs = isQuick ? SECOND_MS : random.between(0.3, 25) * SECOND_MS;
    const talkMs = random.chance(this.habits.longCallShare)
      ? random.between(5, this.habits.longestCallMinutes) * MINUTE_MS
      : random.between(0.5, 60) * SECOND_MS;
    const answeredAt = isAnswered ? now + ringMs : null;
    const call: TrueCall = {
      commandId,
      ...namedBy(clientState),
      controlId: `v3:${this.calls.size + 1}`,
      clientState,
      from,
      to,
      truth,
      placedAt: now,
      answeredAt,
      endedAt: now + ringMs + (isAnswered ? talkMs : 0),
      toldAt: null,
      isStray: false,
      refusalHeard: null,
      hangUps: 0,
      hungUpAt: null,
      cutAt: null,
      told: [],
      found: [],
      unaskedAt: [],
    };
    this.calls.set(commandId, call);
    return call;
  }

  /** Plans the events of a call. Each one may arrive late, twice, in any order or never. */
  #report(call: TrueCall): void {
    const { faults, kernel } = this.#world;
    const isScrambled = call.to.endsWith('0008');
    const isSilent = faults.active && kernel.random.chance(0.02);
    // Whoever refused a dial by mistake is late with what it tells of the call, too.
    const lateMs = call.isStray && kernel.random.chance(0.5) ? kernel.random.between(1, 40) * SECOND_MS : 0;
    const plan = [...eventsOf(call, this.habits, this.#world), ...this.costsOf(call)];
    this.#endUnheard(call);
    for (const [type, happensAt, more] of plan) {
      if (isSilent || faults.happens('eventLost')) {
        if (isSilent) faults.count('eventLost');
        continue;
      }
      const sendsAt = isScrambled ? call.endedAt + kernel.random.between(0, SECOND_MS) : happensAt + lateMs;
      this.events.sendOf(call, type, more, sendsAt);
      if (isScrambled || faults.happens('eventDuplicate'))
        this.events.sendOf(call, type, more, sendsAt + kernel.random.between(0, 9000));
    }
    if (faults.happens('eventForged')) this.events.forge(call);
  }
}
