import { MINUTE_MS, SECOND_MS } from '#shared/domain/time.ts';
import type { Checker } from '#test/simulation/checks/checker.ts';
import { callIn } from '#test/simulation/checks/records.ts';
import type { DeadLetters } from '#test/simulation/checks/table-checks.ts';
import type { Charges } from '#test/simulation/outside/charges.ts';
import type { ReceivedDial } from '#test/simulation/outside/true-call.ts';
import type { Item } from '#test/simulation/store/item-expressions.ts';

const INVARIANT = '22 money';

/** A dial that was checked before a charge was counted reaches the carrier within this. */
const DIAL_IN_AIR_MS = 12 * SECOND_MS;
/** A call that was planned before a charge was counted is claimed within this, be its function frozen for a while. */
const PLANNED_WITHIN_MS = 5 * MINUTE_MS;
/** A charge is counted on the day on which it is written down; its function may be slow or frozen meanwhile. */
const WRITTEN_WITHIN_MS = 5 * MINUTE_MS;
/** Reports of a call that follow each other faster may be applied in another order. */
const REORDERED_WITHIN_MS = 30 * MINUTE_MS;

const OF_DAY = /^ACCOUNT#([^#]+)#DAY#(.+)$/;
const SPEND = 'SPEND#';

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 'YYYY-MM-DD'.length);

/** What was counted for a call, or of it reported; millionths of a US dollar. */
const charged = (call: Item, field: 'usage' | 'usage_counted'): number =>
  Number((call[field] as { carrierMicroUsd?: number } | undefined)?.carrierMicroUsd ?? 0);

const add = (sums: Map<unknown, number>, name: unknown, amount: number): void => {
  sums.set(name, (sums.get(name) ?? 0) + amount);
};

/**
 * Judges that each charge that the service has heard of is counted once, on the day on which it is written down, and
 * that nobody is dialled for an account whose money of the day is spent.
 */
export class SpendChecks {
  readonly #checker: Checker;
  /** Null: nothing is charged. */
  readonly #charges: Charges | null;
  /** What has been counted of an account's day, after each change. */
  readonly #spent = new Map<string, { at: number; sum: number }[]>();
  readonly #claims = new Set<string>();

  constructor(checker: Checker, charges: Charges | null) {
    this.#checker = checker;
    this.#charges = charges;
  }

