import { runActions } from './actions.ts';
import { CapChecks } from './cap-checks.ts';
import { Carrier } from './carrier.ts';
import { Checker } from './checker.ts';
import { connect } from './connect.ts';
import { setEnvironment } from './environment.ts';
import { Faults } from './faults.ts';
import { foundCampaign, foundContact, foundTeam } from './found-team.ts';
import { Invocation, type Machine } from './invocation.ts';
import { Kernel } from './kernel.ts';
import { people } from './people.ts';
import type { Services } from './ports.ts';
import { Random } from './random.ts';
import type { Report } from './report.ts';
import { planScenario, type Scenario } from './scenario.ts';
import { memoryStore, newMemory, type Store } from './store.ts';
import { sweepRegularly } from './sweeping.ts';
import { checkCounters, checkEnd, checkStuck } from './table-checks.ts';
import { Trace } from './trace.ts';
import { Webhook } from './webhook.ts';

const DAY_MS = 24 * 3600 * 1000;
const SKEW_MS = 2000;
/** After this long without faults, nothing may be overdue any more. */
const CONVERGENCE_MS = 14 * DAY_MS;
/** Two zones may have hours in common on a few days of the year only. */
const HORIZON_MS = 400 * DAY_MS;
/** Far more than any world needs that comes to rest. */
const STEPS_MAX = 500_000;
const OBSERVED_EVERY = 40;

export interface WorldOptions {
  /** How far the clocks of invocations may be wrong. */
  skewMs?: number;
  print?: (line: string) => void;
  /** Puts a real engine in the place of the memory table. */
  openStore?: (memory: Store['memory'], report: (difference: string) => void) => Promise<Store>;
}

/** Everything that plays in one world. */
export class World {
  readonly scenario: Scenario;
  readonly random: Random;
  readonly kernel: Kernel;
  readonly faults: Faults;
  readonly trace: Trace;
  readonly machine: Machine;
  readonly seed: number;
  /** The last time that something was written. */
  activeAt: number;
  busyRequests = 0;
  campaignIds: string[] = [];
  contactIds: string[] = [];
  checker!: Checker;
  services!: Services;
  caps!: CapChecks;
  #ids = 0;
  #observed = 0;
  readonly #reactions = new Map<string, (() => void)[]>();
  readonly #begun = new Map<string, number>();

  constructor(seed: number, options: WorldOptions) {
    this.seed = seed;
    this.random = new Random(seed);
    this.scenario = planScenario(this.random);
    this.kernel = new Kernel(this.random, this.scenario.startsAt);
    this.faults = new Faults(this.random, this.scenario.intensity);
    this.trace = new Trace(options.print);
    this.activeAt = this.kernel.now;
    this.machine = {
      kernel: this.kernel,
      faults: this.faults,
      trace: this.trace,
      skewMs: this.scenario.intensity === 0 ? 0 : (options.skewMs ?? SKEW_MS),
      observe: (wrote) => this.#observe(wrote),
    };
  }

  async found(options: WorldOptions): Promise<void> {
    Invocation.restart();
    setEnvironment(this.scenario);
    const memory = newMemory(() => this.kernel.now);
    const report = (difference: string): void => this.checker.report('0 memory table', difference, this.kernel.now);
    const store = options.openStore ? await options.openStore(memory, report) : memoryStore(memory);
    const newId = (prefix: string): string => `${prefix}_${this.seed}x${String(++this.#ids).padStart(6, '0')}`;
    const now = new Date(this.scenario.startsAt - DAY_MS);
    const team = await foundTeam(store, newId, now);
    const webhook = new Webhook(
      () => this.services,
      () => this.checker.report('0 signature', 'a true event was refused', this.kernel.now),
    );
    const carrier = new Carrier({
      kernel: this.kernel,
      faults: this.faults,
      deliver: (event, isForged) => webhook.deliver(event, isForged),
      received: (dial, call) => {
        this.checker.dialed(dial, call);
        this.activeAt = this.kernel.now;
      },
    });
    this.checker = new Checker({
      table: memory,
      calls: carrier.calls,
      accountId: team.caller.accountId,
      campaignIds: this.campaignIds,
      maxConcurrentCallsPerAccount: this.scenario.maxConcurrentCallsPerAccount,
      skewMs: this.machine.skewMs,
    });
    this.services = connect({
      machine: this.machine,
      store,
      carrier,
      newId,
      begins: (worker) => this.#noteBegin(worker),
      unexpected: (error) => this.unexpected(error),
    });
    this.caps = new CapChecks(this.checker);
    const founding = { store, team, now, newId };
    for (const contact of this.scenario.contacts) this.contactIds.push(await foundContact(founding, contact));
    for (const plan of this.scenario.campaigns) {
      this.campaignIds.push(await foundCampaign(founding, this.scenario, plan, this.contactIds));
    }
    this.#noteBeginnings();
    const requests = {
      services: this.services,
      team,
      facts: this.checker.facts,
      unexpected: (error: unknown) => this.unexpected(error),
    };
    sweepRegularly(this);
    runActions(this, people(requests));
  }

