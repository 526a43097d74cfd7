import { DAY_MS } from '#shared/domain/time.ts';
import type { Key } from '#shared/store/table/table.ts';
import { Checker } from '#test/simulation/checks/checker.ts';
import { withErasedAsBefore } from '#test/simulation/checks/privacy/erased-as-before.ts';
import { controlIn, slotsIn } from '#test/simulation/checks/records.ts';
import { withWholeCalls } from '#test/simulation/checks/whole-calls.ts';
import { WorldChecks } from '#test/simulation/checks/world-checks.ts';
import { Faults } from '#test/simulation/kernel/faults.ts';
import { Invocation } from '#test/simulation/kernel/invocation.ts';
import { Kernel } from '#test/simulation/kernel/kernel.ts';
import type { Machine } from '#test/simulation/kernel/machine.ts';
import { Outages } from '#test/simulation/kernel/outages.ts';
import { connect } from '#test/simulation/kernel/ports/connect.ts';
import type { Services } from '#test/simulation/kernel/ports/ports.ts';
import { tableOf } from '#test/simulation/kernel/ports/table-port.ts';
import { Random } from '#test/simulation/kernel/random.ts';
import { Trace } from '#test/simulation/kernel/trace.ts';
import { WritesUnderWay } from '#test/simulation/kernel/writes-under-way.ts';
import { conversing } from '#test/simulation/outside/conversations.ts';
import { Facts } from '#test/simulation/outside/facts.ts';
import { type People, people } from '#test/simulation/outside/people.ts';
import type { When } from '#test/simulation/plan/action-plan.ts';
import { CALLS_PER_DAY } from '#test/simulation/plan/bounds-plan.ts';
import { foundTeam } from '#test/simulation/plan/found-team.ts';
import { planScenario, type Scenario } from '#test/simulation/plan/scenario.ts';
import { STRAINED_RATES } from '#test/simulation/plan/strains/strains.ts';
import type { Team } from '#test/simulation/plan/team.ts';
import { memoryStore, newMemory, type Store } from '#test/simulation/store/store.ts';
import { watchedStore } from '#test/simulation/store/watched-store.ts';
import { runActions } from './actions.ts';
import { runCallers } from './callers.ts';
import { interference } from './interference.ts';
import { type Outside, outsideOf } from './outside.ts';
import { populate } from './populate.ts';
import { Reactions } from './reactions.ts';
import type { Report } from './report.ts';
import { isAtRest } from './rest.ts';
import { sweepRegularly } from './sweeping.ts';
import { runWebhookOwner } from './webhook-owner.ts';

/** Nothing may be overdue after this long without faults. */
const CONVERGENCE_MS = 14 * DAY_MS;
/** Two time zones may share call hours on only a few days of the year. */
const HORIZON_MS = 400 * DAY_MS;
/** Far more steps than any finishing world needs. */
const STEPS_MAX = 1_500_000;
const OBSERVED_EVERY = 40;
const CONTACT = 'CONTACT#';
/** The workers that may be down for minutes. */
const CONSUMERS = ['advance-campaign', 'apply-call-event', 'deliver-webhook', 'place-call'];
const CONCLUDER = 'extract-information';
const ERASER = 'erase-person';

export interface WorldOptions {
  /** How far the clocks of invocations may be wrong; the world's own value by default. */
  skewMs?: number;
  print?: (line: string) => void;
  /** Changes what was planned for the world. */
  replan?: (planned: Scenario) => Scenario;
  /** Replaces the memory table by a real engine. */
  openStore?: (memory: Store['memory'], report: (difference: string) => void) => Promise<Store>;
}

/** One world with everything in it. */
export class World {
  readonly scenario: Scenario;
  readonly random: Random;
  readonly kernel: Kernel;
  readonly faults: Faults;
  readonly trace: Trace;
  readonly machine: Machine;
  readonly seed: number;
  /** The time of the last write. */
  activeAt: number;
  busyRequests = 0;
  /** The contact that a dial's last check has just read. */
  contactRead: string | undefined;
  campaignIds: string[] = [];
  /** Those of the first account. */
  contactIds: string[] = [];
  /** One for each account. */
  teams: Team[] = [];
  checker!: Checker;
  services!: Services;
  outside!: Outside;
  checks!: WorldChecks;
  #interfere: (read: Key[]) => void = () => undefined;
  #ids = 0;
  #observed = 0;
  readonly #reactions = new Reactions();

