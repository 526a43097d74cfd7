import type { Checker } from '#test/simulation/checks/checker.ts';
import type { ReceivedDial } from '#test/simulation/outside/true-call.ts';
import type { Item } from '#test/simulation/store/item-expressions.ts';

const INVARIANT = '11 halts';

/** Dials under way in a campaign's slots when a fault is met, with those that crashes and lost messages leave over. */
const DIALS_UNTIL_HALT_MAX = 15;

/** A fault of account or configuration ends the dialling of a campaign until people let it go on. */
export class FaultChecks {
  readonly #checker: Checker;
  readonly #met = new Map<string, { since: number; dials: number }>();

  constructor(checker: Checker) {
    this.#checker = checker;
  }

  dialed({ at, result }: ReceivedDial, record: Item): void {
    const campaignId = record.campaign_id as string;
    if (result !== 'not_accepted') {
      // The fault is mended, or this one was met by a single dial.
      if (result === 'placed') this.#met.delete(campaignId);
      return;
    }
    const starts = this.#checker.facts.of('start', campaignId);
    const before = this.#met.get(campaignId);
    const goesOn = before && !starts.some(({ end, begin }) => end > before.since && begin <= at);
    const met = goesOn ? { ...before, dials: before.dials + 1 } : { since: at, dials: 1 };
    this.#met.set(campaignId, met);
    if (met.dials <= DIALS_UNTIL_HALT_MAX) return;
    this.#checker.report(INVARIANT, `campaign ${campaignId}: ${met.dials} dials met a fault of the account`, at);
  }
}