  async run(): Promise<Report> {
    const { kernel, scenario, checker, services } = this;
    const begin = kernel.now;
    kernel.after(scenario.faultsMs, () => {
      this.faults.stop();
      return false;
    });
    kernel.after(scenario.faultsMs + CONVERGENCE_MS, () => {
      checkStuck(this.checked, checker, kernel.now);
      return false;
    });
    await kernel.run(begin + scenario.faultsMs + HORIZON_MS, () => checker.violations.length > 0 || this.#isAtRest());
    if (kernel.steps > STEPS_MAX) checker.report('5 convergence', `no rest after ${kernel.steps} steps`, kernel.now);
    if (checker.violations.length === 0) checkEnd(this.checked, checker, kernel.now);
    const { dialQueue, callEventQueue, campaignQueue, carrier } = services;
    return {
      seed: this.seed,
      violations: checker.violations,
      faults: this.faults.fired,
      dials: carrier.dials.length,
      events: carrier.eventsSent,
      steps: kernel.steps,
      virtualDays: (kernel.now - begin) / DAY_MS,
      digest: this.trace.digest,
      deadLetters: [dialQueue, callEventQueue, campaignQueue].reduce((sum, queue) => sum + queue.deadLetters.length, 0),
    };
  }

  get checked() {
    return this.checker.world;
  }

  /** Does something when a worker begins for the n-th time. */
  onWorker(worker: string, times: number, reaction: () => void): void {
    const at = `${worker} ${times}`;
    this.#reactions.set(at, [...(this.#reactions.get(at) ?? []), reaction]);
  }

  /** A campaign has calls that are claimed or on. */
  hasSlots(): boolean {
    const { memory } = this.services.store;
    return this.campaignIds.some((id) =>
      [...memory.partition(`CAMPAIGN#${id}`)].some(({ sk }) => sk.startsWith('SLOT#')),
    );
  }

  /** Contacts that are claimed or on a call. */
  contactsInCalls(): string[] {
    const { memory } = this.services.store;
    return this.campaignIds.flatMap((id) =>
      [...memory.partition(`CAMPAIGN#${id}`)]
        .filter(({ sk }) => sk.startsWith('SLOT#'))
        .map(({ contact_id }) => contact_id as string),
    );
  }

  /** What stands in the table about a campaign. */
  control(campaignId: string): Record<string, unknown> {
    return this.services.store.memory.peek({ pk: `CAMPAIGN#${campaignId}`, sk: 'CONTROL' }) ?? {};
  }

  #noteBegin(worker: string): void {
    const times = (this.#begun.get(worker) ?? 0) + 1;
    this.#begun.set(worker, times);
    for (const reaction of this.#reactions.get(`${worker} ${times}`) ?? []) reaction();
  }

  #noteBeginnings(): void {
    const { facts } = this.checker;
    const always = { begin: Number.NEGATIVE_INFINITY, end: Number.NEGATIVE_INFINITY, acknowledged: true };
    for (const [at, plan] of this.scenario.campaigns.entries()) {
      const subject = this.campaignIds[at] as string;
      facts.add({ kind: 'limit', subject, limit: plan.maxConcurrentCalls, ...always });
      facts.add({ kind: 'window', subject, window: plan.window, ...always });
      if (plan.scheduledStartMinutes !== null) {
        this.checker.expectStart(subject, this.scenario.startsAt + plan.scheduledStartMinutes * 60_000);
        this.services.campaignQueue.send(subject, { campaign_id: subject, reason: 'change' });
      }
    }
    for (const [at, { doNotCall, phone }] of this.scenario.contacts.entries()) {
      if (!doNotCall) continue;
      facts.add({ kind: 'doNotCall', subject: this.contactIds[at] as string, ...always });
      if (phone) facts.add({ kind: 'doNotCallNumber', subject: phone, ...always });
    }
  }

  unexpected(error: unknown): void {
    this.checker.report('0 unexpected error', (error as Error).stack ?? String(error), this.kernel.now);
  }

  #observe(wrote: boolean): void {
    if (wrote) this.activeAt = this.kernel.now;
    if (wrote && ++this.#observed % OBSERVED_EVERY === 0) checkCounters(this.checked, this.checker, this.kernel.now);
  }

  #isAtRest(): boolean {
    if (this.kernel.steps > STEPS_MAX) return true;
    if (this.faults.active || this.busyRequests > 0) return false;
    const { dialQueue, callEventQueue, campaignQueue, carrier, store } = this.services;
    if (dialQueue.pending + callEventQueue.pending + campaignQueue.pending + carrier.undelivered > 0) return false;
    if (carrier.liveCalls().length > 0) return false;
    return this.campaignIds.every((campaignId, at) => {
      const { status, active_pk: active } = this.control(campaignId);
      if (active !== undefined) return false;
      if (status === 'completed' || status === 'cancelled') return true;
      if (status === 'draft') {
        const contacts = [...store.memory.partition(`CAMPAIGN#${campaignId}#CONTACTS`)];
        return contacts.length === 0 || !this.scenario.campaigns[at]?.isFinished;
      }
      return status === 'paused' && !this.scenario.campaigns[at]?.isFinished;
    });
  }
}

/** Plays the world of a seed to its end. */
export const playSeed = async (seed: number, options: WorldOptions = {}): Promise<Report> => {
  const world = new World(seed, options);
  await world.found(options);
  return world.run();
};
