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

    describe('in stretches', () => {
      const fields = ['pk', 'sk', 'list_sk'];
      const listed = { index: 'list' as const, partition: 'L', newestFirst: true, fields };
      const at = (pk: string, sk: string, sort: string) => ({ pk, sk, sort });

      test('a stretch stops at its limit, and the next begins after it', async () => {
        const first = await table.queryStretch<object>({ ...listed, limit: 2, lookAtMax: 10 });
        expect(first.items.map(({ sk }) => sk)).toEqual(['b#2', 'b#1']);
        expect([first.matches, first.stoppedAt]).toEqual([2, at('Q', 'b#1', 'l#3')]);
        const rest = await table.queryStretch<object>({ ...listed, after: first.stoppedAt, lookAtMax: 10 });
        expect(rest.items).toEqual([
          { pk: 'Q', sk: 'a#1', list_sk: 'l#1' },
          { pk: 'OTHER', sk: 'a#1', list_sk: 'l#0' },
        ]);
        expect([rest.matches, rest.stoppedAt]).toEqual([2, undefined]);
      });

      test('it stops where it has read as much as it may, whatever matched', async () => {
        const rare = { ...listed, filter: [equals('ix.n', 1)] };
        const first = await table.queryStretch<object>({ ...rare, lookAtMax: 2 });
        expect(first).toMatchObject({ items: [], matches: 0, lookedAt: 2, stoppedAt: at('Q', 'b#1', 'l#3') });
        const second = await table.queryStretch<object>({ ...rare, after: first.stoppedAt, limit: 1, lookAtMax: 5 });
        expect(second.items.map(({ sk }) => sk)).toEqual(['a#1']);
      });

      test('it does not see whether anything follows the last entry that it may read', async () => {
        const all = await table.queryStretch<object>({ ...listed, lookAtMax: 4 });
        expect([all.matches, all.stoppedAt]).toEqual([4, at('OTHER', 'a#1', 'l#0')]);
        const rest = await table.queryStretch<object>({ ...listed, after: all.stoppedAt, lookAtMax: 4 });
        expect([rest.matches, rest.stoppedAt]).toEqual([0, undefined]);
      });

      test('it goes on after an entry that is gone, and keeps to its bounds', async () => {
        const after = at('Q', 'b#1', 'l#3');
        await table.write({ update: { pk: 'Q', sk: 'b#1' }, remove: ['list_pk', 'list_sk'] });
        const found = await table.queryStretch<object>({ ...listed, atLeast: 'l#1', upTo: 'l#9', after, lookAtMax: 9 });
        expect(found.items.map(({ sk }) => sk)).toEqual(['a#1']);
      });

      test('it counts without showing', async () => {
        const counted = await table.queryStretch({ ...listed, countsOnly: true, lookAtMax: 10 });
        expect(counted).toEqual({ items: [], matches: 4, lookedAt: 4, stoppedAt: undefined });
        const some = await table.queryStretch({ ...listed, countsOnly: true, limit: 3, lookAtMax: 10 });
        expect([some.matches, some.stoppedAt]).toEqual([3, at('Q', 'a#1', 'l#1')]);
      });
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
