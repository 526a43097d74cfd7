import type { Timer } from './kernel.ts';
import { travelMs } from './latency.ts';
import type { Machine } from './machine.ts';
import type { UnderWay } from './writes-under-way.ts';

export type Ending = 'done' | 'failed' | 'crashed';

type Effects = 'read' | 'write' | 'send' | 'none';

/** How long the database holds a write's items; the rest of its latency is the way there. */
const HELD_MAX_MS = 30;
const CONFLICT = { Code: 'TransactionConflict' };

/** A function may be frozen this long after its answer, and its work then goes on this long, at most. */
const FROZEN_MAX_MS = 60_000;
const THAWED_MAX_MS = 60_000;

const THROTTLED = 'ThrottlingException';
const TIMED_OUT = 'TimeoutError';

const failure = (name: string, message: string): Error => Object.assign(new Error(message), { name });

/**
 * One run of a function. Every port call is an operation with an instant of its own, and anything else may happen
 * between two of them. A crashed invocation is never resumed, because whatever it waits for does not come.
 */
export class Invocation {
  static #count = 0;

  readonly name: string;
  readonly number: number;
  readonly #machine: Machine;
  readonly #skewMs: number;
  readonly #onEnd: (ending: Ending, error?: unknown) => void;
  readonly #timeout: Timer;
  #isGone = false;
  readonly #isOverloaded: boolean;
  #hasAnswered = false;
  #disturbed = false;
  #frozenUntil = 0;

  /** Restarts the numbers, so that every run of a seed has the same trace. */
  static restart(): void {
    Invocation.#count = 0;
  }

  constructor(
    machine: Machine,
    name: string,
    timeoutSeconds: number,
    onEnd: (ending: Ending, error?: unknown) => void,
  ) {
    const { kernel, faults, skewMs } = machine;
    this.name = name;
    this.number = ++Invocation.#count;
    this.#machine = machine;
    this.#onEnd = onEnd;
    this.#skewMs = kernel.random.between(-skewMs, skewMs);
    if (this.#skewMs !== 0) faults.count('clockSkew');
    this.#isOverloaded = faults.happens('overloaded');
    this.#timeout = kernel.after(timeoutSeconds * 1000, () => {
      if (!this.#isGone) faults.count('lambdaTimeout');
      this.crash('ran out of time');
      return false;
    });
  }

  get isOver(): boolean {
    return this.#isGone;
  }

  /** Something went wrong, so its work may be unfinished. */
  get isDisturbed(): boolean {
    return this.#disturbed;
  }

