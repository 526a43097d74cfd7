import { MINUTE_MS } from '#shared/domain/time.ts';
import { FaultChecks } from '#test/simulation/checks/campaign/fault-checks.ts';
import type { Facts } from '#test/simulation/outside/facts.ts';
import type { ReceivedDial, TrueCall } from '#test/simulation/outside/true-call.ts';
import type { Item } from '#test/simulation/store/item-expressions.ts';
import { checkDestination } from './destination-checks.ts';
import { callIn, contactIn, controlIn } from './records.ts';
import { isSingle } from './single/single-calls.ts';
import { checkStrayDial } from './stray-checks.ts';
import { isWithin } from './wall-clock.ts';

export interface Violation {
  invariant: string;
  message: string;
  at: number;
}

export interface CheckedTable {
  peek(key: { pk: string; sk: string }): Item | undefined;
  partition(pk: string): Iterable<Item>;
  all(): Iterable<Item>;
}

export interface CheckedWorld {
  /** In it, erased calls still have what they were known by. */
  table: CheckedTable;
  /** The table as it is. */
  stored: CheckedTable;
  facts: Facts;
  calls: ReadonlyMap<string, TrueCall>;
  accountId: string;
  teamId: string;
  campaignIds: string[];
  maxConcurrentCallsPerAccount: number;
  skewMs: number;
}

/** Preparing a dial takes 5 s at most, sending it another 5 s; the rest is one operation's own time. */
const DIAL_IN_AIR_MS = 12_000;

interface Accepted {
  dial: ReceivedDial;
  call: TrueCall | undefined;
}

const RETRIED: Record<TrueCall['truth'], 'yes' | 'no' | 'if wanted'> = {
  human: 'no',
  machine: 'if wanted',
  no_answer: 'yes',
  busy: 'yes',
  invalid_number: 'no',
  rejected: 'yes',
};

/**
 * Judges every dial command at the instant the carrier receives it. It ignores how the engine decides and knows only
 * the carrier's truth, what people were told, and the items in the table.
 */
export class Checker {
  readonly facts: Facts;
  readonly violations: Violation[] = [];
  readonly world: CheckedWorld;
  readonly #accepted = new Map<string, Accepted[]>();
  readonly #startsAt = new Map<string, number>();
  readonly #faults = new FaultChecks(this);

  constructor(world: CheckedWorld) {
    this.world = world;
    this.facts = world.facts;
  }

  /** Notes when a campaign starts by itself. */
  expectStart(campaignId: string, at: number): void {
    this.#startsAt.set(campaignId, at);
  }

  startsByItself(campaignId: string): boolean {
    return this.#startsAt.has(campaignId);
  }

  /** An enrolment's dials that the carrier took, refused ones included. */
  acceptedOf(enrolmentId: string): Accepted[] {
    return this.#accepted.get(enrolmentId) ?? [];
  }

  report(invariant: string, message: string, at: number): void {
    this.violations.push({ invariant, message, at });
  }

  dialed(dial: ReceivedDial, call: TrueCall | undefined): void {
    const record = callIn(this.world.table, dial.callId);
    if (!record) {
      this.report('1 one dial per attempt', `dial ${dial.callId} has no call record`, dial.at);
      return;
    }
    const fail = (invariant: string, message: string): void =>
      this.report(
        invariant,
        `${message} (call ${dial.callId}, campaign ${record.campaign_id}, contact ${record.contact_id})`,
        dial.at,
      );
    this.#checkPermission(dial, record, fail);
    checkDestination(dial, record.account_id as string, this.facts, fail);
    checkStrayDial(dial, this.world, fail);
    if (dial.result === 'placed' && call) this.#checkLiveCalls(dial, record, call, fail);
    if (isSingle(record)) return;
    this.#checkCampaign(dial, record, fail);
    this.#checkWindow(dial, record, fail);
    this.#checkPhone(dial, record, fail);
    this.#checkAttempt(dial, record, fail);
    this.#faults.dialed(dial, record);
    if (dial.result !== 'placed' && dial.result !== 'refused') return;
    const enrolmentId = record.enrolment_id as string;
    this.#accepted.set(enrolmentId, [...this.acceptedOf(enrolmentId), { dial, call }]);
  }

