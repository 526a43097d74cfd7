import type { Key } from '#shared/store/table/table.ts';
import type { Checker } from '#test/simulation/checks/checker.ts';
import type { Random } from '#test/simulation/kernel/random.ts';
import type { InboundCall } from '#test/simulation/outside/inbound-calls.ts';
import type { ReceivedPost } from '#test/simulation/outside/receivers.ts';
import { DeliveryChecks } from './delivery-checks.ts';
import { DeliveryLogChecks, type Endings } from './delivery-log-checks.ts';
import { OutboxChecks } from './outbox-checks.ts';

/** Judges the way of an event from the call's record over the outbox to the receiver. */
export class AnnouncementChecks {
  readonly #outbox: OutboxChecks;
  readonly #deliveries: DeliveryChecks;
  readonly #log: DeliveryLogChecks;

  constructor(checker: Checker, inbound: ReadonlyMap<string, InboundCall>, random: Random) {
    this.#outbox = new OutboxChecks(checker);
    this.#deliveries = new DeliveryChecks(checker, inbound, random);
    this.#log = new DeliveryLogChecks(checker, this.#deliveries);
  }

  /** Deliveries that are neither delivered nor given up. */
  get waiting(): number {
    return this.#outbox.waiting;
  }

  /** The endings of the deliveries. */
  endings(): Endings {
    return this.#log.endings();
  }

  hasDue(at: number): boolean {
    return this.#outbox.hasDue(at);
  }

  wrote(keys: Key[], at: number): void {
    this.#outbox.wrote(keys, at);
  }

  received(post: ReceivedPost): void {
    this.#deliveries.received(post);
  }

  checkStuck(at: number): void {
    this.#outbox.checkStuck(at);
  }

  checkEnd(at: number, deadLetters: string[]): void {
    this.#outbox.checkEnd(at, deadLetters);
    this.#log.checkEnd(at);
  }
}
