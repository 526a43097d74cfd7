import { describe, expect, test } from '@jest/globals';
import { pagesOf } from '#functions/dashboard/site/contacts/list/contact-pages.ts';

const PAGE_ROWS = 2;

const listOf = (...ids: string[]) => {
  let contacts = ids.map((id) => ({ id }));
  return {
    add: (id: string) => {
      contacts = [{ id }, ...contacts];
    },
    readAt: async (offset: number) => ({
      contacts: contacts.slice(offset, offset + PAGE_ROWS),
      count: contacts.length,
    }),
  };
};

type Next = ReturnType<typeof pagesOf<{ id: string }>>;

const readAll = async (next: Next, betweenPages: () => void = () => undefined): Promise<string[]> => {
  const ids: string[] = [];
  for (;;) {
    const { rows } = await next(ids.length);
    if (rows.length === 0) return ids;
    ids.push(...rows.map(({ id }) => id));
    betweenPages();
  }
};

describe('reading every contact', () => {
  test('reads all pages', async () => {
    expect(await readAll(pagesOf(listOf('e', 'd', 'c', 'b', 'a').readAt))).toEqual(['e', 'd', 'c', 'b', 'a']);
  });

  test('reads each contact once, though others are added meanwhile', async () => {
    const list = listOf('e', 'd', 'c', 'b', 'a');
    let added = 0;
    const addSome = (): void => {
      added += 1;
      if (added <= 2) for (const part of ['x', 'y', 'z']) list.add(`${part}${added}`);
    };
    const ids = await readAll(pagesOf(list.readAt), addSome);
    expect(ids).toEqual([...new Set(ids)]);
    expect(ids).toEqual(expect.arrayContaining(['e', 'd', 'c', 'b', 'a']));
  });

  test('can be done again', async () => {
    const next = pagesOf(listOf('c', 'b', 'a').readAt);
    await readAll(next);
    expect(await readAll(next)).toEqual(['c', 'b', 'a']);
  });
});