  /** Whether the account has money left today, whichever bound holds. */
  hasMoney(accountId: unknown, at: number): boolean {
    if (!this.#charges) return true;
    const day = `ACCOUNT#${accountId}#DAY#${dayOf(at)}`;
    return this.#leastSpent(day, at, at) < Math.min(...this.#bounds(accountId, at));
  }

  dialed({ at, callId, result }: ReceivedDial): void {
    const call = this.#charges && callIn(this.#checker.world.table, callId);
    if (!call || result === 'repeated') return;
    if (this.#wasSpent(call.account_id, at, DIAL_IN_AIR_MS))
      this.#report(`call ${callId} is dialled though the money of ${call.account_id} is spent`, at);
  }

  wrote(keys: { pk: string; sk: string }[], at: number): void {
    if (!this.#charges) return;
    for (const key of keys) {
      if (key.sk.startsWith(SPEND)) this.#noteSpent(key.pk, at);
      if (key.sk === 'CALL') this.#checkClaim(key, at);
    }
  }

  /** A charge is counted with the call that it is noted as counted of, so sums agree at every instant. */
  checkTable(at: number): void {
    if (!this.#charges) return;
    const [ofCalls, counted] = [new Map<unknown, number>(), new Map<unknown, number>()];
    for (const item of this.#checker.world.table.all()) {
      const [, accountId] = OF_DAY.exec(item.pk) ?? [];
      if (accountId && item.sk.startsWith(SPEND)) add(counted, accountId, Number(item.spend_micro_usd));
      if (item.sk === 'USAGE') add(counted, item.pk.slice('CAMPAIGN#'.length), Number(item.carrierMicroUsd ?? 0));
      if (item.sk !== 'CALL') continue;
      add(ofCalls, item.account_id, charged(item, 'usage_counted'));
      if (item.campaign_id !== null) add(ofCalls, item.campaign_id, charged(item, 'usage_counted'));
    }
    for (const name of new Set([...ofCalls.keys(), ...counted.keys()])) {
      const [calls, sum] = [ofCalls.get(name) ?? 0, counted.get(name) ?? 0];
      if (calls !== sum) this.#report(`${sum} is counted for ${name}, ${calls} for its calls`, at);
    }
  }

  checkEnd(at: number, { callEvents, endedCalls }: DeadLetters): void {
    this.checkTable(at);
    for (const call of this.#checker.world.table.all()) {
      if (!this.#charges || call.sk !== 'CALL') continue;
      const isParked =
        callEvents.some((body) => body.includes(`"${call.call_control_id}"`)) ||
        endedCalls.some((body) => body.includes(`"${call.id}"`));
      const right = this.#rightCharges(this.#charges, call);
      const counted = charged(call, 'usage_counted');
      // A correction that was heard and is not counted shows in the usage.
      if (isParked || (right.includes(counted) && charged(call, 'usage') === counted)) continue;
      this.#report(`${counted} is counted for call ${call.id}, which costs ${right.join(' or ')}`, at);
    }
  }

  /** The latest report of a call, and those that may have overtaken it. A stray call has no record of its own. */
  #rightCharges({ heard }: Charges, { call_control_id: controlId }: Item): number[] {
    const reports = heard.get(String(controlId)) ?? [];
    const accepted = reports.filter(({ isAccepted }) => isAccepted);
    const latest = Math.max(...accepted.map((report) => report.at));
    const right = reports.filter((report) => !report.isAccepted || report.at >= latest - REORDERED_WITHIN_MS);
    return [...(accepted.length === 0 ? [0] : []), ...right.map(({ microUsd }) => microUsd)];
  }

  #noteSpent(pk: string, at: number): void {
    const { table, skewMs } = this.#checker.world;
    const [, accountId, day] = OF_DAY.exec(pk) as unknown as [string, string, string];
    if (day < dayOf(at - WRITTEN_WITHIN_MS - skewMs) || day > dayOf(at + skewMs))
      this.#report(`a charge of ${accountId} is counted on ${day}`, at);
    const sum = [...table.partition(pk)].reduce((total, item) => total + Number(item.spend_micro_usd ?? 0), 0);
    this.#spent.set(pk, [...(this.#spent.get(pk) ?? []), { at, sum }]);
  }

  /** Nobody claims a call that cannot be dialled before the day is over. */
  #checkClaim(key: { pk: string; sk: string }, at: number): void {
    const call = this.#checker.world.table.peek(key);
    if (call?.status !== 'queued') return;
    const claim = `${call.id} ${call.generation}`;
    if (this.#claims.has(claim)) return;
    this.#claims.add(claim);
    // A bound that is narrowed after the plan is heard of at the dial.
    if (this.#wasSpent(call.account_id, at, PLANNED_WITHIN_MS, at - PLANNED_WITHIN_MS))
      this.#report(`call ${call.id} is claimed though the money of ${call.account_id} is spent`, at);
  }

  /** Whether no day that a clock may have shown had money left, under any bound that may have held since then. */
  #wasSpent(accountId: unknown, at: number, withinMs: number, boundsSince = at): boolean {
    const { skewMs } = this.#checker.world;
    const since = at - withinMs - 2 * skewMs;
    const bound = Math.max(...this.#bounds(accountId, at, boundsSince));
    const days = new Set([dayOf(since), dayOf(at + skewMs)]);
    return [...days].every((day) => this.#leastSpent(`ACCOUNT#${accountId}#DAY#${day}`, at, since) >= bound);
  }

  /** The least that was counted of a day since then. */
  #leastSpent(day: string, at: number, since: number): number {
    const changes = this.#spent.get(day) ?? [];
    const before = changes.findLast((change) => change.at <= since)?.sum ?? 0;
    const later = changes.filter((change) => change.at > since && change.at <= at);
    return Math.min(before, ...later.map(({ sum }) => sum));
  }

  #bounds(accountId: unknown, at: number, since = at): number[] {
    return this.#checker.facts.possible('spendPerDay', String(accountId), at, since).map(({ limit }) => limit ?? 0);
  }

  #report(words: string, at: number): void {
    this.#checker.report(INVARIANT, words, at);
  }
}
