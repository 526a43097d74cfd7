import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { anotherFailure, networkOf, type SignInFailure } from '#shared/domain/account/sign-in-limit.ts';

const START = Date.parse('2026-03-02T12:00:00.000Z');
const MINUTE_MS = 60_000;

test('the eleventh failure within a minute is the first that must wait, until the oldest of the ten is a minute old', () => {
  let failures: SignInFailure[] = [];
  for (let at = 0; at < 10; at++) {
    const next = anotherFailure(failures, 'any', new Date(START + at * 1_000));
    if (!('remember' in next)) throw new Error(`Failure ${at + 1} had to wait.`);
    failures = next.remember;
  }
  expect(anotherFailure(failures, 'any', new Date(START + 10_000))).toEqual({ retryAfterSeconds: 50 });
  expect(anotherFailure(failures, 'any', new Date(START + 59_999))).toEqual({ retryAfterSeconds: 1 });
  expect(anotherFailure(failures, 'any', new Date(START + MINUTE_MS))).toMatchObject({ remember: expect.any(Array) });
});

test('however failures come, there are never more than ten told within a minute, and never fewer if more come', () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 20_000 }), { maxLength: 80 }), (pauses) => {
      let [now, failures] = [START, [] as SignInFailure[]];
      const told: number[] = [];
      for (const pause of pauses) {
        now += pause;
        const within = told.filter((at) => at > now - MINUTE_MS).length;
        const next = anotherFailure(failures, 'any', new Date(now));
        expect('remember' in next).toBe(within < 10);
        if (!('remember' in next)) continue;
        told.push(now);
        failures = next.remember;
        expect(failures.length).toBeLessThanOrEqual(10);
      }
    }),
  );
});

test.each([
  ['127.0.0.1', '127.0.0.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
  ['::1', '0:0:0:0::/64'],
  ['::ffff:10.0.0.1', '10.0.0.1'],
  ['no address', 'no address'],
])('whoever has %s is counted as %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});
