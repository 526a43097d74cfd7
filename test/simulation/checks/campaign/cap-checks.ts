import type { CheckedWorld, Checker } from '#test/simulation/checks/checker.ts';
import { controlIn } from '#test/simulation/checks/records.ts';
import type { Fact } from '#test/simulation/outside/facts.ts';

/** The resolution of clocks. */
const CLOCK_GRAIN_MS = 1;

const CAP_REACHED = 'The run reached its maxCalls.';

/** Claims that were released, or cancelled before their dial; the cap gets them back. */
const WITHOUT_DIAL = ['not_dialed', 'cancelled'];

/** The number of calls that used up a campaign's cap: claimed since then, and not given back. */
const callsSince = ({ table }: CheckedWorld, campaignId: string, since: number, isStrayCounted = true): number =>
  [...table.all()].filter(
    ({ sk, campaign_id, status, queued_at, ended_reason }) =>
      sk === 'CALL' &&
      campaign_id === campaignId &&
      !WITHOUT_DIAL.includes(status as string) &&
      (isStrayCounted || ended_reason !== 'placed_after_refusal') &&
      Date.parse(queued_at as string) >= since,
  ).length;

/** Checks that a capped run never exceeds its cap, and uses it up before the campaign pauses for it. */
export class CapChecks {
  readonly #checker: Checker;
  readonly #checked = new Set<Fact>();

  constructor(checker: Checker) {
    this.#checker = checker;
  }

  check(at: number): void {
    for (const campaignId of this.#checker.world.campaignIds) {
      const starts = this.#checker.facts.of('start', campaignId);
      const last = starts.at(-1);
      if (!last?.maxCalls) continue;
      this.#checkMost(campaignId, starts, at);
      this.#checkLeast(campaignId, starts, last, at);
    }
  }

  #checkMost(campaignId: string, starts: Fact[], at: number): void {
    const [only] = starts;
    if (starts.length > 1 || !only?.maxCalls || this.#checker.startsByItself(campaignId)) return;
    const used = callsSince(this.#checker.world, campaignId, Number.NEGATIVE_INFINITY, false);
    if (used > only.maxCalls) this.#report(campaignId, `a run capped at ${only.maxCalls} made ${used} calls`, at);
  }

  #checkLeast(campaignId: string, starts: Fact[], last: Fact, at: number): void {
    const { world } = this.#checker;
    const control = controlIn(world.table, campaignId);
    if (control?.status !== 'paused' || control.paused_reason !== CAP_REACHED || this.#checked.has(last)) return;
    if (!last.acknowledged || starts.some((other) => other !== last && other.end > last.begin)) return;
    this.#checked.add(last);
    const cap = last.maxCalls ?? 0;
    const used = callsSince(world, campaignId, last.begin - world.skewMs - CLOCK_GRAIN_MS);
    if (used < cap) this.#report(campaignId, `paused for its cap of ${cap} after ${used} calls`, at);
  }

  #report(campaignId: string, words: string, at: number): void {
    this.#checker.report('9 cap', `campaign ${campaignId}: ${words}`, at);
  }
}
