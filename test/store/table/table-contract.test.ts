import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import {
  absent,
  anyOf,
  below,
  equals,
  MAX_TRANSACTION_OPERATIONS,
  present,
  type TableWriter,
  type WriteOperation,
} from '#shared/store/table/table.ts';
import { MemoryTable } from '#test/simulation/store/memory-table.ts';
import { type RealEngine, startRealEngine } from '#test/simulation/store/real-store.ts';
import { promiseConditions } from './conditions.ts';
import { A, B, failureOf, withoutMark } from './expectations.ts';
import { promiseQueries } from './queries.ts';

/** The promises of the table's port, which the simulation's memory table and DynamoDB both keep. */

interface Subject {
  table: TableWriter;
  /** Loses the reply to the next request, which is then sent again. */
  loseNextReply(): void;
}

let engine: RealEngine;
let repeatsNext = false;

beforeAll(async () => {
  engine = await startRealEngine();
  engine.client.middlewareStack.add(
    (next) => async (request) => {
      if (!repeatsNext) return next(request);
      repeatsNext = false;
      await next(request);
      return next(request);
    },
    { step: 'finalizeRequest', name: 'loseReply' },
  );
});

afterAll(() => engine.stop());

let tables = 0;

const openMemory = async (): Promise<Subject> => {
  const table = new MemoryTable();
  return { table, loseNextReply: () => table.loseNextReply() };
};

const openDynamodb = async (): Promise<Subject> => ({
  table: await engine.openTable(`contract-${++tables}`),
  loseNextReply: () => {
    repeatsNext = true;
  },
});

