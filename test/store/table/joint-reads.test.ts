import { expect, test } from '@jest/globals';
import { JointQueries, JointReads } from '#shared/store/table/joint-reads.ts';
import type { Key, Query } from '#shared/store/table/table.ts';

/** A table of whole numbers: the item at a key says how many requests there were by then. */
const counted = () => {
  const requests: string[][] = [];
  const joint = new JointReads(async <T>(keys: Key[]) => {
    requests.push(keys.map(({ sk }) => sk));
    if (keys.some(({ sk }) => sk === 'refused')) throw Object.assign(new Error(), { name: 'ValidationException' });
    if (keys.some(({ sk }) => sk === 'down')) throw new Error('down');
    return keys.map((key) =>
      key.sk === 'missing' ? undefined : ({ ...key, at: requests.length } as unknown as Key & T),
    );
  });
  const read = (...sks: string[]) => joint.read<{ at: number }>(sks.map((sk) => ({ pk: 'p', sk })));
  return { requests, read };
};

test('reads that begin in one turn are one request of each key once, and everybody gets what was asked for', async () => {
  const { requests, read } = counted();
  const [one, other, none] = await Promise.all([read('a', 'b'), read('b', 'missing', 'c'), read()]);
  expect(requests).toEqual([['a', 'b', 'missing', 'c']]);
  expect(one.map((item) => item?.sk)).toEqual(['a', 'b']);
  expect(other.map((item) => item?.sk)).toEqual(['b', undefined, 'c']);
  expect(none).toEqual([]);
});

test('a read that begins after another was sent is sent by itself, so it sees what was written before it', async () => {
  const { requests, read } = counted();
  const first = read('a');
  await new Promise(setImmediate);
  const [later] = await read('a');
  expect([requests.length, later?.at, (await first)[0]?.at]).toEqual([2, 2, 1]);
});

test('whoever asks for what the database refuses fails alone', async () => {
  const { read } = counted();
  const [refused, good] = await Promise.allSettled([read('refused'), read('a')]);
  expect([refused.status, good.status]).toEqual(['rejected', 'fulfilled']);
});

test('a database that is down fails everybody, without more requests', async () => {
  const { requests, read } = counted();
  const [one, other] = await Promise.allSettled([read('down'), read('a')]);
  expect([one.status, other.status, requests.length]).toEqual(['rejected', 'rejected', 1]);
});

test('the same query in one turn is one request; another one, and a later one, is not', async () => {
  const queries: Query[] = [];
  const joint = new JointQueries(async (query) => {
    queries.push(query);
    return [{ pk: query.partition, sk: String(queries.length) }];
  });
  const [one, same] = await Promise.all([
    joint.read({ partition: 'p' }),
    joint.read({ partition: 'p' }),
    joint.read({ partition: 'p', limit: 1 }),
  ]);
  const [later] = await joint.read({ partition: 'p' });
  expect([queries.length, one, later?.sk]).toEqual([3, same, '3']);
});
