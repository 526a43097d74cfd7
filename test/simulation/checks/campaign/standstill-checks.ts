import { dialCommandId } from '#shared/domain/call/client-state.ts';
import { MINUTE_MS, SECOND_MS } from '#shared/domain/time.ts';
import type { CheckedWorld, Checker } from '#test/simulation/checks/checker.ts';
import { isDialling, isInWindow, isLineFree } from '#test/simulation/checks/dialable.ts';
import type { DayChecks } from '#test/simulation/checks/limits/day-checks.ts';
import { callIn, contactIn, controlIn, enrolmentsIn, permitsIn, slotsIn } from '#test/simulation/checks/records.ts';
import type { SingleCalls } from '#test/simulation/checks/single/single-calls.ts';
import type { Facts } from '#test/simulation/outside/facts.ts';
import type { Item } from '#test/simulation/store/item-expressions.ts';

/**
 * A slot outlives its call by at most this, although nobody was told of the end and one sweep was skipped; so does the
 * slot of a claim whose dial message is lost.
 */
const SLOT_OUTLIVES_MS = 5 * MINUTE_MS;
/** A campaign that could dial somebody stands still for at most this: the sweep looks at it every minute. */
const STANDSTILL_MAX_MS = 3 * MINUTE_MS;
/**
 * What a failure adds to either: a sweep that did not run, a step that failed and is repeated when its message is
 * visible again (60 s), or a look-up that did not reach the carrier.
 */
const FAILURE_COSTS_MS = 75 * SECOND_MS;
/** Sweeps that may be skipped within the bounds. */
const SKIPPED_SWEEPS = 1;

interface Attempt {
  at: number;
  /** Of the step; a sweep has none. */
  campaignId: string | undefined;
  succeeded: boolean;
}

/** What else decides whether a campaign could dial. */
export interface Dialable {
  connectionMaxConcurrentCalls: number;
  days: Pick<DayChecks, 'hasDayRoom' | 'hasNumberRoom'>;
  singles: SingleCalls;
}

interface Surroundings extends Dialable {
  outagesWithin(since: number, until: number): { from: number; to: number }[];
}

interface Standing {
  since: number;
  /** Claims that the campaign had made by then. */
  claims: unknown;
}

/** Checks all along that nothing waits for nothing: slots whose calls are over, and campaigns that could dial. */
export class StandstillChecks {
  readonly #checker: Checker;
  readonly #around: Surroundings;
  readonly #attempts: Attempt[] = [];
  readonly #standing = new Map<string, Standing>();
  #sweptAt = Number.POSITIVE_INFINITY;

  constructor(checker: Checker, around: Surroundings) {
    this.#checker = checker;
    this.#around = around;
  }

  /** Notes a worker's beginning; the answer is called when it succeeds. */
  steps(worker: string, messages: unknown[], at: number): () => void {
    const campaignId = (messages[0] as { campaign_id?: string } | undefined)?.campaign_id;
    return worker === 'advance-campaign' ? this.#begin({ at, campaignId, succeeded: false }) : () => undefined;
  }

  /** Checks everything when a sweep is due, and notes the sweep; the answer is called when it succeeds. */
  sweeps(at: number): () => void {
    // Sweeps are rarer in a quiet world, and nothing is promised about that time.
    const isRare = at - this.#sweptAt > 2 * MINUTE_MS;
    this.#sweptAt = at;
    if (isRare) this.#standing.clear();
    this.#checkSlots(at);
    for (const campaignId of this.#checker.world.campaignIds) this.#checkCampaign(campaignId, at);
    return this.#begin({ at, campaignId: undefined, succeeded: false });
  }

  #begin(attempt: Attempt): () => void {
    this.#attempts.push(attempt);
    return () => {
      attempt.succeeded = true;
    };
  }

