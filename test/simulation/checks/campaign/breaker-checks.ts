import type { Key } from '#shared/store/table/table.ts';
import type { Checker } from '#test/simulation/checks/checker.ts';
import { callIn, campaignOfEnrolments, controlIn } from '#test/simulation/checks/records.ts';
import type { Item } from '#test/simulation/store/item-expressions.ts';

const INVARIANT = '12 breaker';

const WINDOW = 25;
const FAILED_MIN = 20;

/** The reason of a campaign that the breaker has halted. */
const TRIPPED = /of the last \d+ calls failed/;

/** The reason of a campaign that a fault of account or configuration has halted. */
const NOT_ACCEPTED = /^The carrier does not accept calls/;

/** As the settlement saw it: what is heard of a call while it is settled corrects the contact afterwards. */
const hasFailed = ({ outcome, ended_reason }: Item, settledAs: unknown): boolean => {
  const isInvalid = outcome === settledAs && ended_reason === 'invalid_number';
  return (settledAs === 'failed' || settledAs === 'unknown') && !isInvalid;
};

interface Run {
  number: number;
  execution: unknown;
  status: unknown;
  /** Whether each settled dial failed, oldest first. */
  settled: boolean[];
  /** A claim of this run met a fault of account or configuration. */
  hasMetFault: boolean;
}

/**
 * A second count of each campaign's latest dials, kept while the table is written: no running campaign has 20 failures
 * among its last 25 dials, and none is halted for fewer, nor for a fault that only an earlier run has met.
 */
export class BreakerChecks {
  readonly #checker: Checker;
  readonly #runs = new Map<string, Run>();
  /** The run in which a claim was made, by call and generation. */
  readonly #claimedIn = new Map<string, number>();
  /** Calls that wait for their end. */
  readonly #open = new Set<string>();

  constructor(checker: Checker) {
    this.#checker = checker;
  }

  wrote(keys: Key[], at: number): void {
    for (const { pk, sk } of keys) if (sk === 'CONTROL') this.#noteControl(pk.slice('CAMPAIGN#'.length));
    for (const key of keys) if (key.sk === 'CALL') this.#noteClaim(this.#checker.world.table.peek(key));
    this.#noteSettled(keys);
    for (const { pk, sk } of keys)
      if (sk === 'CONTROL' || campaignOfEnrolments(pk) !== undefined) this.#judge(pk.split('#')[1] ?? '', at);
  }

  #noteControl(campaignId: string): void {
    const control = controlIn(this.#checker.world.table, campaignId);
    const [execution, status] = [control?.execution_id, control?.status];
    const first = { number: 0, execution, status: 'draft', settled: [], hasMetFault: false };
    const run = this.#runs.get(campaignId) ?? first;
    const begins = status === 'running' && (run.status !== 'running' || run.execution !== execution);
    const next = begins ? { ...run, number: run.number + 1, settled: [], hasMetFault: false } : run;
    this.#runs.set(campaignId, { ...next, execution, status });
  }

  #noteClaim(call: Item | undefined): void {
    const run = this.#runs.get(call?.campaign_id as string);
    if (!call || !run) return;
    const claim = `${call.id} ${call.generation}`;
    const isFault = (call.refusal as { is_fault: boolean } | null)?.is_fault;
    if (isFault) run.hasMetFault ||= this.#claimedIn.get(claim) === run.number;
    if (call.status !== 'queued') return;
    if (!this.#claimedIn.has(claim)) this.#claimedIn.set(claim, run.number);
    this.#open.add(call.id as string);
  }

  /** A call's end is settled by the write that takes its contact off the line. */
  #noteSettled(keys: Key[]): void {
    const { table } = this.#checker.world;
    const ended = keys
      .filter(({ pk }) => campaignOfEnrolments(pk) !== undefined)
      .flatMap((key) => {
        const row = table.peek(key);
        const call = callIn(table, row?.last_call_id);
        const isOff = row && row.status !== 'dialing' && row.status !== 'in_progress';
        return isOff && call?.status === 'ended' && this.#open.delete(call.id as string) ? [{ call, row }] : [];
      })
      .sort(({ call: one }, { call: other }) =>
        `${one.ended_at}#${one.id}`.localeCompare(`${other.ended_at}#${other.id}`),
      );
    for (const { call, row } of ended) {
      const run = this.#runs.get(call.campaign_id as string);
      if (run?.number !== this.#claimedIn.get(`${call.id} ${call.generation}`)) continue;
      run?.settled.push(hasFailed(call, row.last_outcome));
    }
  }

  #judge(campaignId: string, at: number): void {
    const run = this.#runs.get(campaignId);
    const control = controlIn(this.#checker.world.table, campaignId);
    if (!run || !control) return;
    const counts = run.settled.map((_, end) => run.settled.slice(Math.max(0, end + 1 - WINDOW), end + 1));
    const worst = Math.max(
      0,
      ...counts.filter(({ length }) => length === WINDOW).map((each) => each.filter(Boolean).length),
    );
    const latest = run.settled.slice(-WINDOW).filter(Boolean).length;
    if (control.status === 'running' && run.settled.length >= WINDOW && latest >= FAILED_MIN)
      this.#report(campaignId, `runs on after ${latest} failures in its last ${WINDOW} dials`, at);
    if (control.status !== 'paused') return;
    if (TRIPPED.test(String(control.paused_reason)) && worst < FAILED_MIN)
      this.#report(campaignId, `is halted for ${latest} failures in ${run.settled.length} dials`, at);
    if (NOT_ACCEPTED.test(String(control.paused_reason)) && !run.hasMetFault)
      this.#report(campaignId, 'is halted for a fault that no call of this run has met', at);
  }

  #report(campaignId: string, words: string, at: number): void {
    this.#checker.report(INVARIANT, `campaign ${campaignId} ${words}`, at);
  }
}
