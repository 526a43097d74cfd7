import type { Random } from './random.ts';

export interface Timer {
  cancel(): void;
}

interface Event {
  at: number;
  order: number;
  /** Answers true when it may have resumed waiting code. */
  run(): boolean | Promise<boolean>;
  cancelled: boolean;
}

const isBefore = (one: Event, other: Event): boolean =>
  one.at < other.at || (one.at === other.at && one.order < other.order);

/** Lets all resumed code run until it waits again. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/**
 * Virtual time and the only scheduler of a simulated world. Each event happens alone, and the next one follows when all
 * code that it resumed waits again. So a run depends on nothing but its seed.
 */
export class Kernel {
  /** Epoch milliseconds with a fraction, so that events hardly ever coincide. */
  now: number;
  steps = 0;
  readonly random: Random;
  readonly #heap: Event[] = [];
  #order = 0;

  constructor(random: Random, startsAt: number) {
    this.random = random;
    this.now = startsAt;
  }

  /** Runs an event after a while of virtual time. `run` answers true when it resumes waiting code. */
  after(delayMs: number, run: Event['run']): Timer {
    const event: Event = { at: this.now + Math.max(0, delayMs), order: this.#order++, run, cancelled: false };
    this.#push(event);
    return {
      cancel: () => {
        event.cancelled = true;
      },
    };
  }

  /** Runs events by time until it is told to stop, the time is up or no event is left. */
  async run(untilMs: number, isOver: () => boolean): Promise<void> {
    for (;;) {
      const event = this.#pop();
      if (!event || event.at > untilMs) return;
      if (event.cancelled) continue;
      this.now = event.at;
      this.steps += 1;
      const answer = event.run();
      const resumed = typeof answer === 'boolean' ? answer : await answer;
      if (resumed) await settle();
      if (isOver()) return;
    }
  }

  #push(event: Event): void {
    const heap = this.#heap;
    let at = heap.length;
    heap.push(event);
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!isBefore(event, heap[parent] as Event)) break;
      heap[at] = heap[parent] as Event;
      at = parent;
    }
    heap[at] = event;
  }

  #pop(): Event | undefined {
    const heap = this.#heap;
    const first = heap[0];
    const last = heap.pop();
    if (first === undefined || last === undefined || heap.length === 0) return first;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && isBefore(heap[child + 1] as Event, heap[child] as Event)) child += 1;
      if (!isBefore(heap[child] as Event, last)) break;
      heap[at] = heap[child] as Event;
      at = child;
    }
    heap[at] = last;
    return first;
  }
}
