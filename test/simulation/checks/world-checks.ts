import type { Key } from '#shared/store/table/table.ts';
import { BreakerChecks } from '#test/simulation/checks/campaign/breaker-checks.ts';
import { CapChecks } from '#test/simulation/checks/campaign/cap-checks.ts';
import { ContactChecks } from '#test/simulation/checks/campaign/contact-checks.ts';
import { DueChecks } from '#test/simulation/checks/campaign/due-checks.ts';
import { PromptnessChecks } from '#test/simulation/checks/campaign/promptness-checks.ts';
import { RedialChecks } from '#test/simulation/checks/campaign/redial-checks.ts';
import { StandstillChecks } from '#test/simulation/checks/campaign/standstill-checks.ts';
import { CallerIdChecks } from '#test/simulation/checks/limits/caller-id-checks.ts';
import { DayChecks } from '#test/simulation/checks/limits/day-checks.ts';
import { LimitChecks } from '#test/simulation/checks/limits/limit-checks.ts';
import { SpendChecks } from '#test/simulation/checks/limits/spend-checks.ts';
import { CallbackChecks } from '#test/simulation/checks/single/callback-checks.ts';
import { CancelChecks } from '#test/simulation/checks/single/cancel-checks.ts';
import { SingleChecks } from '#test/simulation/checks/single/single-checks.ts';
import { WaitingChecks } from '#test/simulation/checks/single/waiting-checks.ts';
import type { Faults } from '#test/simulation/kernel/faults.ts';
import type { Outages } from '#test/simulation/kernel/outages.ts';
import type { KeptCopy } from '#test/simulation/kernel/ports/counterparts.ts';
import type { Random } from '#test/simulation/kernel/random.ts';
import type { Charges } from '#test/simulation/outside/charges.ts';
import type { InboundCall } from '#test/simulation/outside/inbound-calls.ts';
import type { ReceivedDial } from '#test/simulation/outside/true-call.ts';
import type { Wishes } from '#test/simulation/outside/wishes.ts';
import type { Scenario } from '#test/simulation/plan/scenario.ts';
import { checkActivity } from './activity-checks.ts';
import type { Checker } from './checker.ts';
import { DestinationChecks } from './destination-checks.ts';
import { InboundChecks } from './inbound-checks.ts';
import { ErasureChecks } from './privacy/erasure-checks.ts';
import { checkStrays } from './stray-checks.ts';
import { checkCounters, checkEnd, checkSlots, checkStuck, type DeadLetters } from './table-checks.ts';
import { AnnouncementChecks } from './webhook/announcement-checks.ts';

interface Around {
  scenario: Scenario;
  faults: Faults;
  outages: Outages;
  random: Random;
  inboundCalls: ReadonlyMap<string, InboundCall>;
  erasedAtCarrier: Record<KeptCopy, ReadonlySet<string>>;
  charges: Charges | null;
  wishes: Wishes;
}

/** Everything that is judged in a world beside its dials. */
export class WorldChecks {
  readonly caps: CapChecks;
  readonly standstill: StandstillChecks;
  readonly promptness: PromptnessChecks;
  readonly limits: LimitChecks;
  readonly days: DayChecks;
  readonly spend: SpendChecks;
  readonly inbound: InboundChecks;
  readonly announcements: AnnouncementChecks;
  readonly single: SingleChecks;
  readonly cancels: CancelChecks;
  readonly waiting: WaitingChecks;
  readonly callbacks: CallbackChecks;
  readonly erasures: ErasureChecks;
  readonly #checker: Checker;
  readonly #redials: RedialChecks;
  readonly #ofWrites: readonly { wrote(keys: Key[], at: number): void }[];

