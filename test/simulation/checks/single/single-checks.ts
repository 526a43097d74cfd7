import type { Key } from '#shared/store/table/table.ts';
import type { Checker } from '#test/simulation/checks/checker.ts';
import { callIn, permitsIn } from '#test/simulation/checks/records.ts';
import type { ReceivedDial } from '#test/simulation/outside/true-call.ts';
import type { Item } from '#test/simulation/store/item-expressions.ts';
import { isOver, isSingle, SingleCalls } from './single-calls.ts';

const INVARIANT = '23 single calls';

/** A call that was claimed, and is not over. */
const CLAIMED = ['queued', 'dialing', 'ringing', 'in_progress'];

const orderNameOf = ({ variables }: Item): string => String((variables as { order?: string } | undefined)?.order);

/**
 * Judges single calls: each order makes one call at most, which is dialled once, not before its time and for whoever
 * ordered it; it holds its line and permits while it is claimed and nothing otherwise, and comes to an end.
 */
export class SingleChecks {
  readonly calls: SingleCalls;
  readonly #checker: Checker;
  /** The call of each order. */
  readonly #made = new Map<string, unknown>();
  readonly #ends = new Map<unknown, unknown>();
  /** Calls whose dial the carrier has taken. */
  readonly #dialed = new Set<string>();

  constructor(checker: Checker) {
    this.#checker = checker;
    this.calls = new SingleCalls(checker.world);
  }

  wrote(keys: Key[], at: number): void {
    for (const call of this.calls.wrote(keys)) {
      this.#checkOrder(call, at);
      this.#checkStaysOver(call, at);
    }
  }

  dialed({ at, callId, to, result }: ReceivedDial): void {
    const call = callIn(this.#checker.world.table, callId);
    if (!call || !isSingle(call)) return;
    const fail = (words: string): void => this.#report(`call ${callId} to ${to} is dialled ${words}`, at);
    const orders = call.callback_of ? [] : this.#checker.facts.of('orderCall', orderNameOf(call));
    const first = orders.find(({ begin }) => begin <= at);
    const { toNumber = to, fromNumberId = call.from_number_id, contactId = call.contact_id } = first?.order ?? {};
    const { scheduledAt } = first?.order ?? {};
    if (!first && !call.callback_of) fail('though nobody has ordered it');
    if (scheduledAt && at < Date.parse(scheduledAt) - this.#checker.world.skewMs) fail(`before ${scheduledAt}`);
    if (toNumber !== to) fail(`instead of ${toNumber}`);
    if (contactId !== call.contact_id) fail(`for contact ${call.contact_id} instead of ${contactId}`);
    if (fromNumberId !== call.from_number_id) fail(`from ${call.from_number_id} instead of ${fromNumberId}`);
    if (result === 'repeated') fail('with a command that the carrier had before');
    if (result !== 'placed' && result !== 'refused') return;
    if (this.#dialed.has(callId)) fail('a second time');
    this.#dialed.add(callId);
  }

  /** A claim takes and frees line and permits with the call, so they agree at every instant. */
  checkTable(at: number): void {
    const { table } = this.#checker.world;
    if (this.calls.all().length === 0) return;
    const permits = [...this.#accounts()].flatMap((id) => permitsIn(table, `ACCOUNT#${id}`));
    const held = new Map([...permits, ...permitsIn(table, 'CONNECTION')].map((permit) => [permit, permit.call_id]));
    const holders = new Set(held.values());
    for (const call of this.calls.all()) {
      const line = table.peek({ pk: `TEAM#${call.team_id}#LINE#${call.to_number}`, sk: 'LINE' });
      const hasLine = line?.live_call_id === call.id && line?.live_generation === call.generation;
      const has = [hasLine && 'line', holders.has(call.id) && 'permit'].filter(Boolean);
      const isClaimed = CLAIMED.includes(String(call.status));
      if (isClaimed && has.length < 2)
        this.#report(`call ${call.id} is ${call.status} and holds only ${has.join()}`, at);
      if (!isClaimed && call.status !== 'ended' && has.length > 0)
        this.#report(`call ${call.id} is ${call.status} and holds ${has.join()}`, at);
    }
  }

  checkStuck(at: number): void {
    for (const { id, status, due_at } of this.calls.open()) {
      const isAhead = status === 'scheduled' && Date.parse(String(due_at)) > at;
      if (!isAhead) this.#report(`call ${id} is still ${status}, due ${due_at}`, at);
    }
  }

  checkEnd(at: number): void {
    this.checkTable(at);
    for (const call of this.calls.all()) {
      const { id, status, outcome } = call;
      if (!isOver(call)) this.#report(`call ${id} is still ${status}`, at);
      if (call.active_pk !== undefined) this.#report(`call ${id} is ${status}, but the sweep still looks at it`, at);
      if (status === 'ended' && outcome === null) this.#report(`call ${id} has ended without an outcome`, at);
    }
    for (const { sk, pk } of this.#checker.world.table.all())
      if (pk.endsWith('#WAITING_CALLS')) this.#report(`the note ${sk} of ${pk} is left`, at);
    this.#checkAnswers(at);
    this.#checkHungUp(at);
  }

  #accounts(): Set<unknown> {
    return new Set(this.calls.all().map(({ account_id }) => account_id));
  }

  /** What a callback is said with is its call's. */
  #checkOrder(call: Item, at: number): void {
    if (call.callback_of) return;
    const name = orderNameOf(call);
    const known = this.#made.get(name);
    if (known === undefined) this.#made.set(name, call.id);
    else if (known !== call.id) this.#report(`the order ${name} makes the calls ${known} and ${call.id}`, at);
  }

  #checkStaysOver(call: Item, at: number): void {
    const before = this.#ends.get(call.id);
    if (before !== undefined && before !== call.status)
      this.#report(`call ${call.id} was ${before} and is ${call.status}`, at);
    if (isOver(call)) this.#ends.set(call.id, call.status);
  }

  /** Who was given a call has that one, and a refused order has made none. */
  #checkAnswers(at: number): void {
    const orders = Map.groupBy(
      this.#checker.facts.all.filter(({ kind }) => kind === 'orderCall'),
      ({ subject }) => subject,
    );
    for (const [name, tries] of orders) {
      const made = this.#made.get(name);
      const wrong = tries.find(({ acknowledged, callId }) => acknowledged && callId !== made);
      if (wrong) this.#report(`the order ${name} was answered with ${wrong.callId}, and has made ${made}`, at);
      if (made !== undefined && tries.every(({ isRefused }) => isRefused))
        this.#report(`the order ${name} was refused, and has made ${made}`, at);
    }
  }

  /** Nobody is cut off whose call was neither cancelled nor refused. */
  #checkHungUp(at: number): void {
    const { facts, world } = this.#checker;
    for (const { callId, isStray, hungUpAt, controlId } of world.calls.values()) {
      if (hungUpAt === null || isStray) continue;
      const isCancelled = facts.of('cancelCall', callId).some(({ begin }) => begin <= hungUpAt);
      if (!isCancelled) this.#report(`call ${controlId} of ${callId} is hung up, though nobody has cancelled it`, at);
    }
  }

  #report(words: string, at: number): void {
    this.#checker.report(INVARIANT, words, at);
  }
}