describe.each([
  ['the memory table', openMemory],
  ['DynamoDB', openDynamodb],
])('%s', (_, open) => {
  let subject: Subject;
  let table: TableWriter;

  beforeEach(async () => {
    subject = await open();
    table = subject.table;
  });

  describe('reads', () => {
    test('what was put is got, without what was undefined', async () => {
      await table.write({ put: { ...A, n: 1, none: null, list: [1, { a: 'b' }], gone: undefined } });
      expect(await table.get(A)).toEqual({ ...A, n: 1, none: null, list: [1, { a: 'b' }] });
      expect(await table.get(B)).toBeUndefined();
    });

    test('nothing is shared between a caller and the table', async () => {
      const item = { ...A, list: [1] };
      await table.write({ put: item });
      item.list.push(2);
      const read = await table.get<{ list: number[] }>(A);
      read?.list.push(3);
      expect(await table.get(A)).toEqual({ ...A, list: [1] });
    });

    test('many are got in the order of the keys, repeated keys and missing ones included', async () => {
      await table.write({ put: { ...A, n: 1 } });
      const C = { pk: 'P', sk: 'C' };
      expect(await table.getMany([B, A, C, A])).toEqual([undefined, { ...A, n: 1 }, undefined, { ...A, n: 1 }]);
      expect(await table.getMany([B, A, C, A], { mayLag: true })).toEqual([
        undefined,
        { ...A, n: 1 },
        undefined,
        { ...A, n: 1 },
      ]);
      expect(await table.getMany([])).toEqual([]);
    });
  });

  describe('updates', () => {
    test('an update sets, adds and removes in one step, and creates what is not there', async () => {
      await table.write({ update: A, set: { a: 1, gone: undefined }, add: { n: 2 } });
      await table.write({ update: A, set: { b: 'x' }, add: { n: 3 }, remove: ['a', 'never'] });
      expect(withoutMark(await table.get(A))).toEqual({ ...A, b: 'x', n: 5 });
    });

    test('a path inside an attribute can be set and removed, its neighbours stay', async () => {
      await table.write({ put: { ...A, ix: { status: 'old', other: 1 } } });
      await table.write({ update: A, set: { 'ix.status': 'new' } });
      expect(await table.get(A)).toEqual({ ...A, ix: { status: 'new', other: 1 } });
      await table.write({ update: A, remove: ['ix.other'] });
      expect(await table.get(A)).toEqual({ ...A, ix: { status: 'new' } });
    });

    test('a path into an attribute that is not there is refused, and nothing is written', async () => {
      await expect(table.write({ update: A, set: { 'ix.status': 'new' } })).rejects.toMatchObject({
        name: 'ValidationException',
      });
      expect(await table.get(A)).toBeUndefined();
    });

    test('a put replaces everything, a delete of nothing is fine', async () => {
      await table.write({ put: { ...A, a: 1 } });
      await table.write({ put: { ...A, b: 2 } });
      expect(await table.get(A)).toEqual({ ...A, b: 2 });
      await table.write({ delete: A });
      await table.write({ delete: A });
      expect(await table.get(A)).toBeUndefined();
    });
  });

  promiseConditions(() => subject.table);

  describe('lost replies', () => {
    test('a put and an update that are sent again find that they had already won', async () => {
      subject.loseNextReply();
      await table.write({ put: { ...A, n: 1 }, when: [absent('pk')] });
      subject.loseNextReply();
      await table.write({ update: A, set: { version: 1 }, when: [absent('version')] });
      expect(withoutMark(await table.get(A))).toEqual({ ...A, n: 1, version: 1 });
    });

    test.each([
      ['with a condition that still holds', [anyOf(absent('n'), below('n', 10))]],
      ['without a condition', []],
    ])('an update that adds, and is sent again, adds once: %s', async (_words, when) => {
      for (let adds = 0; adds < 2; adds++) {
        subject.loseNextReply();
        await table.write({ update: A, set: { last: adds }, add: { n: 2 }, when });
      }
      expect(withoutMark(await table.get(A))).toEqual({ ...A, last: 1, n: 4 });
    });

    test('a transaction that is sent again happens once', async () => {
      await table.transact([{ update: A, add: { n: 1 } }]);
      subject.loseNextReply();
      await table.transact([
        { update: A, add: { n: 1 } },
        { put: { ...B, n: 1 }, when: [absent('pk')] },
      ]);
      expect(await table.getMany([A, B])).toEqual([
        { ...A, n: 2 },
        { ...B, n: 1 },
      ]);
    });

    test('a write that lost to somebody else stays lost when it is sent again', async () => {
      await table.write({ put: { ...A, n: 1 }, when: [absent('pk')] });
      await failureOf(table.write({ put: { ...A, n: 2 }, when: [absent('pk')] }));
      expect(withoutMark(await table.get(A))).toEqual({ ...A, n: 1 });
    });
  });

  describe('transactions', () => {
    test('all happen, and checks write nothing', async () => {
      await table.write({ put: { ...A, n: 1 } });
      await table.transact([
        { check: A, when: [equals('n', 1)] },
        { put: { ...B, n: 2 }, when: [absent('pk')] },
        { update: { pk: 'P', sk: 'C' }, add: { n: 1 } },
      ]);
      expect(await table.query({ partition: 'P' })).toEqual([
        { ...A, n: 1 },
        { ...B, n: 2 },
        { pk: 'P', sk: 'C', n: 1 },
      ]);
    });

    test('one that fails undoes all, and says which failed and what they found', async () => {
      await table.write({ put: { ...A, n: 1 } });
      const operations: WriteOperation[] = [
        { put: { ...B, n: 2 } },
        { update: A, set: { n: 3 }, when: [equals('n', 2)] },
        { check: { pk: 'P', sk: 'C' }, when: [present('pk')] },
      ];
      const { failures } = await failureOf(table.transact(operations));
      expect(failures).toEqual([
        { index: 1, found: { ...A, n: 1 } },
        { index: 2, found: undefined },
      ]);
      expect(await table.query({ partition: 'P' })).toEqual([{ ...A, n: 1 }]);
    });

    test('the refusal is that of the first operation that failed and has one', async () => {
      await table.write({ put: A });
      const transaction = table.transact([
        { put: A, when: [absent('pk')] },
        { check: B, when: [present('pk')], refuse: () => new Error('no such thing') },
      ]);
      await expect(transaction).rejects.toThrow('no such thing');
    });

    test('an update that cannot be carried out leaves everything as it was', async () => {
      const transaction = table.transact([{ put: B }, { update: A, set: { 'ix.status': 'new' } }]);
      await expect(transaction).rejects.toThrow();
      expect(await table.getMany([A, B])).toEqual([undefined, undefined]);
    });

    test('two operations on one item are refused', async () => {
      await expect(table.transact([{ put: A }, { delete: A }])).rejects.toThrow();
      expect(await table.get(A)).toBeUndefined();
    });

    test('the largest one passes, a larger one is refused in words', async () => {
      const puts = (count: number): WriteOperation[] =>
        Array.from({ length: count }, (_each, at) => ({ put: { pk: 'MANY', sk: String(at).padStart(3, '0') } }));
      await table.transact(puts(MAX_TRANSACTION_OPERATIONS));
      expect(await table.query({ partition: 'MANY' })).toHaveLength(MAX_TRANSACTION_OPERATIONS);
      await expect(table.transact(puts(MAX_TRANSACTION_OPERATIONS + 1))).rejects.toThrow('100');
    });
  });

  promiseQueries(() => subject.table);
});

test('a stale read of the memory table shows a global index as it was', async () => {
  let now = 0;
  const table = new MemoryTable({ clock: () => now, remembersMs: 1000 });
  await table.write({ put: { ...A, list_pk: 'L', list_sk: 'a' } });
  now = 500;
  await table.write({ put: { ...B, list_pk: 'L', list_sk: 'b' } });
  await table.write({ update: A, remove: ['list_pk', 'list_sk'] });
  const sorts = async (lagMs: number) =>
    (await table.staleQuery<object>({ index: 'list', partition: 'L' }, lagMs)).map(({ sk }) => sk);
  expect(await sorts(100)).toEqual(['A']);
  now = 700;
  expect(await sorts(100)).toEqual(['B']);
});
