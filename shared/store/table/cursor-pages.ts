import { fitting } from '#shared/domain/page-size.ts';
import { type CursorContent, readCursor, writeCursor } from './cursors.ts';
import { readShown } from './shown-items.ts';
import type { Condition, Key, Position, Stretch, StretchQuery, TableReader } from './table.ts';

/** A list is counted up to here. */
export const COUNT_MAX = 10_000;
/**
 * Entries of the index that one request reads at most, matching or not: about 6 MB, or 730 read units. A page that
 * finds nothing more by then ends early, and its cursor goes on.
 */
export const ENTRIES_PER_REQUEST = 20_000;

export interface CursorPage {
  limit: number;
  offset?: number | undefined;
  cursor?: string | undefined;
}

/** What an index says of its entries only roughly: which of them match by their items. They are few. */
export interface Narrowing {
  /** What they are narrowed down to; tells a cursor's list from others. */
  to: string;
  /** Attributes of an item that tell it. */
  fields: readonly string[];
  matches(item: Key): boolean;
}

interface CursorListRequest extends CursorPage {
  /** Partition of the `list` index. */
  list: string;
  /** Only items created from this time on, ISO 8601. */
  from?: string | undefined;
  /** Only items created before this time, ISO 8601. */
  before?: string | undefined;
  /** What is older has expired, although the database may not have deleted it yet; moves on from page to page. */
  keptSince?: Date;
  /** Tests on the compact `ix` attribute. */
  filter: Condition[];
  /** Narrows down what the filter finds. */
  narrowing?: Narrowing;
  /** Attributes of an item that are read; all by default. */
  fields?: readonly string[];
}

/** What every answer says that pages by cursor. */
interface CursorPageFacts {
  /** Matches when the first page was read, `COUNT_MAX` at most. */
  count: number;
  /** False where there may be more than `count`. */
  count_is_exact: boolean;
  /** Null at the end. */
  next_cursor: string | null;
  limit: number;
  offset: number;
}

type Entry = Key & { list_sk: string };
type Walk = Omit<StretchQuery, 'lookAtMax'>;

const identityOf = ({ list, from, before, filter, narrowing }: CursorListRequest): string =>
  JSON.stringify([list, from ?? null, before ?? null, filter, ...(narrowing ? [narrowing.to] : [])]);

const walkOf = ({ list, from, before, keptSince, filter }: CursorListRequest): Walk => {
  const atLeast = [from, keptSince?.toISOString()]
    .filter((since) => since !== undefined)
    .sort()
    .at(-1);
  return {
    index: 'list',
    partition: list,
    newestFirst: true,
    fields: ['pk', 'sk', 'list_sk'],
    filter,
    ...(atLeast !== undefined && { atLeast }),
    ...(before !== undefined && { upTo: before }),
  };
};

type Count = Pick<CursorContent, 'count' | 'countIsExact'>;

/**
 * With filters, page and count come from one pass; without, keys are read for the page only, and the rest is counted.
 * What must be narrowed down is all found for the first page.
 */
const wantedMatches = ({ filter, narrowing }: CursorListRequest, pageEnd: number, begun: Count | undefined): number =>
  narrowing || (filter.length > 0 && !begun) ? Math.max(pageEnd, COUNT_MAX + 1) : pageEnd;

/** The part of a list that was walked, with those of its entries whose items match. */
const narrowed = async (table: TableReader, found: Stretch<Entry>, narrowing: Narrowing): Promise<Stretch<Entry>> => {
  const items = await readShown<object>(table, found.items, narrowing.fields);
  const matching = found.items.filter((_, at) => {
    const item = items[at];
    return item !== undefined && narrowing.matches(item);
  });
  return { ...found, items: matching, matches: matching.length };
};

/** Rough matches that a page by cursor narrows down at first for each row that it wants. */
const STRIDE_PER_ROW = 2;

/** As far as a page by cursor needs it, in strides that grow where few of the rough matches do. */
const narrowedPage = async (
  table: TableReader,
  walk: Walk,
  wanted: number,
  narrowing: Narrowing,
): Promise<Stretch<Entry>> => {
  let page: Stretch<Entry> = { items: [], matches: 0, lookedAt: 0, stoppedAt: walk.after };
  let narrowedDown = 0;
  do {
    const walked = await table.queryStretch<Entry>({
      ...walk,
      after: page.stoppedAt,
      limit: Math.max(STRIDE_PER_ROW * wanted, narrowedDown),
      lookAtMax: ENTRIES_PER_REQUEST - page.lookedAt,
    });
    narrowedDown += walked.matches;
    const { items, matches, lookedAt, stoppedAt } = await narrowed(table, walked, narrowing);
    page = {
      items: [...page.items, ...items],
      matches: page.matches + matches,
      lookedAt: page.lookedAt + lookedAt,
      stoppedAt,
    };
  } while (page.stoppedAt && page.matches < wanted && page.lookedAt < ENTRIES_PER_REQUEST);
  return page;
};

