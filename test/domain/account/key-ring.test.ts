import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  assertActs,
  assertRoom,
  endOfNewKey,
  type Fate,
  MAX_LIVE_KEYS,
  newKeyEndProblem,
  type RingKey,
  type RingKeys,
  withoutExpired,
  withoutKey,
} from '#shared/domain/account/key-ring.ts';
import { ROLES } from '#shared/domain/account/role.ts';

const NOW = new Date('2026-03-02T15:00:00.000Z');
const [BEFORE, SOON, LATER] = ['2026-03-02T14:59:59.999Z', '2026-03-02T16:00:00.000Z', '2026-03-02T17:00:00.000Z'];

const key = (id: string, parent_id: string | null, fields: Partial<RingKey> = {}): RingKey => ({
  id,
  parent_id,
  role: 'full',
  expires_at: null,
  token_hash: `hash of ${id}`,
  ...fields,
});

const ringOf = (...keys: RingKey[]): RingKeys => Object.fromEntries(keys.map((each) => [each.id, each]));

const idsOf = (keys: RingKeys | RingKey[]): string[] =>
  Object.values(keys)
    .map(({ id }) => id)
    .sort();

const statusOf = (attempt: () => unknown): number => {
  try {
    attempt();
    return 200;
  } catch (error) {
    return (error as { status: number }).status;
  }
};

describe('the end of a new key', () => {
  test.each([
    [undefined, null, null],
    [null, null, null],
    [undefined, SOON, SOON],
    [null, SOON, SOON],
    [SOON, LATER, SOON],
    [LATER, null, LATER],
  ])('asked for %p by a key that ends %p: %p', (asked, makersEnd, end) => {
    expect(endOfNewKey(asked, makersEnd)).toBe(end);
    expect(newKeyEndProblem(asked, makersEnd, NOW)).toBeNull();
  });

  test('is in the future, and not later than that of the key that makes it', () => {
    for (const past of [BEFORE, NOW.toISOString()]) {
      expect(newKeyEndProblem(past, null, NOW)).toBe('must be in the future');
    }
    expect(newKeyEndProblem(SOON, SOON, NOW)).toBeNull();
    expect(newKeyEndProblem(LATER, SOON, NOW)).toContain(`must not be later than ${SOON}`);
  });
});

describe('who acts', () => {
  test('must be on the ring and not expired', () => {
    const ring = ringOf(
      key('a', null),
      key('b', 'a', { expires_at: NOW.toISOString() }),
      key('c', 'a', { expires_at: SOON }),
    );
    expect(['a', 'b', 'c', 'd'].map((id) => statusOf(() => assertActs(ring, id, NOW)))).toEqual([200, 401, 200, 401]);
  });
});

describe('the bound', () => {
  const many = (count: number, fields: Partial<RingKey> = {}) =>
    Array.from({ length: count }, (_, at) => key(`k${at}${fields.expires_at ?? ''}`, null, fields));

  test(`is ${MAX_LIVE_KEYS} live keys; expired ones leave room`, () => {
    expect(statusOf(() => assertRoom(ringOf(...many(49)), NOW))).toBe(200);
    expect(statusOf(() => assertRoom(ringOf(...many(50)), NOW))).toBe(409);
    expect(statusOf(() => assertRoom(ringOf(...many(49), ...many(1, { expires_at: BEFORE })), NOW))).toBe(200);
  });

  test('expired keys are taken off', () => {
    expect(withoutExpired(ringOf(...many(2)), NOW)).toBeUndefined();
    const ring = ringOf(key('a', null), key('b', 'a', { expires_at: BEFORE }), key('c', 'b', { expires_at: BEFORE }));
    expect(idsOf(withoutExpired(ring, NOW) ?? {})).toEqual(['a']);
  });
});

describe('a revoked key', () => {
  const family = ringOf(key('a', null), key('b', 'a'), key('c', 'b'), key('d', 'c'), key('e', 'a'));

  test('alone, leaves its descendants to its own maker', () => {
    const { left, revoked } = withoutKey(family, 'b', 'keep', NOW);
    expect([idsOf(left), idsOf(revoked), left.c?.parent_id]).toEqual([['a', 'c', 'd', 'e'], ['b'], 'a']);
  });

  test('with all that descend from it, and nobody else', () => {
    const { left, revoked } = withoutKey(family, 'b', 'revoke', NOW);
    expect([idsOf(left), idsOf(revoked)]).toEqual([
      ['a', 'e'],
      ['b', 'c', 'd'],
    ]);
  });

  test('is not the last live one that may do everything, alone or with its descendants', () => {
    const lower = [key('r', 'a', { role: 'read' }), key('o', 'a', { role: 'operate' })];
    const expired = key('x', 'a', { expires_at: NOW.toISOString() });
    expect(statusOf(() => withoutKey(ringOf(key('a', null), ...lower, expired), 'a', 'keep', NOW))).toBe(409);
    expect(statusOf(() => withoutKey(ringOf(key('a', null), ...lower, key('b', 'a')), 'a', 'keep', NOW))).toBe(200);
    expect(statusOf(() => withoutKey(ringOf(key('a', null), ...lower, key('b', 'a')), 'a', 'revoke', NOW))).toBe(409);
  });
});

/** A key as history alone tells of it. */
interface Made {
  id: string;
  maker: string | null;
  isLive: boolean;
}

const descendsFrom = (all: Made[], { maker }: Made, ancestor: string): boolean =>
  maker !== null && (maker === ancestor || descendsFrom(all, all.find(({ id }) => id === maker) as Made, ancestor));

const step = fc.oneof(
  fc.record({ do: fc.constant('make' as const), by: fc.nat(), role: fc.constantFrom(...ROLES) }),
  fc.record({ do: fc.constant('revoke' as const), which: fc.nat(), fate: fc.constantFrom<Fate>('keep', 'revoke') }),
);

test('whatever is made and revoked, a key lives unless it was revoked or one that it comes from was, with descendants', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      let ring = ringOf(key('first', null));
      const made: Made[] = [{ id: 'first', maker: null, isLive: true }];
      for (const [at, taken] of steps.entries()) {
        const live = Object.values(ring);
        const chosen = live[(taken.do === 'make' ? taken.by : taken.which) % live.length] as RingKey;
        if (taken.do === 'make') {
          ring = { ...ring, [`k${at}`]: key(`k${at}`, chosen.id, { role: taken.role }) };
          made.push({ id: `k${at}`, maker: chosen.id, isLive: true });
          continue;
        }
        let changed: { left: RingKeys };
        try {
          changed = withoutKey(ring, chosen.id, taken.fate, NOW);
        } catch {
          const ending = (each: Made) =>
            each.id === chosen.id || (taken.fate === 'revoke' && descendsFrom(made, each, chosen.id));
          const spared = made.filter((each) => each.isLive && !ending(each));
          expect(spared.filter(({ id }) => ring[id]?.role === 'full')).toEqual([]);
          continue;
        }
        for (const each of made) {
          if (each.id === chosen.id) each.isLive = false;
          else if (taken.fate === 'revoke' && descendsFrom(made, each, chosen.id)) each.isLive = false;
        }
        ring = changed.left;
        expect(Object.values(ring).some(({ role }) => role === 'full')).toBe(true);
      }
      expect(idsOf(ring)).toEqual(
        made
          .filter(({ isLive }) => isLive)
          .map(({ id }) => id)
          .sort(),
      );
    }),
  );
});
