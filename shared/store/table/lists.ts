import { readCounter } from './counters.ts';
import { readShown } from './shown-items.ts';
import { type Condition, contains, type Key, type TableReader } from './table.ts';

interface ListRequest {
  /** Partition of the `list` index. */
  list: string;
  /** Tests on the compact `ix` attribute. */
  filter: Condition[];
  /** Owner of the counter of the unfiltered list, if there is one. */
  counter?: string;
  limit: number;
  offset: number;
}

/**
 * One page of a list, newest first, with the number of matches before paging.
 *
 * Without filters, the count comes from the counter and only the keys up to the page are read. With filters, or without
 * a counter, one pass over the index gives both count and page. Full items are read for the page only.
 */
export const readPage = async <T>(
  table: TableReader,
  request: ListRequest,
): Promise<{ items: (Key & T)[]; count: number }> => {
  const { list, filter, counter, limit, offset } = request;
  const counted = filter.length === 0 && counter !== undefined;
  const [matches, total] = await Promise.all([
    table.query<object>({
      index: 'list',
      partition: list,
      newestFirst: true,
      fields: ['pk', 'sk'],
      filter,
      ...(counted && { limit: offset + limit }),
    }),
    counted ? readCounter(table, counter) : undefined,
  ]);
  const page = matches.slice(offset, offset + limit);
  const items = (await readShown<T>(table, page)).filter((item) => item !== undefined);
  return { items, count: total ?? matches.length };
};

const normalised = (text: string): string => text.toLowerCase().replaceAll('\n', ' ');

/** The text for substring search; one line per field, so that a match never spans two fields. */
export const searchText = (fields: (string | null)[]): string =>
  fields
    .filter((field) => field !== null)
    .map(normalised)
    .join('\n');

/** The condition of a text search; none for an empty search. */
export const searched = (text: string | undefined): Condition[] =>
  text ? [contains('ix.text', normalised(text))] : [];

/** The same condition, on a search text that was read. */
export const hasText = (text: string, search: string | undefined): boolean =>
  !search || text.includes(normalised(search));
