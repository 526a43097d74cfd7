import { MINUTE_MS, SECOND_MS } from '#shared/domain/time.ts';
import type { Key } from '#shared/store/table/table.ts';
import type { Checker } from '#test/simulation/checks/checker.ts';
import { callIn, campaignOfEnrolments, controlIn } from '#test/simulation/checks/records.ts';
import { isWithin } from '#test/simulation/checks/wall-clock.ts';
import type { Item } from '#test/simulation/store/item-expressions.ts';

const INVARIANT = '16 due times';

/** Whom no attempt was made with is due again within this: the pause for a number that is on another call. */
const PUT_OFF_MAX_MS = 30 * SECOND_MS;
const TOLERANCE_MS = SECOND_MS;
/** A step that was frozen may decide by call hours that were changed meanwhile. */
const FROZEN_MAX_MS = 20 * MINUTE_MS;
/** Moments of a wait at which somebody ought to have been due; the shortest call hours last half an hour. */
const MOMENTS = 48;

/** Judges when contacts are due again after a call or a claim: not much later than at the first allowed moment. */
export class DueChecks {
  readonly #checker: Checker;
  readonly #statuses = new Map<string, unknown>();

  constructor(checker: Checker) {
    this.#checker = checker;
  }

  wrote(keys: Key[], at: number): void {
    for (const key of keys) if (campaignOfEnrolments(key.pk) !== undefined) this.#noteRow(key, at);
  }

  /** A write that leaves the status alone moves nothing but a due time, for the contact's own time zone. */
  #noteRow(key: Key, at: number): void {
    const row = this.#checker.world.table.peek(key);
    const name = `${key.pk} ${key.sk}`;
    const before = this.#statuses.get(name);
    this.#statuses.set(name, row?.status);
    if (row && row.status !== before) this.#judge(row, at);
  }

  #judge(row: Item, at: number): void {
    const { table, skewMs } = this.#checker.world;
    const call = callIn(table, row.last_call_id);
    if (!call) return;
    if (row.status === 'queued') this.#checkWait(row, call, { at, earliest: at + PUT_OFF_MAX_MS + 2 * skewMs });
    if (row.status !== 'retry_scheduled' || call.status !== 'ended') return;
    const control = controlIn(table, row.campaign_id);
    const delayMs = Number(control?.retry_delay_minutes) * MINUTE_MS;
    this.#checkWait(row, call, { at, earliest: Date.parse(String(call.ended_at)) + delayMs });
  }

  #checkWait(row: Item, call: Item, { at, earliest }: { at: number; earliest: number }): void {
    const waitMs = Date.parse(String(row.next_attempt_at)) - earliest;
    if (waitMs <= TOLERANCE_MS) return;
    const campaignId = String(row.campaign_id);
    const windows = this.#checker.facts.possible('window', campaignId, at, at - FROZEN_MAX_MS);
    const zone = (call.contact_timezone ?? null) as string | null;
    const moments = Array.from({ length: MOMENTS }, (_, part) => earliest + (waitMs * part) / MOMENTS);
    const missed = moments.find((moment) => windows.every(({ window }) => isWithin(window ?? null, zone, moment)));
    if (missed === undefined) return;
    const words = `is due at ${row.next_attempt_at}, though it might have been at ${new Date(missed).toISOString()}`;
    this.#checker.report(INVARIANT, `contact ${row.contact_id} of ${campaignId} ${words}`, at);
  }
}
