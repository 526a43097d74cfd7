import { MINUTE_MS, SECOND_MS } from '#shared/domain/time.ts';
import type { Checker } from '#test/simulation/checks/checker.ts';
import type { Faults } from '#test/simulation/kernel/faults.ts';
import { RATE_WINDOW_SECONDS } from '#test/simulation/outside/connection-limits.ts';
import type { ReceivedDial } from '#test/simulation/outside/true-call.ts';
import type { ConnectionPlan, Shortage } from '#test/simulation/plan/neighbours.ts';
import { BackoffChecks } from './backoff-checks.ts';
import type { DayChecks } from './day-checks.ts';
import { FairnessChecks } from './fairness-checks.ts';

const INVARIANT = '13 limits';

/** A dial follows its place in the rate by this much in a world without faults. */
const PROMPT_SECONDS = 2;
/**
 * The same where functions are slow, messages late and clocks wrong: preparation, reply and delivery at their longest.
 */
const LATE_SECONDS = 16;

/** Dials that may be on their way when a shortage begins. */
const IN_FLIGHT_MAX = 14;
/** Pauses until the backoff is at its longest, and that longest one. */
const GROWING_PAUSES = 6;
const LONGEST_PAUSE_MS = 30 * SECOND_MS;

/** Why a claim is given back for want of capacity. */
const WANTS = ['rate_limited', 'no_call_permit'];
/** Claims that may be given back for want of capacity without anybody's fault. */
const RELEASES_FREE = 2;
/** Why a claim is given back whose dial message never came. */
const LOST = 'queue_lost';

/** What may cost a claim its dial, or its message. */
const MISHAPS = /^(crash|lambda|slow|throttle|transaction|lostReply|queue|dialUnreachable)/;

/** The counter of an account in the dials of a second. */
const RESERVED_OF_ACCOUNT = /^@/;

interface Surroundings {
  faults: Faults;
  intensity: number;
  /** Of each account. */
  maxDialsPerSecond: number;
  skewMs: number;
  startsAt: number;
  connection: ConnectionPlan;
  shortages: Shortage[];
  days: Pick<DayChecks, 'hasDayRoom' | 'hasNumberRoom'>;
}

/** Judges how the service keeps to the limits of the connection, and what it does while the carrier has no room. */
export class LimitChecks {
  readonly #checker: Checker;
  readonly #around: Surroundings;
  readonly #fairness: FairnessChecks;
  readonly #backoff: BackoffChecks;
  readonly #dialedAt: number[] = [];
  readonly #inShortage = new Map<Shortage, number>();
  readonly #released = new Set<string>();
  readonly #lost = new Set<string>();
  #refusals = 0;

  constructor(checker: Checker, around: Surroundings) {
    this.#checker = checker;
    this.#around = around;
    this.#backoff = new BackoffChecks(checker);
    this.#fairness = new FairnessChecks(checker, { ...around, hasFaults: around.intensity > 0 });
  }

  dialed(dial: ReceivedDial): void {
    if (dial.result === 'busy_carrier') this.#refusals += 1;
    if (dial.limit === 'calls') {
      const words = `dial ${dial.commandId} is beyond the ${this.#around.connection.concurrentCalls} calls of the connection`;
      this.#checker.report(INVARIANT, words, dial.at);
    }
    this.#checkRate(dial);
    this.#checkShortage(dial);
    this.#backoff.dialed(dial);
    if (dial.result === 'placed') this.#fairness.dialed(dial);
  }

  /** Notes the claims that are given back, and judges what is reserved. */
  wrote(keys: { pk: string; sk: string }[], at: number): void {
    this.#backoff.wrote(keys, at);
    for (const key of keys) {
      if (key.pk === 'CONNECTION#DIALS') this.#checkReserved(key);
      if (key.sk !== 'CALL') continue;
      const call = this.#checker.world.table.peek(key);
      if (call?.status !== 'not_dialed') continue;
      const claim = `${call.id} ${call.generation}`;
      if (WANTS.includes(call.not_dialed_reason as string)) this.#released.add(claim);
      if (call.not_dialed_reason === LOST) this.#lost.add(claim);
    }
  }

  /** Nobody claims what cannot be dialled: a claim is given back for a refusal or a mishap, not as a habit. */
  checkEnd(at: number): void {
    const { faults, intensity } = this.#around;
    const fired = Object.entries(faults.fired).filter(([kind]) => MISHAPS.test(kind));
    const mishaps = intensity > 0 ? fired.reduce((sum, [, count]) => sum + count, 0) : 0;
    const allowed = RELEASES_FREE + this.#refusals + mishaps;
    this.#checkExplained('claims were given back for want of capacity', this.#released.size, allowed, at);
    this.#checkExplained('claims lost their dial messages', this.#lost.size, mishaps, at);
  }

  #checkExplained(what: string, count: number, explained: number, at: number): void {
    if (count > explained) this.#checker.report(INVARIANT, `${count} ${what}, ${explained} are explained`, at);
  }

  /** Every dial of a second is reserved before it is sent, whenever it reaches the carrier. */
  #checkReserved(key: { pk: string; sk: string }): void {
    const counters = this.#checker.world.table.peek(key) ?? {};
    const { connection, maxDialsPerSecond } = this.#around;
    const allowedOf = (counter: string): number | undefined => {
      if (counter === 'dials') return connection.dialsPerSecond;
      return RESERVED_OF_ACCOUNT.test(counter) ? maxDialsPerSecond : undefined;
    };
    for (const [counter, dials] of Object.entries(counters)) {
      const allowed = allowedOf(counter);
      if (allowed === undefined || Number(dials) <= allowed) continue;
      const words = `${dials} dials of one second in ${counter}, ${allowed} allowed`;
      this.#checker.report(INVARIANT, words, Number(key.sk.slice('SECOND#'.length)) * SECOND_MS);
    }
  }

  #checkRate({ at, result }: ReceivedDial): void {
    if (result === 'repeated') return;
    this.#dialedAt.push(at);
    const { connection, intensity, skewMs } = this.#around;
    const slackSeconds = intensity === 0 ? PROMPT_SECONDS : LATE_SECONDS + (2 * skewMs) / SECOND_MS;
    const allowed = connection.dialsPerSecond * (RATE_WINDOW_SECONDS + slackSeconds);
    const recent = this.#dialedAt.filter((earlier) => earlier > at - RATE_WINDOW_SECONDS * SECOND_MS).length;
    if (recent <= allowed) return;
    const words = `${recent} dials in ${RATE_WINDOW_SECONDS} s, ${connection.dialsPerSecond} a second are allowed`;
    this.#checker.report(INVARIANT, words, at);
  }

  #checkShortage({ at }: ReceivedDial): void {
    const { shortages, startsAt } = this.#around;
    const shortage = shortages.find(({ fromMs, untilMs }) => startsAt + fromMs <= at && at < startsAt + untilMs);
    if (!shortage) return;
    const dials = (this.#inShortage.get(shortage) ?? 0) + 1;
    this.#inShortage.set(shortage, dials);
    const lastedMs = at - startsAt - shortage.fromMs;
    const allowed = IN_FLIGHT_MAX + 2 * (GROWING_PAUSES + lastedMs / LONGEST_PAUSE_MS);
    if (dials <= allowed) return;
    const words = `${dials} dials in ${(lastedMs / MINUTE_MS).toFixed(1)} min in which the carrier takes none`;
    this.#checker.report(INVARIANT, words, at);
  }
}
