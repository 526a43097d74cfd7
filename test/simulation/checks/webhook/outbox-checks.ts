import type { Key } from '#shared/store/table/table.ts';
import type { Checker } from '#test/simulation/checks/checker.ts';
import { callIn } from '#test/simulation/checks/records.ts';
import type { Item } from '#test/simulation/store/item-expressions.ts';
import { bodyOf, impliedBy, readAnnouncement } from './announcements.ts';

export const INVARIANT = '7 announcements';

/** The setting is read before the write that obeys it, in the same invocation. */
const SETTING_READ_BEFORE_MS = 30_000;

interface Implied {
  callId: string;
  type: string;
  at: number;
}

const nameOf = (callId: unknown, type: unknown): string => `${type} of ${callId}`;

/**
 * Judges the outbox as it is written. It holds what a call's record implies from the same instant on if the account has
 * a receiver, and nothing else ever.
 */
export class OutboxChecks {
  readonly #checker: Checker;
  /** Delivery ids by announced event. */
  readonly #deliveries = new Map<string, string>();
  /** Due times of waiting deliveries, epoch milliseconds. */
  readonly #waiting = new Map<string, number>();
  readonly #implied = new Map<string, Implied>();
  /** What was put into the outbox, by its partition. */
  readonly #rows = new Map<string, { id: string; callId: unknown; name: string }>();

  constructor(checker: Checker) {
    this.#checker = checker;
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  hasDue(at: number): boolean {
    for (const dueAt of this.#waiting.values()) if (dueAt <= at) return true;
    return false;
  }

  wrote(keys: Key[], at: number): void {
    const calls = keys.filter(({ sk }) => sk === 'CALL').map((key) => this.#checker.world.table.peek(key));
    const rows = keys.filter(({ sk }) => sk === 'DELIVERY').map((key) => this.#checker.world.table.peek(key));
    const implied = calls.flatMap((call) => (call ? this.#newlyImplied(call, at) : []));
    for (const row of rows) if (row) this.#checkRow(row, at);
    for (const { pk } of keys) if (this.#rows.has(pk)) this.#checkKept(pk, at);
    for (const { callId, type } of implied) this.#checkTold(callId, type, at);
  }

  /** Inbound calls are noted before the carrier is told, and announced soon after. */
  checkEnd(at: number, deadLetters: string[]): void {
    const { table } = this.#checker.world;
    for (const { callId, type, at: impliedAt } of this.#implied.values()) {
      const call = callIn(table, callId);
      // It was erased before it was announced.
      if (call?.erased_at) continue;
      const isLost = deadLetters.some((body) => body.includes(`"${call?.call_control_id}"`));
      const isWanted = this.#receivers(impliedAt, at).every((receiver) => receiver !== null);
      if (isWanted && !isLost && !this.#deliveries.has(nameOf(callId, type)))
        this.#report(`${nameOf(callId, type)} was never announced`, at);
    }
  }

  /** Nothing due may still wait long after the last fault. */
  checkStuck(at: number): void {
    for (const [id, dueAt] of this.#waiting)
      if (dueAt < at) this.#report(`delivery ${id} is due since ${new Date(dueAt).toISOString()}`, at);
  }

  #newlyImplied(call: Item, at: number): Implied[] {
    // No neighbour has a receiver.
    if (call.account_id !== this.#checker.world.accountId) return [];
    // Nobody is told of an erased person.
    if (call.erased_at !== null) return [];
    const callId = call.id as string;
    const fresh = impliedBy(call).filter((type) => !this.#implied.has(nameOf(callId, type)));
    const implied = fresh.map((type) => ({ callId, type, at }));
    for (const each of implied) this.#implied.set(nameOf(callId, each.type), each);
    return call.direction === 'outbound' ? implied : [];
  }

  #checkTold(callId: string, type: string, at: number): void {
    const isTold = this.#deliveries.has(nameOf(callId, type));
    const isWanted = this.#receivers(at, at).every((receiver) => receiver !== null);
    if (isWanted && !isTold) this.#report(`${nameOf(callId, type)} is noted, but not in the outbox`, at);
  }

  #checkRow(row: Item, at: number): void {
    const id = row.id as string;
    if (row.status === 'pending') this.#waiting.set(id, Date.parse(row.next_attempt_at as string));
    else this.#waiting.delete(id);
    const { callId, type } = readAnnouncement(bodyOf(row)) ?? {};
    const name = nameOf(callId, type);
    const known = this.#deliveries.get(name);
    if (known === id) return;
    if (known) this.#report(`${name} is in the outbox as ${known} and as ${id}`, at);
    this.#deliveries.set(name, id);
    this.#rows.set(row.pk, { id, callId, name });
    if (this.#isErased(callId)) this.#report(`${name} is put into the outbox, though its person was erased`, at);
    const implied = this.#implied.get(name);
    if (!implied) this.#report(`${name} is in the outbox, though the call's record does not say so`, at);
    else this.#checkTiming(implied, at);
    if (this.#receivers(at, at).every((receiver) => receiver === null))
      this.#report(`${name} is in the outbox, though the account has no receiver`, at);
  }

  /** An event leaves the table with its person alone. */
  #checkKept(pk: string, at: number): void {
    if (this.#checker.world.table.peek({ pk, sk: 'DELIVERY' })) return;
    const { id, callId, name } = this.#rows.get(pk) as { id: string; callId: unknown; name: string };
    this.#waiting.delete(id);
    if (!this.#isErased(callId)) this.#report(`${name} is deleted, though its person was not erased`, at);
  }

  #isErased(callId: unknown): boolean {
    return Boolean(callIn(this.#checker.world.table, callId)?.erased_at);
  }

  #checkTiming({ callId, type, at: impliedAt }: Implied, at: number): void {
    const call = callIn(this.#checker.world.table, callId);
    if (call?.direction === 'outbound' && impliedAt !== at)
      this.#report(`${nameOf(callId, type)} is put into the outbox long after it was noted`, at);
  }

  #receivers(from: number, to: number): (string | null)[] {
    const { facts, world } = this.#checker;
    const settings = facts.possible('webhook', world.accountId, to, from - SETTING_READ_BEFORE_MS);
    return settings.map(({ receiver }) => receiver ?? null);
  }

  #report(words: string, at: number): void {
    this.#checker.report(INVARIANT, words, at);
  }
}