  #checkCampaign({ at }: ReceivedDial, record: Item, fail: (invariant: string, message: string) => void): void {
    const campaignId = record.campaign_id as string;
    const { facts } = this;
    const startsAt = this.#startsAt.get(campaignId) ?? Number.POSITIVE_INFINITY;
    const wasStarted =
      facts.of('start', campaignId).some(({ begin }) => begin <= at) || startsAt <= at + this.world.skewMs;
    if (!wasStarted) fail('3 stopped', 'dialled before anybody started the campaign');
    if (facts.isStopped('pause', 'start', campaignId, at)) fail('3 stopped', 'dialled after a pause was acknowledged');
    if (facts.isStopped('cancel', 'redial', campaignId, at))
      fail('3 stopped', 'dialled after a cancel was acknowledged');
    if (facts.isStopped('deleteCampaign', null, campaignId, at))
      fail('3 stopped', 'dialled after a deletion of the campaign was acknowledged');
  }

  #checkPermission({ at, to }: ReceivedDial, record: Item, fail: (invariant: string, message: string) => void): void {
    const contactId = record.contact_id as string;
    const { facts } = this;
    if (facts.isStopped('stopCalls', 'resumeCalls', record.account_id as string, at)) {
      fail('3 stopped', 'dialled after all calls of the account were stopped');
    }
    if (facts.isStopped('releaseNumber', null, record.from_number_id as string, at))
      fail('3 stopped', 'dialled from a number whose release was acknowledged');
    if (facts.isStopped('doNotCall', null, contactId, at)) fail('3 do-not-call', 'dialled a do-not-call contact');
    if (facts.isStopped('doNotCallNumber', null, to, at)) fail('3 do-not-call', `dialled the do-not-call number ${to}`);
    if (facts.isStopped('deleteContact', null, contactId, at)) fail('3 do-not-call', 'dialled a deleted contact');
  }

  #checkWindow({ at }: ReceivedDial, record: Item, fail: (invariant: string, message: string) => void): void {
    const contact = contactIn(this.world.table, record.contact_id);
    const zone = (contact?.timezone as string | null | undefined) ?? null;
    const { skewMs } = this.world;
    const graceMs = DIAL_IN_AIR_MS + 2 * skewMs;
    const windows = this.facts.possible('window', record.campaign_id as string, at);
    const instants = [at, at + skewMs, at - graceMs];
    const isOpen = windows.some(({ window }) => instants.some((instant) => isWithin(window ?? null, zone, instant)));
    if (!isOpen)
      fail(
        '3 window',
        `dialled outside the window ${JSON.stringify(windows.map(({ window }) => window))}, contact zone ${zone}`,
      );
  }

  /** A dial checks the number once its call is marked; who changes it does not wait for dials under way. */
  #checkPhone({ at, to }: ReceivedDial, record: Item, fail: (invariant: string, message: string) => void): void {
    const since = Date.parse(record.started_at as string) - 2 * this.world.skewMs;
    const phones = this.facts.possible('phone', record.contact_id as string, at, since);
    if (phones.length > 0 && !phones.some(({ phone }) => phone === to))
      fail('3 number', `dialled ${to}, which was the contact's number before`);
  }

  #checkAttempt(dial: ReceivedDial, record: Item, fail: (invariant: string, message: string) => void): void {
    if (dial.result === 'repeated') {
      fail('1 one dial per attempt', 'the carrier had this command before');
      return;
    }
    const earlier = this.acceptedOf(record.enrolment_id as string);
    const attempt = record.attempt as number;
    const control = this.#controlOf(record);
    const spent = this.#spentBy(record, earlier);
    if (attempt !== spent + 1) fail('1 one dial per attempt', `attempt ${attempt} after ${spent} dials`);
    if (attempt > (control?.max_attempts_per_contact as number))
      fail('3 attempts', `attempt ${attempt} is beyond the limit`);
    const last = earlier.at(-1);
    if (!last) return;
    const endedAt = last.call?.endedAt ?? last.dial.at;
    const toleranceMs = 2 * this.world.skewMs + 1000;
    const delayMs = (control?.retry_delay_minutes as number) * MINUTE_MS;
    if (dial.at < endedAt + delayMs - toleranceMs) {
      fail(
        '3 retry delay',
        `dialled ${Math.round((dial.at - endedAt) / 1000)} s after the attempt before ended, not ${delayMs / 1000} s`,
      );
    }
    const before = callIn(this.world.table, last.dial.callId);
    if (before?.outcome === 'unknown') fail('1 one dial per attempt', 'dialled again after an unknown outcome');
    const isRetried = last.call ? RETRIED[last.call.truth] : 'yes';
    if (isRetried === 'no' || (isRetried === 'if wanted' && !control?.retry_on_voicemail)) {
      fail('3 attempts', `dialled again after ${last.call?.truth}`);
    }
  }

  #checkLiveCalls(
    { at, to }: ReceivedDial,
    record: Item,
    call: TrueCall,
    fail: (invariant: string, message: string) => void,
  ): void {
    // Nobody but the carrier can know of a call that it refused.
    const live = [...this.world.calls.values()].filter(({ endedAt, isStray }) => endedAt > at && !isStray);
    const { maxConcurrentCallsPerAccount: cap, table } = this.world;
    const ofAccount = live.filter(({ callId }) => callIn(table, callId)?.account_id === record.account_id);
    if (ofAccount.length > cap) fail('2 account cap', `${ofAccount.length} live calls, ${cap} allowed`);
    if (live.some((other) => other !== call && other.to === to))
      fail('6 one call per number', `a call to ${to} is on already`);
    if (isSingle(record)) return;
    const ofCampaign = live.filter(({ callId }) => callIn(table, callId)?.campaign_id === record.campaign_id);
    const limits = this.facts.possible('limit', record.campaign_id as string, at);
    const limit = Math.max(...limits.map((fact) => fact.limit ?? 0));
    if (ofCampaign.length > limit)
      fail('2 concurrency', `${ofCampaign.length} live calls of the campaign, ${limit} allowed`);
  }

  /** The attempts of a contact before this one: its dials, and those that proved to be made after all. */
  #spentBy({ enrolment_id: enrolmentId, id }: Item, earlier: Accepted[]): number {
    const { calls, table } = this.world;
    const proven = [...calls.values()].filter(({ isStray, callId }) => {
      const record = isStray ? callIn(table, callId) : undefined;
      return record?.enrolment_id === enrolmentId && record?.status === 'ended';
    });
    const callIds = [...earlier.map(({ dial }) => dial.callId), ...proven.map(({ callId }) => callId)];
    return (
      new Set(callIds.filter((callId) => callId !== id)).size + (earlier.some(({ dial }) => dial.callId === id) ? 1 : 0)
    );
  }

  #controlOf(record: Item): Item | undefined {
    return controlIn(this.world.table, record.campaign_id);
  }
}
