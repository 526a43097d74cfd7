import type { Json, JsonReply } from '#infra/local/process/json-http.ts';
import { type Call, callData } from './calls.ts';
import { TelnyxRefusal } from './refusal.ts';

export const ACTIVE_CALLS_PER_PAGE_MAX = 250;
const PER_PAGE_DEFAULT = 20;

const refuse = (parameter: string): never => {
  throw new TelnyxRefusal(422, '10015', 'Bad Request', { detail: `${parameter} is not valid.` });
};

const cursorAt = (index: number): string => `v1:${Buffer.from(String(index)).toString('base64')}`;
const indexOf = (cursor: string): number => Number(Buffer.from(cursor.slice('v1:'.length), 'base64').toString());

/** Reads the documented query fields except the page number, which the documented answers do not know. */
const readQuery = (query: URLSearchParams): { start: number; limit: number } => {
  for (const name of query.keys()) if (!/^page\[(after|limit)\]$/.test(name)) refuse(name);
  const after = query.get('page[after]');
  const start = after === null ? 0 : indexOf(after);
  const limit = Number(query.get('page[limit]') ?? PER_PAGE_DEFAULT);
  if (!Number.isInteger(start)) refuse('page[after]');
  if (!(Number.isInteger(limit) && limit >= 1 && limit <= ACTIVE_CALLS_PER_PAGE_MAX)) refuse('page[limit]');
  return { start, limit };
};

const activeCallData = (call: Call): Json => {
  const { is_alive, start_time, end_time, ...documented } = callData(call) as Json;
  return documented;
};

/** A page of live calls; the last page has no cursor to the next. */
export const activeCallPage = (calls: Iterable<Call>, query: URLSearchParams, perPageMax: number): JsonReply => {
  const live = [...calls].filter(({ endedAt }) => endedAt === null);
  const { start, limit } = readQuery(query);
  const end = start + Math.min(limit, perPageMax);
  const cursors = {
    after: end < live.length ? cursorAt(end) : null,
    before: start > 0 ? cursorAt(Math.max(0, start - limit)) : null,
  };
  const data = live.slice(start, end).map(activeCallData);
  return { status: 200, body: { data, meta: { cursors, total_items: live.length } } };
};
