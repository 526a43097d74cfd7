import type { WebhookPost } from '#shared/ports/post-webhook.ts';
import type { Faults } from '#test/simulation/kernel/faults.ts';
import type { Kernel } from '#test/simulation/kernel/kernel.ts';
import type { Outage } from '#test/simulation/plan/webhook-plan.ts';

/** A receiver's reaction to a request. */
interface Reaction {
  /** The receiver accepts the event, whether or not its sender hears of that. */
  isAccepted: boolean;
  /** Null for no answer. */
  statusCode: number | null;
  /** The time until the answer, or until the connection closes without one; null leaves it open. */
  afterMs: number | null;
}

/** A request as a receiver got it. */
export interface ReceivedPost extends WebhookPost, Reaction {
  /** Epoch milliseconds. */
  at: number;
  /** By the sender's own clock, ISO 8601. */
  sentAt: string;
  /** The status that the sender heard; undefined when it was gone by then. */
  heard: number | null | undefined;
  sender: { readonly isOver: boolean; readonly isDisturbed: boolean };
}

interface ReceiversWorld {
  kernel: Kernel;
  faults: Faults;
  outages: Outage[];
  /** Called for every request at the instant it arrives. */
  received(post: ReceivedPost): void;
}

const silent = (isAccepted: boolean): Reaction => ({ isAccepted, statusCode: null, afterMs: null });

/** The receivers of call events. Each fails in its own way, and all recover when faults stop. */
export class Receivers {
  readonly posts: ReceivedPost[] = [];
  readonly #world: ReceiversWorld;
  readonly #beganAt: number;

  constructor(world: ReceiversWorld) {
    this.#world = world;
    this.#beganAt = world.kernel.now;
  }

  receive(request: WebhookPost & Pick<ReceivedPost, 'sentAt' | 'sender'>): ReceivedPost {
    const reaction = this.#reactionOf(request.url);
    const post = { ...request, ...reaction, at: this.#world.kernel.now, heard: undefined };
    this.posts.push(post);
    this.#world.received(post);
    return post;
  }

  #reactionOf(url: string): Reaction {
    const { faults, kernel } = this.#world;
    const { random } = kernel;
    const afterMs = random.between(2, 80);
    const refused = (statusCode: number | null): Reaction => ({ isAccepted: false, statusCode, afterMs });
    const outage = this.#outageOf(url);
    if (outage) faults.count('receiverDown');
    if (outage?.answer === 'hangs') return silent(false);
    if (outage) return refused(outage.answer === 'closes' ? null : outage.answer);
    if (faults.happens('receiverError')) return refused(500);
    if (faults.happens('receiverRedirects')) return refused(302);
    if (faults.happens('receiverCloses')) return refused(null);
    if (faults.happens('receiverHangs')) return silent(false);
    if (faults.happens('receiverReplyLost')) return silent(true);
    const isSlow = faults.happens('receiverSlow');
    const statusCode = random.pick([200, 200, 202, 204]);
    return { isAccepted: true, statusCode, afterMs: isSlow ? random.between(100, 4800) : afterMs };
  }

  #outageOf(url: string): Outage | undefined {
    const { kernel, faults, outages } = this.#world;
    const sinceMs = kernel.now - this.#beganAt;
    return outages.find(
      (outage) => faults.active && outage.url === url && outage.fromMs <= sinceMs && sinceMs < outage.untilMs,
    );
  }
}
