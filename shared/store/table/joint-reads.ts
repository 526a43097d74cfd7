import { setImmediate as endOfTurn } from 'node:timers/promises';
import { type Key, nameOf, type Query } from './table.ts';

/** Reads many items, in the order of their keys; undefined for missing ones. */
type ReadMany = <T>(keys: Key[]) => Promise<((Key & T) | undefined)[]>;

interface Turn {
  keys: Map<string, Key>;
  callers: number;
  found: Promise<Map<string, Key>>;
}

/** Whoever asked for a key that DynamoDB refuses fails alone. */
const isOfOneCaller = (error: unknown): boolean => (error as Error).name === 'ValidationException';

/**
 * Makes one request of all reads that begin in one turn of the event loop: a worker handles the messages of a batch
 * beside one another, and they read the same account and campaign. A read never begins before it was asked for, so it is
 * as consistent as one of its own.
 */
export class JointReads {
  readonly #readMany: ReadMany;
  #turn: Turn | undefined;

  constructor(readMany: ReadMany) {
    this.#readMany = readMany;
  }

  async read<T>(keys: Key[]): Promise<((Key & T) | undefined)[]> {
    if (keys.length === 0) return [];
    const turn = this.#joined(keys);
    try {
      const found = await turn.found;
      return keys.map((key) => found.get(nameOf(key)) as (Key & T) | undefined);
    } catch (error) {
      if (turn.callers === 1 || !isOfOneCaller(error)) throw error;
      return this.#readMany(keys);
    }
  }

  #joined(keys: Key[]): Turn {
    this.#turn ??= this.#begun();
    this.#turn.callers += 1;
    for (const { pk, sk } of keys) this.#turn.keys.set(nameOf({ pk, sk }), { pk, sk });
    return this.#turn;
  }

  #begun(): Turn {
    const keys = new Map<string, Key>();
    const found = endOfTurn().then(async () => {
      this.#turn = undefined;
      const items = await this.#readMany<object>([...keys.values()]);
      return new Map(items.flatMap((item) => (item ? [[nameOf(item), item] as const] : [])));
    });
    return { keys, callers: 0, found };
  }
}

type ReadQuery = (query: Query) => Promise<Key[]>;

/** The same for queries: those that ask for the same in one turn share one request. */
export class JointQueries {
  readonly #readQuery: ReadQuery;
  readonly #waiting = new Map<string, Promise<Key[]>>();

  constructor(readQuery: ReadQuery) {
    this.#readQuery = readQuery;
  }

  read(query: Query): Promise<Key[]> {
    const name = JSON.stringify(query);
    const found = this.#waiting.get(name) ?? this.#atEndOfTurn(name, query);
    this.#waiting.set(name, found);
    return found;
  }

  async #atEndOfTurn(name: string, query: Query): Promise<Key[]> {
    await endOfTurn();
    this.#waiting.delete(name);
    return this.#readQuery(query);
  }
}