  constructor(checker: Checker, around: Around) {
    const { scenario, faults, outages, random, inboundCalls, erasedAtCarrier, charges, wishes } = around;
    const connectionMaxConcurrentCalls = scenario.connection.concurrentCalls ?? Number.POSITIVE_INFINITY;
    const outagesWithin = (since: number, until: number) => outages.within(since, until);
    this.#checker = checker;
    this.caps = new CapChecks(checker);
    this.spend = new SpendChecks(checker, charges);
    this.single = new SingleChecks(checker);
    this.erasures = new ErasureChecks(checker, { intensity: scenario.intensity, erasedAtCarrier });
    this.callbacks = new CallbackChecks(checker, this.single.calls, wishes);
    this.cancels = new CancelChecks(checker, scenario.intensity);
    this.days = new DayChecks(checker, this.spend, this.single.calls);
    const sharesConnection = scenario.connection.concurrentCalls !== null;
    const { intensity } = scenario;
    this.waiting = new WaitingChecks(checker, this.single.calls, { intensity, sharesConnection, days: this.days });
    const dialable = { connectionMaxConcurrentCalls, days: this.days, singles: this.single.calls };
    this.promptness = new PromptnessChecks(checker, dialable, scenario.intensity);
    this.standstill = new StandstillChecks(checker, { ...dialable, outagesWithin });
    this.limits = new LimitChecks(checker, { faults, ...scenario, days: this.days });
    this.inbound = new InboundChecks(checker, inboundCalls, this.erasures.people);
    this.announcements = new AnnouncementChecks(checker, inboundCalls, random);
    this.#redials = new RedialChecks(checker, this.erasures.people);
    this.#ofWrites = [
      // First, because others ask which there are.
      this.single,
      this.erasures,
      this.callbacks,
      this.announcements,
      this.#redials,
      new BreakerChecks(checker),
      new DueChecks(checker),
      new CallerIdChecks(checker),
      new ContactChecks(checker),
      new DestinationChecks(checker),
      this.limits,
      this.days,
      // Before promptness, which asks what is spent.
      this.spend,
      { wrote: (_, at) => this.promptness.wrote(at) },
      { wrote: (_, at) => this.waiting.wrote(at) },
    ];
  }

  wrote(keys: Key[], at: number): void {
    for (const checks of this.#ofWrites) checks.wrote(keys, at);
  }

  /** To be called for each dial at the instant the carrier receives it. */
  dialed(dial: ReceivedDial): void {
    const { inbound, limits, days, spend, single, erasures, callbacks, cancels } = this;
    for (const checks of [inbound, limits, days, spend, single, erasures, callbacks, cancels]) checks.dialed(dial);
  }

  /** To be called before a sweep, which mends what stands still. */
  looks(at: number): void {
    this.promptness.looks(at);
    this.waiting.looks(at);
    this.callbacks.looks(at);
  }

  /** Slow, so it is done from time to time. */
  checkTable(at: number): void {
    checkCounters(this.#checker.world, this.#checker, at);
    checkSlots(this.#checker.world, this.#checker, at);
    checkActivity(this.#checker.world, this.#checker, at);
    this.spend.checkTable(at);
    this.days.checkTable(at);
    this.single.checkTable(at);
  }

  /** When there have been no faults for long. */
  checkStuck(at: number): void {
    checkStuck(this.#checker.world, this.#checker, at);
    this.inbound.checkStuck(at);
    this.announcements.checkStuck(at);
    this.single.checkStuck(at);
    this.erasures.checkStuck(at);
  }

  checkEnd(at: number, parked: DeadLetters): void {
    checkEnd(this.#checker.world, this.#checker, { at, parked });
    checkActivity(this.#checker.world, this.#checker, at);
    this.#redials.checkEnd(at);
    checkStrays(this.#checker, at, parked.callEvents);
    this.inbound.checkEnd(at, parked.callEvents);
    this.limits.checkEnd(at);
    this.spend.checkEnd(at, parked);
    this.days.checkTable(at);
    this.single.checkEnd(at);
    this.callbacks.checkEnd(at);
    this.cancels.checkEnd(at, parked.callEvents);
    this.announcements.checkEnd(at, parked.callEvents);
    this.erasures.checkEnd(at, parked.erasures);
  }
}
