import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import {
  absent,
  anyOf,
  below,
  type Condition,
  ConditionFailed,
  contains,
  differs,
  equals,
  MAX_TRANSACTION_OPERATIONS,
  oneOf,
  present,
  type TableWriter,
  type WriteOperation,
} from '#shared/store/table.ts';
import { MemoryTable } from './memory-table.ts';
import { type RealEngine, startRealEngine } from './real-store.ts';

/** The promises of the table's port, held by the memory table of the simulation and by DynamoDB alike. */

interface Subject {
  table: TableWriter;
  /** The next request is carried out, its reply is lost, and it is sent again. */
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

const A = { pk: 'P', sk: 'A' };
const B = { pk: 'P', sk: 'B' };

const failureOf = async (pending: Promise<unknown>): Promise<ConditionFailed> => {
  const error: unknown = await pending.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(ConditionFailed);
  return error as ConditionFailed;
};

const withoutMark = (item: object | undefined): object | undefined => {
  if (!item) return undefined;
  const { wid: _, ...rest } = item as Record<string, unknown>;
  return rest;
};

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
      expect(await table.getMany([])).toEqual([]);
    });
  });

  describe('updates', () => {
    test('an update sets, adds and removes in one step, and creates what is not there', async () => {
      await table.write({ update: A, set: { a: 1, gone: undefined }, add: { n: 2 } });
      await table.write({ update: A, set: { b: 'x' }, add: { n: 3 }, remove: ['a', 'never'] });
      expect(await table.get(A)).toEqual({ ...A, b: 'x', n: 5 });
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

  describe('conditions', () => {
    const item = { ...A, n: 5, s: 'five', no: null, flag: false, ix: { status: 'on' } };
    const onItem: [string, Condition[], boolean][] = [
      ['present', [present('n')], true],
      ['present: null counts', [present('no')], true],
      ['present: missing', [present('x')], false],
      ['absent', [absent('x')], true],
      ['absent: there', [absent('n')], false],
      ['equals', [equals('n', 5)], true],
      ['equals null', [equals('no', null)], true],
      ['equals: other type', [equals('n', '5')], false],
      ['equals: missing', [equals('x', 5)], false],
      ['equals false', [equals('flag', false)], true],
      ['equals a map', [equals('ix', { status: 'on' })], true],
      ['equals inside', [equals('ix.status', 'on')], true],
      ['present inside nothing', [present('x.y')], false],
      ['differs', [differs('n', 6)], true],
      ['differs: same', [differs('n', 5)], false],
      ['differs: missing', [differs('x', 5)], true],
      ['below', [below('n', 6)], true],
      ['below: same', [below('n', 5)], false],
      ['below: missing', [below('x', 5)], false],
      ['below: other type', [below('s', 5)], false],
      ['below, text', [below('s', 'six')], true],
      ['at most', [{ test: '<=', field: 'n', value: 5 }], true],
      ['above', [{ test: '>', field: 'n', value: 5 }], false],
      ['at least', [{ test: '>=', field: 'n', value: 5 }], true],
      ['one of', [oneOf('n', [1, 5])], true],
      ['one of: none', [oneOf('n', [1, 2])], false],
      ['one of: missing', [oneOf('x', [1])], false],
      ['contains', [contains('s', 'iv')], true],
      ['contains: not', [contains('s', 'xx')], false],
      ['any', [anyOf(equals('n', 1), equals('n', 5))], true],
      ['any: none', [anyOf(equals('n', 1), absent('n'))], false],
      ['all', [equals('n', 5), equals('s', 'five')], true],
      ['all: one fails', [equals('n', 5), equals('s', 'six')], false],
    ];

    test.each(onItem)('%s', async (_words, when, holds) => {
      await table.write({ put: item });
      const write = table.write({ update: A, set: { written: true }, when });
      if (holds) await write;
      else await failureOf(write);
      expect((await table.get<{ written?: boolean }>(A))?.written).toBe(holds ? true : undefined);
    });

    test('where there is no item, only absence holds', async () => {
      await table.write({ put: { ...A, n: 1 }, when: [absent('pk')] });
      await failureOf(table.write({ put: { ...A, n: 2 }, when: [absent('pk')] }));
      await failureOf(table.write({ update: B, set: { n: 2 }, when: [present('pk')] }));
      await failureOf(table.write({ delete: B, when: [equals('n', 1)] }));
      expect(withoutMark(await table.get(A))).toEqual({ ...A, n: 1 });
    });

    test('a failed write says what it found', async () => {
      await table.write({ put: { ...A, n: 1, ix: { a: [1] } } });
      const there = await failureOf(table.write({ delete: A, when: [equals('n', 2)] }));
      expect(there.failures).toEqual([{ index: 0, found: { ...A, n: 1, ix: { a: [1] } } }]);
      const missing = await failureOf(table.write({ delete: B, when: [equals('n', 2)] }));
      expect(missing.failures).toEqual([{ index: 0, found: undefined }]);
    });

    test("a write's own refusal is thrown in the place of ConditionFailed", async () => {
      const refuse = () => new Error('taken');
      await table.write({ put: A, when: [absent('pk')], refuse });
      await expect(table.write({ put: A, when: [absent('pk')], refuse })).rejects.toThrow('taken');
    });
  });

  describe('lost replies', () => {
    test('a put and an update that are sent again find that they had already won', async () => {
      subject.loseNextReply();
      await table.write({ put: { ...A, n: 1 }, when: [absent('pk')] });
      subject.loseNextReply();
      await table.write({ update: A, set: { version: 1 }, when: [absent('version')] });
      expect(withoutMark(await table.get(A))).toEqual({ ...A, n: 1, version: 1 });
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

  describe('queries', () => {
    const sortsOf = async (query: Parameters<TableWriter['query']>[0]): Promise<string[]> =>
      (await table.query<object>(query)).map(({ sk }) => sk);

    beforeEach(async () => {
      for (const [sk, n] of [
        ['a#1', 1],
        ['a#2', 2],
        ['b#1', 3],
        ['b#2', 4],
      ] as const) {
        await table.write({
          put: {
            pk: 'Q',
            sk,
            n,
            ix: { n, text: `text ${n}` },
            due_sk: `due#${9 - n}`,
            ...(n !== 2 && { list_pk: 'L', list_sk: `l#${n}`, active_pk: 'ACT', active_sk: sk }),
          },
        });
      }
      await table.write({ put: { pk: 'OTHER', sk: 'a#1', list_pk: 'L', list_sk: 'l#0' } });
    });

    test('a partition comes in the order of its sort key, or backwards', async () => {
      expect(await sortsOf({ partition: 'Q' })).toEqual(['a#1', 'a#2', 'b#1', 'b#2']);
      expect(await sortsOf({ partition: 'Q', newestFirst: true, limit: 2 })).toEqual(['b#2', 'b#1']);
      expect(await sortsOf({ partition: 'NONE' })).toEqual([]);
    });

    test('prefix and bounds choose by sort key, both bounds included', async () => {
      expect(await sortsOf({ partition: 'Q', prefix: 'b#' })).toEqual(['b#1', 'b#2']);
      expect(await sortsOf({ partition: 'Q', upTo: 'a#2' })).toEqual(['a#1', 'a#2']);
      expect(await sortsOf({ partition: 'Q', atLeast: 'b#1' })).toEqual(['b#1', 'b#2']);
      expect(await sortsOf({ partition: 'Q', atLeast: 'a#2', upTo: 'b#1' })).toEqual(['a#2', 'b#1']);
    });

    test('a filter chooses before the limit counts', async () => {
      const filter = [{ test: '>=', field: 'n', value: 2 } as const];
      expect(await sortsOf({ partition: 'Q', filter, limit: 2 })).toEqual(['a#2', 'b#1']);
      expect(await sortsOf({ partition: 'Q', filter: [contains('ix.text', '3')] })).toEqual(['b#1']);
    });

    test('only the fields that were asked for come back', async () => {
      expect(await table.query({ partition: 'Q', prefix: 'a#1', fields: ['sk', 'n'] })).toEqual([{ sk: 'a#1', n: 1 }]);
    });

    test('the due index is local: its own order, keys only', async () => {
      expect(await sortsOf({ index: 'due', partition: 'Q', upTo: 'due#7' })).toEqual(['b#2', 'b#1', 'a#2']);
      expect(await table.query({ index: 'due', partition: 'Q', limit: 1 })).toEqual([
        { pk: 'Q', sk: 'b#2', due_sk: 'due#5' },
      ]);
    });

    test('the list index holds keys and the compact attribute of what has its keys', async () => {
      const found = await table.query({ index: 'list', partition: 'L', newestFirst: true, limit: 2 });
      expect(found).toEqual([
        { pk: 'Q', sk: 'b#2', list_pk: 'L', list_sk: 'l#4', ix: { n: 4, text: 'text 4' } },
        { pk: 'Q', sk: 'b#1', list_pk: 'L', list_sk: 'l#3', ix: { n: 3, text: 'text 3' } },
      ]);
      expect(await sortsOf({ index: 'list', partition: 'L', filter: [equals('ix.n', 1)] })).toEqual(['a#1']);
    });

    test('the active index holds keys alone, and an item leaves it with its attributes', async () => {
      expect(await table.query({ index: 'active', partition: 'ACT', prefix: 'b#2' })).toEqual([
        { pk: 'Q', sk: 'b#2', active_pk: 'ACT', active_sk: 'b#2' },
      ]);
      await table.write({ update: { pk: 'Q', sk: 'b#2' }, remove: ['active_pk', 'active_sk'] });
      expect(await sortsOf({ index: 'active', partition: 'ACT' })).toEqual(['a#1', 'b#1']);
    });
  });
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
