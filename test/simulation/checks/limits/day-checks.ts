import { DAY_MS, MINUTE_MS, SECOND_MS } from '#shared/domain/time.ts';
import type { Checker } from '#test/simulation/checks/checker.ts';
import { callIn, campaignOfEnrolments, contactIn, controlIn, slotsIn } from '#test/simulation/checks/records.ts';
import { isSingle, type SingleCalls } from '#test/simulation/checks/single/single-calls.ts';
import type { ReceivedDial } from '#test/simulation/outside/true-call.ts';
import type { SpendChecks } from './spend-checks.ts';

const INVARIANT = '20 bounds';

const OF_DAY = /^ACCOUNT#([^#]+)#DAY#/;

/** A dial is counted before its last check, and reaches the carrier within this. */
const DIAL_IN_AIR_MS = 12 * SECOND_MS;
/** A contact's wait is decided by clocks that differ, and from what was counted a while before the dial. */
const WAIT_TOLERANCE_MS = 20 * SECOND_MS;
/** A function may be frozen for minutes after it has read what is allowed. */
const PLANNED_WITHIN_MS = 15 * MINUTE_MS;

const dayOf = (at: number): number => Math.floor(at / DAY_MS);

interface Counted {
  at: number;
  /** Every account has one team, so it also says whose number was dialled. */
  accountId: unknown;
  teamId: unknown;
  to: unknown;
  claim: string;
}

/**
 * Counts the carrier's dials by number and by account, and judges that no bound is exceeded, and that nobody waits for
 * a bound that is not reached.
 */
export class DayChecks {
  readonly #checker: Checker;
  readonly #spend: Pick<SpendChecks, 'hasMoney'>;
  readonly #singles: SingleCalls;
  readonly #skewMs: number;
  /** Dials that spent an attempt. */
  readonly #dials: Counted[] = [];
  /** What may be counted beside them: dials whose fate nobody knows, and calls placed although they were refused. */
  readonly #doubtful = new Map<string, Counted>();

  constructor(checker: Checker, spend: Pick<SpendChecks, 'hasMoney'>, singles: SingleCalls) {
    this.#checker = checker;
    this.#spend = spend;
    this.#singles = singles;
    this.#skewMs = checker.world.skewMs;
  }