  /** The time that failures may have cost a campaign since then. */
  #costsMs(campaignId: string, since: number, at: number, unasked: number): number {
    const failed = this.#attempts.filter(({ at, succeeded }) => at >= since - FAILURE_COSTS_MS && !succeeded);
    const steps = failed.filter((attempt) => attempt.campaignId === campaignId).length;
    const sweeps = failed.filter((attempt) => attempt.campaignId === undefined).length;
    const outages = this.#around.outagesWithin(since - FAILURE_COSTS_MS, at);
    const downMs = outages.reduce((sum, { from, to }) => sum + to - Math.max(from, since), 0);
    return (steps + unasked + outages.length + Math.max(0, sweeps - SKIPPED_SWEEPS)) * FAILURE_COSTS_MS + downMs;
  }

  #checkSlots(at: number): void {
    const { table, calls, campaignIds, skewMs } = this.#checker.world;
    for (const campaignId of campaignIds) {
      for (const { call_id: callId, generation } of slotsIn(table, campaignId)) {
        const call = calls.get(dialCommandId({ id: String(callId), generation: Number(generation) }));
        const since = call?.endedAt ?? this.#queuedSince(callId as string);
        if (since === undefined || at - since <= SLOT_OUTLIVES_MS + 2 * skewMs) continue;
        const unasked = call?.unaskedAt.filter((moment) => moment >= since).length ?? 0;
        const overMs = at - since - this.#costsMs(campaignId, since, at, unasked);
        if (overMs > SLOT_OUTLIVES_MS + 2 * skewMs)
          this.#report(`call ${callId} is over, or not dialled, for ${minutes(at - since)} and keeps its slot`, at);
      }
    }
  }

  #queuedSince(callId: string): number | undefined {
    const record = callIn(this.#checker.world.table, callId);
    return record?.status === 'queued' ? Date.parse(record.queued_at as string) : undefined;
  }

  #checkCampaign(campaignId: string, at: number): void {
    const { table, skewMs } = this.#checker.world;
    const control = controlIn(table, campaignId);
    const known = this.#standing.get(campaignId);
    if (!control || !couldDial({ ...this.#checker.world, ...this.#around }, control, at)) {
      this.#standing.delete(campaignId);
    } else if (!known || known.claims !== control.claims_made) {
      this.#standing.set(campaignId, { since: at, claims: control.claims_made });
    } else if (at - known.since - this.#costsMs(campaignId, known.since, at, 0) > STANDSTILL_MAX_MS + 2 * skewMs) {
      this.#report(`campaign ${campaignId} could dial somebody and has not for ${minutes(at - known.since)}`, at);
    }
  }

  #report(words: string, at: number): void {
    this.#checker.report('5 standstill', words, at);
  }
}

const minutes = (milliseconds: number): string => `${(milliseconds / MINUTE_MS).toFixed(1)} min`;

/** Running, with a free slot, a free permit of the account and somebody who is due and may be called just now. */
export const couldDial = (world: CheckedWorld & Dialable, control: Item, at: number): boolean => {
  const { table, maxConcurrentCallsPerAccount } = world;
  const accountId = control.account_id;
  if (!isDialling(table, control)) return false;
  // The connection pauses after a limit of the carrier.
  if (Number(table.peek({ pk: 'CONNECTION', sk: 'BACKOFF' })?.tries ?? 0) > 0) return false;
  // Campaigns leave a call to whoever waits for one.
  if (world.singles.open().some(({ waits_for: rule }) => rule === 'no_call_permit')) return false;
  const slots = slotsIn(table, String(control.id)).length;
  const permits = permitsIn(table, `ACCOUNT#${accountId}`).length;
  const onConnection = permitsIn(table, 'CONNECTION').length;
  if (slots >= (control.max_concurrent_calls as number) || permits >= maxConcurrentCallsPerAccount) return false;
  if (onConnection >= world.connectionMaxConcurrentCalls) return false;
  if (!world.days.hasDayRoom(accountId, at)) return false;
  // Who waits for the number's dials is due as soon as there is room for another, be it by a wider bound.
  const due = enrolmentsIn(world.table, String(control.id)).filter(
    (row) =>
      typeof row.next_attempt_at === 'string' &&
      (Date.parse(row.next_attempt_at) <= at || waitsForItsNumber(world.facts, row)),
  );
  return due.some((row) => mayBeCalled(world, control, row, at));
};

/** Whose number has changed meanwhile waits on for the one before. */
const waitsForItsNumber = (facts: Facts, { waits_for, contact_id, updated_at }: Item): boolean =>
  waits_for === 'number_daily_calls' &&
  facts.of('phone', String(contact_id)).every(({ end }) => end < Date.parse(String(updated_at)));

const mayBeCalled = ({ table, days }: CheckedWorld & Dialable, control: Item, row: Item, at: number): boolean => {
  const contact = contactIn(table, row.contact_id);
  if (!contact?.phone || contact.do_not_call || contact.deleted_at) return false;
  if (!isLineFree(table, control.team_id, contact.phone)) return false;
  if (!days.hasNumberRoom(control.account_id, contact.phone, at)) return false;
  return isInWindow(control, (contact.timezone as string | null) ?? null, at);
};
