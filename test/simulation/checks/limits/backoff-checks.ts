import type { Key } from '#shared/store/table/table.ts';
import type { Checker } from '#test/simulation/checks/checker.ts';
import type { ReceivedDial } from '#test/simulation/outside/true-call.ts';
import type { Item } from '#test/simulation/store/item-expressions.ts';

const INVARIANT = '13 limits';

const BACKOFF = { pk: 'CONNECTION', sk: 'BACKOFF' };

/**
 * Dials that the carrier takes until no caution is left: it is halved by each, a few were under way before it began, and
 * functions die before they have noted it.
 */
const CAUTIOUS_DIALS_MAX = 15;

/** Judges the pauses of the connection: one dial at a time tries after each, and they end when there is room again. */
export class BackoffChecks {
  readonly #checker: Checker;
  #before: Item | undefined;
  /** Commands of the dials that were placed since the carrier last had no room. */
  #placed: string[] = [];

  constructor(checker: Checker) {
    this.#checker = checker;
  }

  dialed({ at, commandId, result }: ReceivedDial): void {
    if (result === 'busy_carrier') this.#placed = [];
    if (result !== 'placed') return;
    const tries = Number(this.#before?.tries ?? 0);
    const known = this.#placed.filter((each) => this.#isAnswered(each)).length;
    this.#placed.push(commandId);
    if (tries > 0 && known > CAUTIOUS_DIALS_MAX)
      this.#report(`${known} dials in a row were placed, and the connection still backs off`, at);
  }

  wrote(keys: Key[], at: number): void {
    if (!keys.some(({ pk, sk }) => pk === BACKOFF.pk && sk === BACKOFF.sk)) return;
    const before = this.#before;
    const after = this.#checker.world.table.peek(BACKOFF);
    this.#before = after;
    if (Number(after?.tries ?? 0) > Number(before?.tries ?? 0)) this.#placed = [];
    const begins = after?.is_trial === true && after.until !== before?.until;
    if (!begins || !before || at >= Date.parse(String(before.until)) - 2 * this.#checker.world.skewMs) return;
    this.#report(before.is_trial ? 'a dial tries while another one does' : 'a dial tries during a pause', at);
  }

  /** The reply to the dial has told of its call. */
  #isAnswered(commandId: string): boolean {
    const call = this.#checker.world.calls.get(commandId);
    return call !== undefined && call.toldAt === call.placedAt;
  }

  #report(words: string, at: number): void {
    this.#checker.report(INVARIANT, words, at);
  }
}