/** The part of a list that a page is found in. */
const walkFor = async (
  table: TableReader,
  request: CursorListRequest,
  begun: CursorContent | undefined,
  skip: number,
): Promise<Stretch<Entry>> => {
  const { narrowing } = request;
  const walk = { ...walkOf(request), after: begun?.after };
  // One more, which shows whether another page follows.
  const pageEnd = skip + request.limit + 1;
  if (narrowing && begun) return narrowedPage(table, walk, pageEnd, narrowing);
  const limit = wantedMatches(request, pageEnd, begun);
  const walked = await table.queryStretch<Entry>({ ...walk, limit, lookAtMax: ENTRIES_PER_REQUEST });
  return narrowing ? narrowed(table, walked, narrowing) : walked;
};

/** Counts on from where the page stopped, so that no entry is read twice. */
const countOn = async (
  table: TableReader,
  walk: Walk,
  found: number,
  after: Position | undefined,
  lookAtMax: number,
): Promise<Count> => {
  if (!after || found > COUNT_MAX) return { count: Math.min(found, COUNT_MAX), countIsExact: found <= COUNT_MAX };
  if (lookAtMax <= 0) return { count: found, countIsExact: false };
  const limit = COUNT_MAX + 1 - found;
  const rest = await table.queryStretch({ ...walk, after, limit, lookAtMax, countsOnly: true });
  const count = found + rest.matches;
  return { count: Math.min(count, COUNT_MAX), countIsExact: count <= COUNT_MAX && !rest.stoppedAt };
};

interface Rows<T> {
  items: (Key & T)[];
  /** The entries of the page, up to the last that fits into one answer. */
  shown: Entry[];
  limit: number;
}

/** The full items of a page that fit into one answer. */
const readRows = async <T>(
  table: TableReader,
  entries: Entry[],
  { limit, fields }: Pick<CursorListRequest, 'limit' | 'fields'>,
  rowOf: (item: Key & T) => unknown,
): Promise<Rows<T>> => {
  const found = await readShown<T>(table, entries, fields);
  const rows = found.flatMap((item, at) => (item === undefined ? [] : [{ item, at }]));
  const fit = fitting(rows.map(({ item }) => rowOf(item))).length;
  const items = rows.slice(0, fit).map(({ item }) => item);
  const firstLeftOut = rows[fit]?.at;
  if (firstLeftOut === undefined) return { items, shown: entries, limit };
  return { items, shown: entries.slice(0, firstLeftOut), limit: fit };
};

/**
 * One page of a list, newest first, found by offset or by cursor. What is created meanwhile is newer than the first
 * page, so a walk by cursor shows no row twice and skips none. The first page counts the matches; the others repeat
 * that count. Full items are read for the page only; `rowOf` is what an item becomes in the answer, which must not be
 * too large.
 * @throws Refusal 400 for a cursor that is not of this list with these filters.
 */
export const readCursorPage = async <T>(
  table: TableReader,
  request: CursorListRequest,
  rowOf: (item: Key & T) => unknown = (item) => item,
): Promise<CursorPageFacts & { items: (Key & T)[] }> => {
  const { offset = 0, cursor } = request;
  const identity = identityOf(request);
  const begun = cursor === undefined ? undefined : readCursor(identity, cursor);
  const skip = begun?.skip ?? offset;
  const page = await walkFor(table, request, begun, skip);
  // Entries further on match only roughly, so nobody counts them.
  const left = request.narrowing ? 0 : ENTRIES_PER_REQUEST - page.lookedAt;
  const counted = begun ?? (await countOn(table, walkOf(request), page.matches, page.stoppedAt, left));
  const { items, shown, limit } = await readRows(table, page.items.slice(skip, skip + request.limit), request, rowOf);
  const last = page.matches > skip + shown.length ? shown.at(-1) : undefined;
  const goesOnAt = last ? { pk: last.pk, sk: last.sk, sort: last.list_sk } : page.stoppedAt;
  const { count, countIsExact } = counted;
  const next = goesOnAt && { after: goesOnAt, skip: Math.max(0, skip - page.matches), count, countIsExact };
  return {
    items,
    count,
    count_is_exact: countIsExact,
    next_cursor: next ? writeCursor(identity, next) : null,
    limit,
    offset,
  };
};