  dialed(dial: ReceivedDial): void {
    const call = callIn(this.#checker.world.table, dial.callId);
    if (!call) return;
    const claim = `${dial.callId} ${call.generation}`;
    const counted = { at: dial.at, accountId: call.account_id, teamId: call.team_id, to: dial.to, claim };
    const isSpent = dial.result === 'placed' || dial.result === 'refused';
    if (!isSpent) {
      if (this.#checker.world.calls.get(dial.commandId)?.isStray) this.#doubtful.set(dial.commandId, counted);
      return;
    }
    this.#dials.push(counted);
    this.#checkNumber(counted);
    this.#checkDay(counted);
  }

  wrote(keys: { pk: string; sk: string }[], at: number): void {
    for (const key of keys) {
      if (key.sk === 'CALL') this.#noteCall(key, at);
      if (campaignOfEnrolments(key.pk) !== undefined) this.#checkWait(key, at);
    }
  }

  /** Whether the account may make another dial today, whatever those in doubt come to, and has money for it. */
  hasDayRoom(accountId: unknown, at: number): boolean {
    if (!this.#spend.hasMoney(accountId, at)) return false;
    const today = (dial: Counted): boolean => dial.accountId === accountId && dayOf(dial.at) === dayOf(at);
    const made = this.#all(at).filter(today).length;
    return made + this.#claimsUnderWay(accountId) < Math.min(...this.#bounds('callsPerDay', accountId, at));
  }

  /** Whether the number may be dialled once more, whatever those in doubt come to. */
  hasNumberRoom(accountId: unknown, phone: unknown, at: number): boolean {
    const made = this.#toNumber(this.#all(at), { accountId, to: phone }, at - DAY_MS).length;
    return made < Math.min(...this.#bounds('callsPerNumber', accountId, at));
  }

  /** A call that ended without a dial at the carrier counts too, because nobody knows. */
  #noteCall(key: { pk: string; sk: string }, at: number): void {
    const call = this.#checker.world.table.peek(key);
    if (call?.status !== 'ended' || call.direction !== 'outbound') return;
    // It never came to a dial.
    if (isSingle(call) && call.day_dial === null) return;
    const claim = `${call.id} ${call.generation}`;
    if (this.#doubtful.has(claim) || this.#dials.some((dial) => dial.claim === claim)) return;
    const { account_id: accountId, team_id: teamId, to_number: to } = call;
    this.#doubtful.set(claim, { at, accountId, teamId, to, claim });
  }

  #all(at: number): Counted[] {
    const since = at - DAY_MS - DIAL_IN_AIR_MS;
    const doubtful = [...this.#doubtful.values()].map((dial) => ({ ...dial, at: this.#heardAt(dial) }));
    return [...this.#dials, ...doubtful].filter((dial) => dial.at > since);
  }

  /** A call that was placed although it was refused can only be counted when it is heard of. */
  #heardAt({ teamId, to, claim, at }: Counted): number {
    const line = this.#checker.world.table.peek({ pk: `TEAM#${teamId}#LINE#${to}`, sk: 'LINE' });
    const noted = ((line?.dials ?? []) as { call_id: string; generation: number; at: string }[]).find(
      ({ call_id, generation }) => `${call_id} ${generation}` === claim,
    );
    return noted ? Math.max(at, Date.parse(noted.at)) : at;
  }

  #toNumber(dials: Counted[], { accountId, to }: Pick<Counted, 'accountId' | 'to'>, since: number): Counted[] {
    return dials.filter((dial) => dial.at > since && dial.accountId === accountId && dial.to === to);
  }

  /** Every dial that was made is counted, and what is counted beside them is in doubt, or claimed. */
  checkTable(at: number): void {
    const counted = new Map<string, number>();
    for (const { pk, calls } of this.#checker.world.table.all()) {
      const [, accountId] = OF_DAY.exec(pk) ?? [];
      if (accountId) counted.set(accountId, (counted.get(accountId) ?? 0) + Number(calls ?? 0));
    }
    for (const [accountId, count] of counted) {
      const ofAccount = (dials: Iterable<Counted>): number =>
        [...dials].filter((dial) => dial.accountId === accountId).length;
      const least = ofAccount(this.#dials);
      const most = least + ofAccount(this.#doubtful.values()) + this.#claimsUnderWay(accountId);
      if (count >= least && count <= most) continue;
      this.#checker.report(INVARIANT, `${count} dials of ${accountId} are counted, not ${least} to ${most}`, at);
    }
  }

  /** Claims that hold a slot, or are of single calls, and have no dial yet. */
  #claimsUnderWay(accountId: unknown): number {
    const { table, campaignIds } = this.#checker.world;
    const own = campaignIds.filter((id) => controlIn(table, id)?.account_id === accountId);
    const made = new Set(this.#dials.map(({ claim }) => claim));
    const ofCampaigns = own.flatMap((id) => slotsIn(table, id));
    const single = this.#singles.open().filter(({ account_id, day_dial }) => account_id === accountId && day_dial);
    const claims = [
      ...ofCampaigns.map(({ call_id, generation }) => `${call_id} ${generation}`),
      ...single.map(({ id, generation }) => `${id} ${generation}`),
    ];
    return claims.filter((claim) => !made.has(claim)).length;
  }

  /** What people allowed of a kind: all that may have been in force since then. */
  #bounds(kind: 'callsPerDay' | 'callsPerNumber', accountId: unknown, at: number, since = at): number[] {
    return this.#checker.facts.possible(kind, String(accountId), at, since).map(({ limit }) => limit ?? 0);
  }

  #checkNumber(dial: Counted): void {
    const graceMs = DIAL_IN_AIR_MS + 2 * this.#skewMs;
    const count = this.#toNumber(this.#dials, dial, dial.at - DAY_MS + graceMs).length;
    const allowed = Math.max(...this.#bounds('callsPerNumber', dial.accountId, dial.at));
    if (count > allowed)
      this.#checker.report(INVARIANT, `${count} dials to ${dial.to} within 24 hours, ${allowed} allowed`, dial.at);
  }

  /** A dial that arrives right after midnight may be of the day before, and by a fast clock one before it of the next. */
  #checkDay({ accountId, at }: Counted): void {
    const graceMs = DIAL_IN_AIR_MS + 2 * this.#skewMs;
    const from = dayOf(at) * DAY_MS + graceMs;
    if (at > (dayOf(at) + 1) * DAY_MS - this.#skewMs) return;
    const count = this.#dials.filter((dial) => dial.accountId === accountId && dial.at > from && dial.at <= at).length;
    const allowed = Math.max(...this.#bounds('callsPerDay', accountId, at));
    if (count > allowed)
      this.#checker.report(INVARIANT, `${count} dials of account ${accountId} in a day, ${allowed} allowed`, at);
  }

  /** A number has had its dials, and the contact is due when the oldest of them is a day old. */
  #checkWait(key: { pk: string; sk: string }, at: number): void {
    const { table } = this.#checker.world;
    const row = table.peek(key);
    if (row?.waits_for !== 'number_daily_calls' || Date.parse(String(row.updated_at)) < at - DIAL_IN_AIR_MS) return;
    const contact = contactIn(table, row.contact_id);
    const accountId = controlIn(table, row.campaign_id)?.account_id;
    const bound = Math.min(...this.#bounds('callsPerNumber', accountId, at, at - PLANNED_WITHIN_MS));
    const graceMs = WAIT_TOLERANCE_MS + 2 * this.#skewMs;
    const dials = this.#toNumber(this.#all(at), { accountId, to: contact?.phone }, at - DAY_MS - graceMs);
    const times = dials.map((dial) => dial.at).sort((one, other) => one - other);
    const oldest = times[times.length - bound];
    const name = `contact ${row.contact_id} of ${row.campaign_id} waits for its number until ${row.next_attempt_at}`;
    const problem =
      oldest === undefined
        ? ` after ${times.length} dials, ${bound} allowed`
        : `, a day after a dial of ${new Date(oldest).toISOString()}`;
    if (Date.parse(String(row.next_attempt_at)) > (oldest ?? Number.NEGATIVE_INFINITY) + DAY_MS + graceMs)
      this.#checker.report(INVARIANT, name + problem, at);
  }
}
