import { MINUTE_MS, SECOND_MS } from '#shared/domain/time.ts';
import type { Checker } from '#test/simulation/checks/checker.ts';
import { isDialling, isInWindow, isLineFree } from '#test/simulation/checks/dialable.ts';
import { callIn, contactIn, controlIn, enrolmentsIn, permitsIn, slotsIn } from '#test/simulation/checks/records.ts';
import type { Faults } from '#test/simulation/kernel/faults.ts';
import type { ReceivedDial } from '#test/simulation/outside/true-call.ts';
import type { Item } from '#test/simulation/store/item-expressions.ts';
import type { DayChecks } from './day-checks.ts';

/** A campaign with due contacts may see this many dials of others before one of its own. */
const OTHERS_MAX = 12;
/** The time that it takes a campaign to notice its chance; a message may be on its way from before the last fault. */
const NOTICED_MS = 20 * SECOND_MS;
const NOTICED_AFTER_FAULTS_MS = 3 * MINUTE_MS;

const WAITING = ['pending', 'queued', 'retry_scheduled'];

interface Around {
  faults: Faults;
  hasFaults: boolean;
  days: Pick<DayChecks, 'hasDayRoom' | 'hasNumberRoom'>;
}

interface Hunger {
  since: number;
  others: number;
}

/**
 * Judges whether campaigns share: nobody stands aside with due contacts while others dial and dial. Only while nothing
 * goes wrong, because a campaign whose steps crash has no chance to dial.
 */
export class FairnessChecks {
  readonly #checker: Checker;
  readonly #around: Around;
  readonly #noticedMs: number;
  readonly #hungry = new Map<string, Hunger>();

  constructor(checker: Checker, around: Around) {
    this.#checker = checker;
    this.#around = around;
    this.#noticedMs = around.hasFaults ? NOTICED_AFTER_FAULTS_MS : NOTICED_MS;
  }

  /** To be called for each dial that the carrier placed. */
  dialed({ at, callId }: ReceivedDial): void {
    if (this.#around.faults.active && this.#noticedMs > NOTICED_MS) return;
    const { table, campaignIds } = this.#checker.world;
    const call = callIn(table, callId);
    const [dialing, account] = [call?.campaign_id, call?.account_id];
    for (const campaignId of campaignIds) {
      if (campaignId === dialing || !this.#isHungry(campaignId, at) || this.#hasItsPart(campaignId, account)) {
        this.#hungry.delete(campaignId);
        continue;
      }
      const { since, others } = this.#hungry.get(campaignId) ?? { since: at, others: 0 };
      this.#hungry.set(campaignId, { since, others: others + 1 });
      if (others < OTHERS_MAX || at - since < this.#noticedMs) continue;
      const words = `campaign ${campaignId} has due contacts and dials none, while others dial ${others + 1}`;
      this.#checker.report('14 fair shares', words, at);
    }
  }

  /** Accounts share with each other: one that is on a call has its part, be it of a long call of another campaign. */
  #hasItsPart(campaignId: string, dialing: unknown): boolean {
    const { table } = this.#checker.world;
    const account = controlIn(table, campaignId)?.account_id;
    return account !== dialing && permitsIn(table, `ACCOUNT#${account}`).length > 0;
  }

  #isHungry(campaignId: string, at: number): boolean {
    const { table } = this.#checker.world;
    const control = controlIn(table, campaignId);
    if (!control || !isDialling(table, control) || !isInWindow(control, null, at)) return false;
    if (!this.#around.days.hasDayRoom(control.account_id, at)) return false;
    if (slotsIn(table, campaignId).length > 0) return false;
    const due = enrolmentsIn(this.#checker.world.table, campaignId).filter(
      ({ status, next_attempt_at: next }) =>
        WAITING.includes(status as string) && Date.parse(next as string) < at - this.#checker.world.skewMs,
    );
    return due.some((row) => this.#isReachable(row, control, at));
  }

  #isReachable({ contact_id }: Item, { team_id, account_id }: Item, at: number): boolean {
    const { table } = this.#checker.world;
    const contact = contactIn(table, contact_id);
    if (!contact?.phone || contact.timezone || contact.do_not_call || contact.deleted_at) return false;
    if (!isLineFree(table, team_id, contact.phone)) return false;
    return this.#around.days.hasNumberRoom(account_id, contact.phone, at);
  }
}
