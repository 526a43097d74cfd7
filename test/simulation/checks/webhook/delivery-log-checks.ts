import type { Checker } from '#test/simulation/checks/checker.ts';
import type { ReceivedPost } from '#test/simulation/outside/receivers.ts';
import type { Item } from '#test/simulation/store/item-expressions.ts';
import { bodyOf } from './announcements.ts';
import { type DeliveryChecks, isSuccess } from './delivery-checks.ts';
import { INVARIANT } from './outbox-checks.ts';

/** The pauses between nine attempts. */
const PAUSE_SECONDS = [5, 30, 120, 600, 1800, 7200, 21_600, 43_200];
const ATTEMPTS_MAX = PAUSE_SECONDS.length + 1;
/** How long a sender may still follow a setting after people were told of its change. */
const SETTING_LAG_MS = 60_000;

export interface Endings {
  delivered: number;
  deadLettered: number;
}

interface LoggedAttempt {
  at: string;
  status_code: number | null;
}

interface Delivery {
  row: Item;
  attempts: LoggedAttempt[];
  posts: ReceivedPost[];
  isResent: boolean;
}

/** Compares the delivery log with what receivers saw, once nothing moves any more. */
export class DeliveryLogChecks {
  readonly #checker: Checker;
  readonly #deliveries: DeliveryChecks;

  constructor(checker: Checker, deliveries: DeliveryChecks) {
    this.#checker = checker;
    this.#deliveries = deliveries;
  }

  endings(): Endings {
    const count = (status: string): number => this.#rows().filter((row) => row.status === status).length;
    return { delivered: count('delivered'), deadLettered: count('dead_lettered') };
  }

  checkEnd(at: number): void {
    const rows = this.#rows();
    const logged = new Set(rows.map(({ event_id }) => event_id));
    for (const eventId of this.#deliveries.eventIds())
      if (!logged.has(eventId) && !this.#deliveries.isErased(eventId))
        this.#checker.report(INVARIANT, `event ${eventId} is in no delivery`, at);
    for (const row of rows) {
      const eventId = row.event_id as string;
      const delivery = {
        row,
        attempts: row.attempts as LoggedAttempt[],
        posts: this.#deliveries.postsOf(eventId),
        isResent: this.#deliveries.isResent(eventId),
      };
      const wrong = this.#wrongEnding(delivery) ?? this.#wrongLog(delivery) ?? this.#wrongPauses(delivery);
      if (wrong) this.#checker.report(INVARIANT, `delivery ${row.id} (${row.type}) ${wrong}`, at);
    }
  }

  #rows(): Item[] {
    return [...this.#checker.world.table.all()].filter(({ sk }) => sk === 'DELIVERY');
  }

  #wrongEnding({ row, attempts, posts, isResent }: Delivery): string | undefined {
    const successes = attempts.filter(({ status_code }) => isSuccess(status_code)).length;
    const last = attempts.at(-1);
    if (row.active_pk !== undefined) return `is ${row.status}, but the sweep still looks at it`;
    if (row.status === 'delivered')
      return isSuccess(last?.status_code) && (successes === 1 || isResent)
        ? undefined
        : `is delivered, with ${successes} successes`;
    if (row.status !== 'dead_lettered') return `is still ${row.status}`;
    if (successes > 0 && !isResent) return 'is dead-lettered, though it was accepted';
    if (last && this.#hadNoReceiver(last, posts)) return undefined;
    return (row.attempts_in_round as number) < ATTEMPTS_MAX
      ? `is dead-lettered after ${row.attempts_in_round} attempts`
      : undefined;
  }

  #wrongLog({ row, attempts, posts, isResent }: Delivery): string | undefined {
    const stored = bodyOf(row);
    if (posts.some(({ body }) => body !== stored)) return 'was sent with another payload';
    if (posts.length > (row.attempts_in_round as number) && !isResent)
      return `was sent ${posts.length} times without leave`;
    for (const attempt of attempts) {
      const post = posts.find(({ sentAt }) => sentAt === attempt.at);
      if (!post && !this.#hadNoReceiver(attempt, posts)) return `logs an attempt at ${attempt.at} that nobody saw`;
      if (post && post.heard !== attempt.status_code)
        return `logs ${attempt.status_code} for an attempt that was answered with ${post.statusCode}`;
    }
    const unlogged = posts.find(
      ({ heard, sender, sentAt }) =>
        heard !== undefined && !sender.isDisturbed && attempts.every((attempt) => attempt.at !== sentAt),
    );
    return unlogged && !this.#deliveries.mayOverlap() ? `does not log its attempt at ${unlogged.sentAt}` : undefined;
  }

  /** Checks each pause against the schedule where the log has every attempt. */
  #wrongPauses({ row, attempts, posts, isResent }: Delivery): string | undefined {
    if (attempts.length !== row.attempts_in_round || isResent) return undefined;
    const toleranceMs = 2 * this.#checker.world.skewMs + 1000;
    for (const [index, pause] of PAUSE_SECONDS.entries()) {
      const [before, after] = [attempts[index], attempts[index + 1]];
      if (!before || !after || this.#hadNoReceiver(before, posts)) continue;
      const gapMs = Date.parse(after.at) - Date.parse(before.at);
      if (gapMs < pause * 1000 - toleranceMs) return `is tried again after ${gapMs / 1000} s, not ${pause} s`;
    }
    return undefined;
  }

  /** An attempt that nobody saw, made when no receiver may have been set. */
  #hadNoReceiver({ at, status_code }: LoggedAttempt, posts: ReceivedPost[]): boolean {
    if (status_code !== null || posts.some(({ sentAt }) => sentAt === at)) return false;
    const { facts, world } = this.#checker;
    const instant = Date.parse(at);
    const settings = facts.possible('webhook', world.accountId, instant + SETTING_LAG_MS, instant - SETTING_LAG_MS);
    return settings.some(({ receiver }) => receiver === null);
  }
}
