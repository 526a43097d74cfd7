import { beforeEach, describe, expect, test } from '@jest/globals';
import {
  absent,
  anyOf,
  below,
  type Condition,
  contains,
  differs,
  equals,
  oneOf,
  present,
  type TableWriter,
} from '#shared/store/table/table.ts';
import { A, B, failureOf, withoutMark } from './expectations.ts';

export const promiseConditions = (of: () => TableWriter): void => {
  describe('conditions', () => {
    let table: TableWriter;
    beforeEach(() => {
      table = of();
    });

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
};
