import { MINUTE_MS, SECOND_MS } from '#shared/domain/time.ts';
import type { Checker } from '#test/simulation/checks/checker.ts';
import { wasAllowed } from '#test/simulation/checks/destination-checks.ts';
import { isLineFree } from '#test/simulation/checks/dialable.ts';
import type { DayChecks } from '#test/simulation/checks/limits/day-checks.ts';
import { accountIn, contactIn, permitsIn } from '#test/simulation/checks/records.ts';
import type { Item } from '#test/simulation/store/item-expressions.ts';
import type { SingleCalls } from './single-calls.ts';

const INVARIANT = '25 waiting calls';

/** Where nothing goes wrong, a schedule is obeyed within this, and so is whoever lets stopped calls go on; */
const ON_TIME_MS = 10 * SECOND_MS;
/** who was hindered looks again within this, the longest pause between two looks; */
const LOOKS_AGAIN_MS = 65 * SECOND_MS;
/** and nothing takes longer, however many schedules, messages and sweeps are lost. */
const LATE_MS = 15 * MINUTE_MS;
/** Writes that follow one another within this are looked at once. */
const LOOK_EVERY_MS = SECOND_MS;

interface Around {
  intensity: number;
  /** Others want the connection's few calls too. */
  sharesConnection: boolean;
  days: Pick<DayChecks, 'hasDayRoom' | 'hasNumberRoom'>;
}

/**
 * Judges that no single call waits for nothing: one that could be dialled is claimed soon. Without a write nothing comes
 * to hinder a call, so what was seen before a silence holds until its end.
 */
export class WaitingChecks {
  readonly #checker: Checker;
  readonly #calls: SingleCalls;
  readonly #around: Around;
  /** Since when each call could be dialled. */
  readonly #standing = new Map<unknown, number>();
  #lookedAt = Number.NEGATIVE_INFINITY;

  constructor(checker: Checker, calls: SingleCalls, around: Around) {
    this.#checker = checker;
    this.#calls = calls;
    this.#around = around;
  }

  wrote(at: number): void {
    if (at - this.#lookedAt >= LOOK_EVERY_MS) this.looks(at);
  }

  /** To be called before a sweep, which mends what stands still. */
  looks(at: number): void {
    this.#lookedAt = at;
    const open = this.#calls.open();
    for (const id of this.#standing.keys()) if (!open.some((call) => call.id === id)) this.#standing.delete(id);
    for (const call of open) this.#judge(call, at);
  }

  #judge(call: Item, at: number): void {
    const since = this.#standing.get(call.id);
    if (!this.#couldDial(call, at)) this.#standing.delete(call.id);
    else if (since === undefined) this.#standing.set(call.id, at);
    else if (at - since > this.#boundMs(call)) this.#report(call, at - since, at);
  }

  #boundMs({ deferrals, waits_for: rule }: Item): number {
    if (this.#around.intensity > 0) return LATE_MS;
    return deferrals === 0 || rule === 'calls_stopped' ? ON_TIME_MS : LOOKS_AGAIN_MS;
  }

  #couldDial(call: Item, at: number): boolean {
    const { table, maxConcurrentCallsPerAccount } = this.#checker.world;
    if (call.status !== 'scheduled' || Date.parse(String(call.scheduled_at ?? call.created_at)) > at) return false;
    if (this.#around.sharesConnection || accountIn(table, call.account_id)?.calls_stopped_at) return false;
    if (permitsIn(table, `ACCOUNT#${call.account_id}`).length >= maxConcurrentCallsPerAccount) return false;
    if (table.peek({ pk: `NUMBER#${call.from_number_id}`, sk: 'NUMBER' })?.status !== 'active') return false;
    const phone = this.#phoneOf(call);
    return phone !== null && this.#mayBeCalled(call, phone, at);
  }

  /** The number that would be dialled; null where none may be. */
  #phoneOf({ contact_id, to_numbering, to_number }: Item): string | null {
    const contact = contactIn(this.#checker.world.table, contact_id);
    if (contact_id !== null && (!contact || contact.deleted_at || contact.do_not_call)) return null;
    return ((to_numbering ? to_number : contact?.phone) as string | null | undefined) ?? null;
  }

  #mayBeCalled({ team_id, account_id }: Item, phone: string, at: number): boolean {
    const { facts, world } = this.#checker;
    const { days } = this.#around;
    if (!isLineFree(world.table, team_id, phone)) return false;
    if (!days.hasDayRoom(account_id, at) || !days.hasNumberRoom(account_id, phone, at)) return false;
    return wasAllowed(facts, { accountId: String(account_id), phone, at });
  }

  #report({ id, scheduled_at, due_at }: Item, waitedMs: number, at: number): void {
    const words = `call ${id}, scheduled for ${scheduled_at}, could be dialled for ${Math.round(waitedMs / SECOND_MS)} s`;
    this.#checker.report(INVARIANT, `${words} and is due at ${due_at}`, at);
  }
}
