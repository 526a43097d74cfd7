import { beforeEach, describe, expect, test } from '@jest/globals';
import { contains, equals, type TableWriter } from '#shared/store/table/table.ts';

export const promiseQueries = (of: () => TableWriter): void => {
  describe('queries', () => {
    let table: TableWriter;
    const sortsOf = async (query: Parameters<TableWriter['query']>[0]): Promise<string[]> =>
      (await table.query<object>(query)).map(({ sk }) => sk);

    beforeEach(async () => {
      table = of();
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
};
