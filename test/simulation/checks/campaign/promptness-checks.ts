import { SECOND_MS } from '#shared/domain/time.ts';
import type { Checker } from '#test/simulation/checks/checker.ts';
import { callIn, controlIn, slotsIn } from '#test/simulation/checks/records.ts';
import type { Item } from '#test/simulation/store/item-expressions.ts';
import { couldDial, type Dialable } from './standstill-checks.ts';

const INVARIANT = '19 promptness';

/** Where nothing goes wrong, whoever could dial does so within this: longer than the longest pause between two looks. */
const PROMPT_MS = 15 * SECOND_MS;
/** Writes that follow one another within this are looked at once. */
const LOOK_EVERY_MS = SECOND_MS;
/** What was seen before a longer silence says nothing, because windows close and open without a write. */
const SILENCE_MAX_MS = 90 * SECOND_MS;

const OVER = ['ended', 'not_dialed', 'cancelled'];

interface Standing {
  since: number;
  /** What has to move: the claims made, the place of a redial, or a slot's claim. */
  mark: unknown;
}

/**
 * Judges, in worlds where nothing goes wrong, that nothing waits for the sweep: a campaign that could dial does, a call
 * that is over leaves its slot, and an open redial moves on.
 */
export class PromptnessChecks {
  readonly #checker: Checker;
  readonly #around: Dialable;
  readonly #isJudged: boolean;
  readonly #standing = new Map<string, Standing>();
  #lookedAt = Number.NEGATIVE_INFINITY;

  constructor(checker: Checker, around: Dialable, intensity: number) {
    this.#checker = checker;
    this.#around = around;
    this.#isJudged = intensity === 0;
  }

  wrote(at: number): void {
    if (at - this.#lookedAt >= LOOK_EVERY_MS) this.looks(at);
  }

  /** To be called before a sweep, which mends what stands still. */
  looks(at: number): void {
    if (!this.#isJudged) return;
    if (at - this.#lookedAt > SILENCE_MAX_MS) this.#standing.clear();
    this.#lookedAt = at;
    for (const campaignId of this.#checker.world.campaignIds) {
      const control = this.#control(campaignId);
      if (!control) continue;
      this.#judge(`campaign ${campaignId} could dial somebody and has not`, this.#dialMark(control, at), at);
      this.#judge(`the redial of campaign ${campaignId} has not moved`, redialMark(control), at);
      this.#judgeSlots(campaignId, at);
    }
  }

  #judgeSlots(campaignId: string, at: number): void {
    const { table } = this.#checker.world;
    for (const { call_id: callId, generation } of slotsIn(table, campaignId)) {
      const call = callIn(table, callId);
      const isOver = call?.generation === generation && OVER.includes(call?.status as string);
      this.#judge(`call ${callId} is over and keeps its slot`, isOver ? generation : null, at);
    }
  }

  /** Whoever gives way to others may stand aside, as long as they dial. */
  #dialMark(control: Item, at: number): unknown {
    const { world } = this.#checker;
    if (!couldDial({ ...world, ...this.#around }, control, at)) return null;
    const claims = world.campaignIds.map((id) => this.#control(id)?.claims_made ?? 0);
    const made = claims.reduce((sum: number, each) => sum + Number(each), 0);
    // Others may be single calls; and paused and run again between two looks, it has not stood still.
    return `${control.updated_at} ${made} ${world.calls.size}`;
  }

  #control(campaignId: string): Item | undefined {
    return controlIn(this.#checker.world.table, campaignId);
  }

  /** Null marks what need not move. */
  #judge(words: string, mark: unknown, at: number): void {
    const known = this.#standing.get(words);
    if (mark === null) this.#standing.delete(words);
    else if (!known || known.mark !== mark) this.#standing.set(words, { since: at, mark });
    else if (at - known.since > PROMPT_MS)
      this.#checker.report(INVARIANT, `${words} for ${Math.round((at - known.since) / SECOND_MS)} s`, at);
  }
}

const redialMark = ({ redial_place: place, redials, status, deleted_at: deletedAt }: Item): unknown =>
  typeof place === 'string' && status !== 'cancelled' && !deletedAt ? `${redials} ${place}` : null;
