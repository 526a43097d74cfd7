import { describe, expect, test } from '@jest/globals';
import { type Demand, mayTake, mayTakeBesideNewcomers } from '#shared/domain/campaign/fair-share.ts';

const demand = (held: number, wants: number, since: string | null = null): Demand => ({ held, wants, since });

describe('a party may take', () => {
  test.each<[string, { limit: number; free: number }, Demand, Demand[], number]>([
    ['all it wants, alone', { limit: 10, free: 10 }, demand(0, 7), [], 7],
    ['no more than is free', { limit: 10, free: 2 }, demand(5, 7), [demand(3, 0)], 2],
    ['what others leave', { limit: 10, free: 8 }, demand(0, 20), [demand(2, 0)], 8],
    ['half, where another wants as much', { limit: 10, free: 10 }, demand(0, 20), [demand(0, 20)], 5],
    [
      'nothing beyond its share while another waits for its own',
      { limit: 10, free: 1 },
      demand(5, 9),
      [demand(4, 9)],
      0,
    ],
    ['its share, though another holds more than its own', { limit: 10, free: 2 }, demand(0, 9), [demand(8, 9)], 2],
    ['the last one, if it waits longest', { limit: 1, free: 1 }, demand(0, 1, '10:00'), [demand(0, 1, '10:01')], 1],
    ['nothing, if another waits longer', { limit: 1, free: 1 }, demand(0, 1, '10:01'), [demand(0, 1, '10:00')], 0],
    [
      'nothing of what is left over while another waits for it, whoever else has a part of it',
      { limit: 2, free: 1 },
      demand(0, 5),
      [demand(1, 5), demand(0, 5, '10:00')],
      0,
    ],
    [
      'what is left over beside another that has its part, if it waits',
      { limit: 2, free: 1 },
      demand(0, 5, '10:00'),
      [demand(1, 5), demand(0, 5)],
      1,
    ],
    ['the last one before another that does not wait', { limit: 1, free: 1 }, demand(0, 1), [demand(0, 1)], 1],
  ])('%s', (_, supply, own, others, expected) => {
    expect(mayTake(supply, own, others)).toBe(expected);
  });
});

test('whoever has much leaves a tenth to newcomers, who may take of it and leave the rest', () => {
  const supply = { limit: 30, free: 30 };
  expect(mayTakeBesideNewcomers(supply, demand(0, 100), [], false)).toBe(27);
  expect(mayTakeBesideNewcomers(supply, demand(0, 100), [], true)).toBe(27);
  expect(mayTakeBesideNewcomers({ limit: 30, free: 3 }, demand(0, 100), [demand(27, 100)], true)).toBe(3);
});

test('whatever the demands, nobody is left out for good, and shares never exceed the limit', () => {
  for (let limit = 1; limit <= 6; limit++) {
    for (let parties = 1; parties <= 8; parties++) {
      const held = Array.from({ length: parties }, () => 0);
      const since = Array.from({ length: parties }, (_, at) => String(at).padStart(3, '0'));
      const served = new Set<number>();
      for (let round = 0; round < 40; round++) {
        const at = round % parties;
        const of = (party: number) => demand(held[party] as number, 5, since[party]);
        const others = held.map((_, party) => party).filter((party) => party !== at);
        const free = limit - held.reduce((sum, each) => sum + each, 0);
        const taken = mayTake({ limit, free }, of(at), others.map(of));
        expect(taken).toBeLessThanOrEqual(free);
        if (taken === 0) continue;
        served.add(at);
        // Its calls end, and it waits again, behind all others.
        held[at] = 0;
        since[at] = String(100 + round);
      }
      expect(served.size).toBe(parties);
    }
  }
});