  constructor(seed: number, options: WorldOptions) {
    this.seed = seed;
    this.random = new Random(seed);
    const planned = planScenario(this.random);
    this.scenario = options.replan?.(planned) ?? planned;
    this.kernel = new Kernel(this.random, this.scenario.startsAt);
    this.faults = new Faults(this.random, this.scenario.intensity, STRAINED_RATES[this.scenario.strain]);
    this.trace = new Trace(options.print);
    this.activeAt = this.kernel.now;
    this.machine = {
      kernel: this.kernel,
      faults: this.faults,
      trace: this.trace,
      skewMs: this.scenario.intensity === 0 ? 0 : (options.skewMs ?? this.scenario.skewMs),
      writes: new WritesUnderWay(),
      outages: new Outages(this.random, this.scenario, this.#consumers),
      hasRead: (worker, keys) => this.#noteRead(worker, keys),
      observe: (wrote) => this.#observe(wrote),
    };
  }

  async found(options: WorldOptions): Promise<void> {
    Invocation.restart();
    const memory = newMemory(() => this.kernel.now);
    const report = (difference: string): void => this.checker.report('0 memory table', difference, this.kernel.now);
    const opened = options.openStore ? await options.openStore(memory, report) : memoryStore(memory);
    const store = watchedStore(opened, (keys) => this.checks.wrote(keys, this.kernel.now));
    const newId = (prefix: string): string => `${prefix}_${this.seed}x${String(++this.#ids).padStart(6, '0')}`;
    const now = new Date(this.scenario.startsAt - DAY_MS);
    for (const account of [0, ...this.scenario.neighbours.map((_, at) => at + 1)]) {
      const allowed = account === 0 ? this.scenario.allowedCountries : null;
      this.teams.push(await foundTeam(opened, newId, now, account, allowed));
    }
    const [team] = this.teams as [Team];
    this.outside = outsideOf(this);
    const { carrier, inbound, charges, wishes } = this.outside;
    const stored = withWholeCalls(memory);
    this.checker = new Checker({
      table: withErasedAsBefore(stored),
      stored,
      facts: new Facts(),
      calls: carrier.calls,
      accountId: team.caller.accountId,
      teamId: team.teamId,
      campaignIds: this.campaignIds,
      maxConcurrentCallsPerAccount: this.scenario.maxConcurrentCallsPerAccount,
      skewMs: this.machine.skewMs,
    });
    this.services = connect({
      machine: this.machine,
      store,
      ...this.outside,
      limits: {
        ...this.scenario,
        connectionMaxConcurrentCalls: this.scenario.connection.concurrentCalls,
        connectionMaxDialsPerSecond: this.scenario.connection.dialsPerSecond,
        callingHoursByDefault: null,
        callsPerDay: CALLS_PER_DAY,
      },
      portions: this.scenario.portions,
      concludesCalls: this.concludesCalls,
      converses: this.scenario.callbackShare > 0 ? conversing(wishes, (each) => tableOf(this.services, each)) : null,
      newId,
      begins: (worker, messages) => {
        this.#reactions.note(worker);
        return this.checks.standstill.steps(worker, messages, this.kernel.now);
      },
      unexpected: (error) => this.unexpected(error),
    });
    this.checks = new WorldChecks(this.checker, {
      scenario: this.scenario,
      faults: this.faults,
      outages: this.machine.outages,
      random: this.random,
      inboundCalls: inbound.calls,
      erasedAtCarrier: carrier.erased,
      charges,
      wishes,
    });
    await populate(this, { store: opened, team, now, newId });
    // All of it was written long before the world begins.
    memory.catchUp();
    sweepRegularly(this);
    const everybody = this.teams.map((each) =>
      people({
        services: this.services,
        team: each,
        facts: this.checker.facts,
        unexpected: (error: unknown) => this.unexpected(error),
      }),
    );
    this.#interfere = interference(this, everybody[0] as People);
    runActions(this, everybody);
    runWebhookOwner(this, everybody[0] as People);
    runCallers(this);
  }

  async run(): Promise<Report> {
    const { kernel, scenario, checker, services } = this;
    const begin = kernel.now;
    kernel.after(scenario.faultsMs, () => {
      this.faults.stop();
      return false;
    });
    kernel.after(scenario.faultsMs + CONVERGENCE_MS, () => {
      this.checks.checkStuck(kernel.now);
      return false;
    });
    await kernel.run(
      begin + scenario.faultsMs + HORIZON_MS,
      () => checker.violations.length > 0 || kernel.steps > STEPS_MAX || isAtRest(this),
    );
    if (kernel.steps > STEPS_MAX) checker.report('5 convergence', `no rest after ${kernel.steps} steps`, kernel.now);
    const { dialQueue, callEventQueue, campaignQueue, webhookQueue, endedCallQueue, erasureQueue } = services;
    const { carrier, inbound, receivers } = this.outside;
    const parked = {
      callEvents: callEventQueue.deadLetters,
      campaign: campaignQueue.deadLetters,
      endedCalls: endedCallQueue?.deadLetters ?? [],
      erasures: erasureQueue?.deadLetters ?? [],
    };
    if (checker.violations.length === 0) this.checks.checkEnd(kernel.now, parked);
    return {
      seed: this.seed,
      violations: checker.violations,
      faults: this.faults.fired,
      dials: carrier.dials.length,
      inbound: [...inbound.calls.values()].map(({ fate }) => fate),
      events: carrier.events.sent,
      posts: receivers.posts.length,
      ...this.checks.announcements.endings(),
      steps: kernel.steps,
      virtualDays: (kernel.now - begin) / DAY_MS,
      digest: this.trace.digest,
      deadLetters: [dialQueue, callEventQueue, campaignQueue, webhookQueue, endedCallQueue, erasureQueue]
        .map((queue) => queue?.deadLetters.length ?? 0)
        .reduce((sum, count) => sum + count),
    };
  }

  get concludesCalls(): boolean {
    return this.scenario.isCharged || this.scenario.callbackShare > 0;
  }

  get #consumers(): string[] {
    const { concludesCalls, scenario } = this;
    return [...CONSUMERS, ...(concludesCalls ? [CONCLUDER] : []), ...(scenario.erases ? [ERASER] : [])];
  }

