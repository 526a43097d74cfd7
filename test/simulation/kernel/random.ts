import { seededRandom } from '#test/harness/random.ts';

/** The source of every decision in a simulated world, so a world follows from its seed. */
export class Random {
  readonly #next: () => number;

  constructor(seed: number) {
    this.#next = seededRandom(Math.imul(seed + 1, 0x9e3779b1));
  }

  /** A number in [0, 1). */
  unit(): number {
    return this.#next();
  }

  chance(probability: number): boolean {
    return this.#next() < probability;
  }

  between(low: number, high: number): number {
    return low + this.#next() * (high - low);
  }

  /** A whole number, both ends included. */
  integer(low: number, high: number): number {
    return low + Math.floor(this.#next() * (high - low + 1));
  }

  pick<T>(from: readonly T[]): T {
    return from[Math.floor(this.#next() * from.length)] as T;
  }

  /** Picks by weight. */
  weighted<T extends string>(weights: Record<T, number>): T {
    const entries = Object.entries(weights) as [T, number][];
    let rest = this.#next() * entries.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [name, weight] of entries) {
      rest -= weight;
      if (rest < 0) return name;
    }
    return (entries.at(-1) as [T, number])[0];
  }

  hex(digits: number): string {
    let text = '';
    while (text.length < digits) text += Math.floor(this.#next() * 16).toString(16);
    return text;
  }
}
