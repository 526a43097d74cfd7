import { describe, expect, test } from '@jest/globals';
import { keyState, liveDescendants, makerName } from '#functions/dashboard/site/settings/api-keys/key-tree.ts';

const NOW = new Date('2026-03-02T12:00:00.000Z');
const BEFORE = '2026-03-02T11:00:00.000Z';
const AFTER = '2026-03-02T13:00:00.000Z';

interface Given {
  madeBy?: string;
  revoked?: string;
  ends?: string;
}

const key = (id: string, { madeBy, revoked, ends }: Given = {}) => ({
  id,
  name: `Key ${id}`,
  created_by_key_id: madeBy ?? null,
  revoked_at: revoked ?? null,
  expires_at: ends ?? null,
});

describe('The state of an API key', () => {
  test('is live until it is revoked or has ended', () => {
    expect(keyState(key('a'), NOW)).toBe('live');
    expect(keyState(key('a', { ends: AFTER }), NOW)).toBe('live');
    expect(keyState(key('a', { ends: BEFORE }), NOW)).toBe('ended');
    expect(keyState(key('a', { ends: AFTER, revoked: BEFORE }), NOW)).toBe('revoked');
  });

  test('is over at the very moment of its end', () =>
    expect(keyState(key('a', { ends: NOW.toISOString() }), NOW)).toBe('ended'));
});

describe('The descendants that end with a key', () => {
  const idsUnder = (id: string, keys: ReturnType<typeof key>[]) => liveDescendants(keys, id, NOW).map((one) => one.id);

  test('are those that it made, and those that these made, in whatever order they are listed', () =>
    expect(idsUnder('a', [key('c', { madeBy: 'b' }), key('b', { madeBy: 'a' }), key('a'), key('x')])).toEqual([
      'c',
      'b',
    ]));

  test('are found through a maker that was revoked alone, since its keys descend from its own maker then', () =>
    expect(idsUnder('a', [key('a'), key('b', { madeBy: 'a', revoked: BEFORE }), key('c', { madeBy: 'b' })])).toEqual([
      'c',
    ]));

  test('are none that is revoked or has ended already', () =>
    expect(
      idsUnder('a', [key('a'), key('b', { madeBy: 'a', revoked: BEFORE }), key('c', { madeBy: 'a', ends: BEFORE })]),
    ).toEqual([]));

  test('are none of the keys above it or beside it', () =>
    expect(idsUnder('b', [key('a'), key('b', { madeBy: 'a' }), key('c', { madeBy: 'a' })])).toEqual([]));
});

describe('The maker of a key', () => {
  test('is told by name, by id where it is not listed, and not at all for the first key', () => {
    const keys = [key('a'), key('b', { madeBy: 'a' })];
    expect(makerName(keys, key('b', { madeBy: 'a' }))).toBe('Key a');
    expect(makerName(keys, key('c', { madeBy: 'z' }))).toBe('z');
    expect(makerName(keys, key('a'))).toBeNull();
  });
});
