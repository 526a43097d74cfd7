import type { Random } from '#test/simulation/kernel/random.ts';

/** When somebody asks to be called, and in which words. */
export interface Wish {
  words: string;
  inMinutes: number;
}

const WISHES: readonly Wish[] = [
  { words: 'Can you call me back in two minutes?', inMinutes: 2 },
  { words: 'Can you call me back in two minutes?', inMinutes: 2 },
  { words: 'Please call me back in ten minutes.', inMinutes: 10 },
  { words: 'Please call me again in three hours.', inMinutes: 180 },
];

interface Speakers {
  random: Random;
  /** The share of people who ask to be called back. */
  share: number;
  /** Whether a person is on the call. */
  isPerson(callId: string): boolean;
}

/** What the people of a world say on their calls. */
export class Wishes {
  readonly #speakers: Speakers;
  /** By call; null where nobody asks. */
  readonly #said = new Map<string, Wish | null>();

  constructor(speakers: Speakers) {
    this.#speakers = speakers;
  }

  /** What is said on the call; null if nobody asks to be called back. */
  saidOn(callId: string): Wish | null {
    const known = this.#said.get(callId);
    if (known !== undefined) return known;
    const { random, share, isPerson } = this.#speakers;
    const said = isPerson(callId) && random.chance(share) ? random.pick(WISHES) : null;
    this.#said.set(callId, said);
    return said;
  }

  /** What was said on the call by now. */
  of(callId: unknown): Wish | null {
    return this.#said.get(String(callId)) ?? null;
  }
}
