import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { REQUEST_LIMIT } from '#shared/domain/account/request-rate.ts';
import { Refusal } from '#shared/domain/errors.ts';
import { SILENT_LOG } from '#shared/ports/log.ts';
import { REQUESTS_PER_SETTLEMENT, RequestLimiter } from '#shared/runtime/http/request-limiter.ts';
import type { TableWriter } from '#shared/store/table/table.ts';
import { seededRandom } from '#test/harness/random.ts';
import { testTable } from '#test/harness/stack/table.ts';

const START = Date.parse('2026-06-15T12:00:00Z');
const UNITS_PER_REQUEST_MAX = 0.1;
const { perSecond, burst } = REQUEST_LIMIT;

const lines: string[] = [];
const log = { ...SILENT_LOG, warn: (text: string) => void lines.push(text) };

type Interference = (write: () => Promise<void>) => Promise<void>;

/** Instances of functions that hold one account to its rate through the one table. */
const instancesOf = (count: number, { interfere, at = [] }: { interfere?: Interference; at?: number[] } = {}) => {
  const table = testTable();
  let writes = 0;
  const counted: TableWriter = {
    ...table,
    get: (key) => table.get(key),
    write: (operation) => {
      writes++;
      return interfere ? interfere(() => table.write(operation)) : table.write(operation);
    },
  };
  const random = seededRandom(count);
  const accountId = randomUUID();
  const instances = Array.from({ length: count }, () => new RequestLimiter({ table: () => counted, random }));
  const send = async (instance: number, ms: number): Promise<boolean> => {
    const now = new Date(START + ms + (at[instance] ?? 0));
    try {
      await (instances[instance] as RequestLimiter).admit(accountId, REQUEST_LIMIT, { now, log });
      return true;
    } catch (error) {
      if (error instanceof Refusal && error.status === 429) return false;
      throw error;
    }
  };
  return {
    send,
    writes: () => writes,
    renew: (at: number) => {
      instances[at] = new RequestLimiter({ table: () => counted, random });
    },
  };
};

type Instances = ReturnType<typeof instancesOf>;

/** Sends so many requests a second, to each instance in turn; answers how many were let in. */
const flood = async ({ send }: Instances, count: number, rate: number, seconds: number, from = 0): Promise<number> => {
  let letIn = 0;
  for (let n = 0; n < rate * seconds; n++) if (await send(n % count, from + (n * 1_000) / rate)) letIn++;
  return letIn;
};

describe('one instance', () => {
  test('lets in exactly the burst and the rate', async () => {
    const instances = instancesOf(1);
    expect(await flood(instances, 1, 200, 5)).toBe(burst + perSecond * 5 - 1);
  });

  test('writes at most twice for twenty requests, and nothing for those that it refuses', async () => {
    const instances = instancesOf(1);
    const letIn = await flood(instances, 1, 400, 5);
    expect(instances.writes()).toBeGreaterThan(0);
    expect(instances.writes()).toBeLessThanOrEqual((letIn * 2) / REQUESTS_PER_SETTLEMENT + 1);
  });
});

describe('many instances', () => {
  test.each([2, 10, 50])('%i never let in less, and at most what each has not settled more', async (count) => {
    const instances = instancesOf(count);
    const [rate, seconds] = [150, 20];
    const letIn = await flood(instances, count, rate, seconds);
    const allowed = burst + perSecond * seconds;
    expect(letIn).toBeGreaterThanOrEqual(allowed - 1);
    expect(letIn).toBeLessThanOrEqual(allowed + (REQUESTS_PER_SETTLEMENT - 1) * count);
    expect(instances.writes() / letIn).toBeLessThanOrEqual(UNITS_PER_REQUEST_MAX);
  });

  test('an account below its limit is never refused, however many instances idle beside the one that works', async () => {
    const instances = instancesOf(60);
    for (let at = 0; at < 60; at++) expect(await instances.send(at, at * 20)).toBe(true);
    expect(await flood(instances, 1, perSecond, 10, 1_200)).toBe(perSecond * 10);
  });

  test('an instance that begins learns what the others have let in', async () => {
    const instances = instancesOf(2);
    await flood({ ...instances, send: (_, ms) => instances.send(0, ms) }, 1, 400, 1);
    let letIn = 0;
    for (let n = 0; n < 100; n++) if (await instances.send(1, 1_000)) letIn++;
    expect(letIn).toBeLessThanOrEqual(REQUESTS_PER_SETTLEMENT);
  });

  test('one that is started anew over and over has at most a batch each time', async () => {
    const instances = instancesOf(1);
    let letIn = 0;
    for (let begun = 0; begun < 20; begun++) {
      instances.renew(0);
      for (let n = 0; n < 100; n++) if (await instances.send(0, 0)) letIn++;
    }
    expect(letIn).toBeLessThanOrEqual(burst + 20 * REQUESTS_PER_SETTLEMENT);
  });

  test('clocks that differ by a second shift the limit by a second of its rate', async () => {
    const at = [0, 1_000, -1_000, 500];
    const letIn = await flood(instancesOf(4, { at }), 4, 200, 20);
    const allowed = burst + perSecond * 20;
    expect(letIn).toBeGreaterThanOrEqual(allowed - 2 * perSecond);
    expect(letIn).toBeLessThanOrEqual(allowed + perSecond + (REQUESTS_PER_SETTLEMENT - 1) * 4);
  });
});

describe('a table that misbehaves', () => {
  test('a limiter that cannot count lets everybody in who is within its own count, and says so', async () => {
    lines.length = 0;
    const interfere = async () => Promise.reject(new Error('no answer'));
    const instances = instancesOf(1, { interfere });
    expect(await flood(instances, 1, perSecond, 4)).toBe(perSecond * 4);
    expect(lines.length).toBe(instances.writes());
    expect(lines.length).toBeLessThanOrEqual((perSecond * 4) / REQUESTS_PER_SETTLEMENT + 1);
    expect(lines[0]).toContain('could not be counted');
  });

  test('what could not be counted is counted with the next batch', async () => {
    let failures = 3;
    const interfere: Interference = async (write) => {
      if (failures-- > 0) throw new Error('no answer');
      await write();
    };
    const instances = instancesOf(2, { interfere });
    for (let n = 0; n < 5 * REQUESTS_PER_SETTLEMENT; n++) await instances.send(0, 0);
    let letIn = 0;
    for (let n = 0; n < 300; n++) if (await instances.send(1, 0)) letIn++;
    expect(letIn).toBeLessThanOrEqual(burst - 5 * REQUESTS_PER_SETTLEMENT + 2 * REQUESTS_PER_SETTLEMENT);
    expect(letIn).toBeGreaterThanOrEqual(burst - 5 * REQUESTS_PER_SETTLEMENT);
  });
});