  get checked() {
    return this.checker.world;
  }

  /** Runs an act at its time, or a while after a worker begins for the n-th time. */
  at(when: When, act: () => void): void {
    const later = (milliseconds: number): void =>
      void this.kernel.after(milliseconds, () => {
        act();
        return true;
      });
    if ('afterMs' in when) later(when.afterMs);
    else this.#reactions.add(when, later);
  }

  /** Contacts that are claimed or on a call. */
  contactsInCalls(): string[] {
    const { memory } = this.services.store;
    return this.campaignIds.flatMap((id) => slotsIn(memory, id).map(({ contact_id }) => contact_id as string));
  }

  /** A campaign's control item in the table. */
  control(campaignId: string): Record<string, unknown> {
    return controlIn(this.services.store.memory, campaignId) ?? {};
  }

  #noteRead(worker: string, keys: Key[]): void {
    if (worker === 'advance-campaign') this.#interfere(keys);
    const contact = worker === 'place-call' && keys.find(({ pk }) => pk.startsWith(CONTACT));
    if (!contact) return;
    this.contactRead = contact.pk.slice(CONTACT.length);
    this.#reactions.note('read');
  }

  unexpected(error: unknown): void {
    this.checker.report('0 unexpected error', (error as Error).stack ?? String(error), this.kernel.now);
  }

  #observe(wrote: boolean): void {
    if (wrote) this.activeAt = this.kernel.now;
    if (!wrote || ++this.#observed % OBSERVED_EVERY !== 0) return;
    this.checks.checkTable(this.kernel.now);
  }
}

/** Plays the world of a seed to its end. */
export const playSeed = async (seed: number, options: WorldOptions = {}): Promise<Report> => {
  const world = new World(seed, options);
  await world.found(options);
  return world.run();
};
