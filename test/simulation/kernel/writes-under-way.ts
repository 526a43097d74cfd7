/** The items of a write, and whether it is a transaction. */
export interface UnderWay {
  items: string[];
  isTransaction: boolean;
}

/**
 * The writes that the database is carrying out at this instant. A write that begins on an item of another one conflicts
 * with it if either is a transaction; condition checks count too.
 */
export class WritesUnderWay {
  readonly #writes = new Set<UnderWay>();

  conflictsWith({ items, isTransaction }: UnderWay): boolean {
    for (const other of this.#writes) {
      if ((isTransaction || other.isTransaction) && other.items.some((item) => items.includes(item))) return true;
    }
    return false;
  }

  begin(write: UnderWay): void {
    this.#writes.add(write);
  }

  end(write: UnderWay): void {
    this.#writes.delete(write);
  }
}