  readonly clock = (): Date => new Date(Math.floor(this.#machine.kernel.now + this.#skewMs));

  start(body: () => Promise<unknown>): void {
    this.trace('begins');
    body().then(
      () => this.#end('done'),
      (error: unknown) => this.#end('failed', error),
    );
  }

  crash(why: string): void {
    if (this.#isGone) return;
    this.#disturbed = true;
    this.trace(why);
    this.#isGone = true;
    this.#end('crashed');
  }

  trace(words: string): void {
    this.#machine.trace.add(this.#machine.kernel.now, this.number, this.name, words);
  }

  /** Runs one port call: it waits its turn, takes effect and resumes the caller, unless a fault intervenes. */
  operation<T>(words: string, effects: Effects, perform: () => T | Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      if (this.#isGone) return;
      const isDialCheck = effects === 'read' && this.name === 'place-call';
      const { there, back } = travelMs(this.#machine, this.#isOverloaded, isDialCheck);
      const answer = (value: T): void => this.#reply(back, () => resolve(value));
      this.#machine.kernel.after(there, () => this.#perform(words, effects, perform, answer, reject));
    });
  }

  /**
   * Like an operation; while the database carries out the write, nobody else may write the same items beside a
   * transaction.
   */
  write<T>(words: string, write: UnderWay, perform: () => T | Promise<T>): Promise<T> {
    const { kernel, writes, faults } = this.#machine;
    return new Promise((resolve, reject) => {
      if (this.#isGone) return;
      const { there, back } = travelMs(this.#machine, this.#isOverloaded);
      const answer = (value: T): void => this.#reply(back, () => resolve(value));
      const heldMs = Math.min(there, kernel.random.between(2, HELD_MAX_MS));
      kernel.after(there - heldMs, () => {
        if (this.#isGone) return false;
        const isRefused = writes.conflictsWith(write);
        if (isRefused) faults.count('transactionConflict');
        else writes.begin(write);
        kernel.after(heldMs, () => {
          writes.end(write);
          return this.#perform(words, 'write', isRefused ? () => this.#conflict(write) : perform, answer, reject);
        });
        return false;
      });
    });
  }

  #conflict({ isTransaction }: UnderWay): never {
    throw isTransaction
      ? Object.assign(failure('TransactionCanceledException', 'Cancelled.'), { CancellationReasons: [CONFLICT] })
      : failure('TransactionConflictException', 'Transaction is ongoing for the item.');
  }

  sleep(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      if (this.#isGone) return;
      const { kernel, faults } = this.#machine;
      kernel.after(milliseconds + kernel.random.between(0, 2), () => {
        if (this.#isGone) return false;
        if (faults.happens('crashAfter')) this.crash('crashes asleep');
        else resolve();
        return true;
      });
    });
  }

  /** May crash outside an operation; true when the invocation is gone. */
  mayCrash(kind: 'crashBefore' | 'crashAfter', words: string): boolean {
    if (this.#isGone) return true;
    if (!this.#machine.faults.happens(kind)) return false;
    this.crash(`crashes ${words}`);
    return true;
  }

  async #perform<T>(
    words: string,
    effects: Effects,
    perform: () => T | Promise<T>,
    resolve: (value: T) => void,
    reject: (error: unknown) => void,
  ): Promise<boolean> {
    if (this.mayCrash('crashBefore', `before ${words}`)) return false;
    const refused = this.#refusal(effects);
    if (refused) {
      this.#disturbed = true;
      this.trace(`${words}: ${refused.name}`);
      reject(refused);
      return true;
    }
    try {
      const pending = perform();
      const value = pending instanceof Promise ? await pending : pending;
      this.trace(words);
      this.#machine.observe(effects === 'write');
      if (this.mayCrash('crashAfter', `after ${words}`)) return false;
      if (effects !== 'read' && effects !== 'none' && this.#machine.faults.happens('lostReply')) {
        this.#disturbed = true;
        this.trace(`${words}: the reply is lost`);
        reject(failure(TIMED_OUT, 'The reply did not come in time.'));
      } else resolve(value);
    } catch (error) {
      if ((error as Error).name === TIMED_OUT) this.#disturbed = true;
      this.trace(`${words}: ${(error as Error).name}`);
      reject(error);
    }
    return true;
  }

  #refusal(effects: Effects): Error | undefined {
    const { faults } = this.#machine;
    if (effects === 'none') return undefined;
    if (faults.happens('throttle')) return failure(THROTTLED, 'Too many requests.');
    return undefined;
  }

  #end(ending: Ending, error?: unknown): void {
    if (this.#hasAnswered) return;
    this.#hasAnswered = true;
    this.#timeout.cancel();
    // Work that was given back is frozen with its function, and may be thawed with the next batch.
    if (ending === 'done' && this.#machine.faults.happens('thawed')) this.#freeze();
    else this.#isGone = true;
    if (ending !== 'crashed')
      this.trace(ending === 'done' ? 'ends' : `fails: ${(error as Error).name}: ${(error as Error).message}`);
    this.#onEnd(ending, error);
  }

  /** Requests under way are still carried out; their replies wait until the function is thawed. */
  #freeze(): void {
    const { kernel } = this.#machine;
    this.#frozenUntil = kernel.now + kernel.random.between(0, FROZEN_MAX_MS);
    kernel.after(this.#frozenUntil - kernel.now + kernel.random.between(0, THAWED_MAX_MS), () => {
      this.#isGone = true;
      return false;
    });
  }

  /** Resumes the caller when the reply is back, and the function is not frozen. */
  #reply(backMs: number, resume: () => void): void {
    const { kernel } = this.#machine;
    const waitMs = Math.max(backMs, this.#frozenUntil - kernel.now);
    if (waitMs <= 0) resume();
    else {
      kernel.after(waitMs, () => {
        if (this.#isGone) return false;
        if (this.#frozenUntil > kernel.now) this.#reply(0, resume);
        else resume();
        return true;
      });
    }
  }
}
