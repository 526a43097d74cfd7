import type { Key } from '#shared/store/table/table.ts';
import type { CheckedWorld } from '#test/simulation/checks/checker.ts';
import { callIn } from '#test/simulation/checks/records.ts';
import type { Item } from '#test/simulation/store/item-expressions.ts';

/** An outbound call of no campaign. */
export const isSingle = ({ campaign_id, direction }: Item): boolean => campaign_id === null && direction === 'outbound';

/** Nothing more happens to the call. */
export const isOver = ({ status }: Item): boolean => status === 'ended' || status === 'cancelled';

/** The single calls of a world, in the order in which they were written down. */
export class SingleCalls {
  readonly #world: Pick<CheckedWorld, 'table'>;
  readonly #ids = new Set<string>();
  readonly #open = new Set<string>();

  constructor(world: Pick<CheckedWorld, 'table'>) {
    this.#world = world;
  }

  /** Answers the single calls among the items written. */
  wrote(keys: Key[]): Item[] {
    const written = keys.flatMap((key) => (key.sk === 'CALL' ? (this.#world.table.peek(key) ?? []) : []));
    const calls = written.filter(isSingle);
    for (const call of calls) {
      const id = String(call.id);
      this.#ids.add(id);
      if (isOver(call)) this.#open.delete(id);
      else this.#open.add(id);
    }
    return calls;
  }

  all(): Item[] {
    return [...this.#ids].flatMap((id) => callIn(this.#world.table, id) ?? []);
  }

  /** Those that are not over. */
  open(): Item[] {
    return [...this.#open].flatMap((id) => callIn(this.#world.table, id) ?? []);
  }
}
