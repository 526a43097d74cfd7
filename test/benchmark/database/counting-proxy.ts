import { createServer } from 'node:http';

import { askEngine, type EngineAddress } from '#infra/local/database/engine/engine-requests.ts';
import { close, listen, readBytes } from '#infra/local/process/json-http.ts';
import { sleep } from '#test/harness/time/timers.ts';
import { type Asked, whatIsAsked } from './requests-by-subject.ts';

/** What requests of one kind cost so far. */
export interface Tally {
  requests: number;
  writeUnits: number;
  readUnits: number;
}

/** By what was asked for, such as "GetItem CALL". */
export type Tallies = Map<string, Tally>;

/** How long a reply takes beyond what the engine needs, in milliseconds, by what the request does. */
export interface Latencies {
  pointRead: number;
  query: number;
  write: number;
  transaction: number;
}

/** A database in the same region, over a kept connection. */
export const REGION_LATENCIES: Latencies = { pointRead: 4, query: 5, write: 6, transaction: 14 };

const NO_LATENCIES: Latencies = { pointRead: 0, query: 0, write: 0, transaction: 0 };

const LATENCY_OF: Record<string, keyof Latencies> = {
  GetItem: 'pointRead',
  BatchGetItem: 'pointRead',
  Query: 'query',
  Scan: 'query',
  TransactWriteItems: 'transaction',
  TransactGetItems: 'transaction',
};

const READS = new Set(['GetItem', 'BatchGetItem', 'Query', 'Scan', 'TransactGetItems']);

interface Consumed {
  CapacityUnits?: number;
}

const unitsOf = (reply: { ConsumedCapacity?: Consumed | Consumed[] }): number =>
  [reply.ConsumedCapacity ?? []].flat().reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0);

/** What the requests with a mark asked for; that of everybody without one is marked ''. */
export type Marked = Map<string, Tallies>;

/** Carried by what a marked request asks for in its turn. */
const MARK = 'x-benchmark';

const ofMark = (marked: Marked, mark: string): Tallies => {
  const tallies = marked.get(mark) ?? new Map();
  marked.set(mark, tallies);
  return tallies;
};

const add = (tallies: Tallies, subject: string, operation: string, units: number): void => {
  const tally = tallies.get(subject) ?? { requests: 0, writeUnits: 0, readUnits: 0 };
  tally.requests += 1;
  if (READS.has(operation)) tally.readUnits += units;
  else tally.writeUnits += units;
  tallies.set(subject, tally);
};

/** What was spent since an earlier look. */
export const spentSince = (before: Tallies, now: Tallies): Tallies =>
  new Map(
    [...now].flatMap(([subject, tally]) => {
      const earlier = before.get(subject) ?? { requests: 0, writeUnits: 0, readUnits: 0 };
      const requests = tally.requests - earlier.requests;
      const writeUnits = tally.writeUnits - earlier.writeUnits;
      const readUnits = tally.readUnits - earlier.readUnits;
      return requests > 0 ? [[subject, { requests, writeUnits, readUnits }]] : [];
    }),
  );

export const totalOf = (tallies: Tallies): Tally =>
  [...tallies.values()].reduce(
    (sum, tally) => ({
      requests: sum.requests + tally.requests,
      writeUnits: sum.writeUnits + tally.writeUnits,
      readUnits: sum.readUnits + tally.readUnits,
    }),
    { requests: 0, writeUnits: 0, readUnits: 0 },
  );

/** Copies what was counted so far, for a later comparison. */
export const copyOf = (tallies: Tallies): Tallies => new Map([...tallies].map(([name, tally]) => [name, { ...tally }]));

const sleepFor = async (latencyMs: number): Promise<void> => {
  if (latencyMs > 0) await sleep(latencyMs);
};

/**
 * A DynamoDB endpoint in front of another. It counts what each request costs, by the capacity that the engine says it
 * consumed, and can answer as late as a database in a region does.
 */
export const startCountingProxy = async (engine: EngineAddress, latencies: Latencies = NO_LATENCIES) => {
  const marked: Marked = new Map();
  const tallies = ofMark(marked, '');
  const server = createServer(async (request, response) => {
    const operation = String(request.headers['x-amz-target'] ?? '').split('.')[1] ?? '';
    const asked = JSON.parse((await readBytes(request)).toString() || '{}') as Asked;
    await sleepFor(latencies[LATENCY_OF[operation] ?? 'write']);
    const counted = Buffer.from(JSON.stringify({ ...asked, ReturnConsumedCapacity: 'TOTAL' }));
    const { status, body } = await askEngine(engine, request, counted);
    const units = status === 200 ? unitsOf(JSON.parse(body.toString())) : 0;
    add(ofMark(marked, String(request.headers[MARK] ?? '')), whatIsAsked(operation, asked), operation, units);
    response.writeHead(status, { 'content-type': 'application/x-amz-json-1.0' }).end(body);
  });
  const port = await listen(server, 0, '127.0.0.1');
  return { url: `http://127.0.0.1:${port}`, tallies, marked, stop: () => close(server) };
};
