import { randomUUID } from 'node:crypto';
import { type RequestLimit, spend, waitMs } from '#shared/domain/account/request-rate.ts';
import { tooManyRequests } from '#shared/domain/errors.ts';
import { SECOND_MS } from '#shared/domain/time.ts';
import type { Log } from '#shared/ports/log.ts';
import { settleRequests } from '#shared/store/limits/request-rate.ts';
import type { TableWriter } from '#shared/store/table/table.ts';

/** Requests that an instance lets in between two settlements; two writes at most settle them: 0.1 units a request. */
export const REQUESTS_PER_SETTLEMENT = 20;
/** Accounts that an instance remembers; the one it has known longest goes first. */
const ACCOUNTS_MAX = 1_000;

/** What an instance knows of an account. */
interface Known {
  /** The time up to which the rate is spent, by what others have settled and this instance has let in. */
  spentUntilMs: number;
  /** Let in since the last settlement. */
  unsettled: number;
  /** When the first of them came. */
  firstMs: number;
  /** The next settlement comes at so many. */
  settlesAt: number;
}

export interface LimiterPorts {
  table(): TableWriter;
  /** 0 to 1. */
  random(): number;
}

const refusal = ({ perSecond, burst }: RequestLimit, wait: number): Error => {
  const seconds = Math.ceil(wait / SECOND_MS);
  return tooManyRequests(
    `The account may send ${perSecond} requests a second, ${burst} at once, and has used them up. Repeat the request ` +
      `in ${seconds} s; who runs the service can change the limit.`,
    seconds,
  );
};

/**
 * Holds accounts to their rate of requests, in one instance of a function beside many others. Each instance lets
 * requests in by what it knows, and settles them with the others' in batches, afterwards. So nobody is refused below
 * the limit, and an instance that idles, or begins, holds nothing back from others. What it may let in too much is what
 * it has not settled: fewer than `REQUESTS_PER_SETTLEMENT`, once for each instance. They are made up for: instances
 * that learn of it refuse until the rate has caught up.
 */
export class RequestLimiter {
  readonly #ports: LimiterPorts;
  readonly #known = new Map<string, Known>();

  constructor(ports: LimiterPorts) {
    this.#ports = ports;
  }

  /** @throws Refusal 429 for a request beyond the limit, which counts as none. */
  async admit(accountId: string, limit: RequestLimit, { now, log }: { now: Date; log: Log }): Promise<void> {
    const known = this.#of(accountId);
    const nowMs = now.getTime();
    const wait = waitMs(limit, known.spentUntilMs, nowMs);
    if (wait > 0) throw refusal(limit, wait);
    known.spentUntilMs = spend(limit, known.spentUntilMs, 1, nowMs);
    if (known.unsettled++ === 0) known.firstMs = nowMs;
    if (known.unsettled >= known.settlesAt) await this.#settle(known, { accountId, limit }, log);
  }

  #of(accountId: string): Known {
    const known = this.#known.get(accountId);
    if (known) return known;
    // Spread over the batch, so that many instances that begin together do not all settle late.
    const settlesAt = 1 + Math.floor(this.#ports.random() * REQUESTS_PER_SETTLEMENT);
    const first: Known = { spentUntilMs: Number.NEGATIVE_INFINITY, unsettled: 0, firstMs: 0, settlesAt };
    this.#known.set(accountId, first);
    if (this.#known.size > ACCOUNTS_MAX) this.#known.delete(this.#known.keys().next().value as string);
    return first;
  }

  /** A limiter that fails refuses nobody: what it could not settle is settled with the next batch. */
  async #settle(known: Known, of: { accountId: string; limit: RequestLimit }, log: Log): Promise<void> {
    const { unsettled: requests, firstMs } = known;
    known.unsettled = 0;
    known.settlesAt = REQUESTS_PER_SETTLEMENT;
    try {
      const settlement = { ...of, id: randomUUID(), requests, firstMs };
      const spentUntilMs = await settleRequests(this.#ports.table(), settlement);
      known.spentUntilMs = Math.max(known.spentUntilMs, spentUntilMs);
    } catch (error) {
      known.unsettled += requests;
      known.firstMs = firstMs;
      known.settlesAt = known.unsettled + REQUESTS_PER_SETTLEMENT;
      log.warn('Requests of an account could not be counted; they are let in, and counted with later ones.', {
        account_id: of.accountId,
        requests,
        reason: String(error),
      });
    }
  }
}
