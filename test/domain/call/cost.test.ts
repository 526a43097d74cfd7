import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { costOf, isNothing, microUsdOf, NO_USAGE, type Usage, usageSince } from '#shared/domain/call/cost.ts';

const LARGEST = 1_000_000;
const anyUsage: fc.Arbitrary<Usage> = fc.record({
  seconds: fc.nat(LARGEST),
  inputTokens: fc.nat(LARGEST),
  outputTokens: fc.nat(LARGEST),
  carrierMicroUsd: fc.nat(LARGEST),
});
const add = (one: Usage, other: Usage): Usage => ({
  seconds: one.seconds + other.seconds,
  inputTokens: one.inputTokens + other.inputTokens,
  outputTokens: one.outputTokens + other.outputTokens,
  carrierMicroUsd: one.carrierMicroUsd + other.carrierMicroUsd,
});

describe('dollars of a carrier', () => {
  test.each([
    ['0.01', 10_000],
    ['0.0000015', 2],
    ['12', 12_000_000],
    ['0.1', 100_000],
    ['0.29', 290_000],
  ])('%s are %i millionths', (decimal, microUsd) => {
    expect(microUsdOf(decimal)).toBe(microUsd);
  });

  test.each(['', '-1', '1e9', 'NaN', 'Infinity', ' 1', '1,5', '.5', '1.', '0x10', '1234567890', undefined])(
    '%p are none',
    (decimal) => {
      expect(microUsdOf(decimal)).toBe(0);
    },
  );

  test('are whole millionths, and safe to add', () => {
    fc.assert(
      fc.property(fc.nat(999_999_999), fc.nat(999_999), (dollars, fraction) => {
        const microUsd = microUsdOf(`${dollars}.${String(fraction).padStart(6, '0')}`);
        expect(microUsd).toBe(dollars * 1_000_000 + fraction);
      }),
    );
  });
});

describe('what came since', () => {
  test('makes the counted up to the present, whatever was counted before', () => {
    fc.assert(
      fc.property(anyUsage, anyUsage, (now, counted) => {
        expect(add(counted, usageSince(now, counted))).toEqual(now);
        expect(isNothing(usageSince(now, counted))).toBe(JSON.stringify(now) === JSON.stringify(counted));
      }),
    );
  });
});

test('a cost as clients see it', () => {
  const usage = { seconds: 42, inputTokens: 1850, outputTokens: 160, carrierMicroUsd: 10_000 };
  expect(costOf(usage)).toEqual({ seconds: 42, input_tokens: 1850, output_tokens: 160, carrier_usd: '0.0100' });
  expect(costOf(NO_USAGE)).toEqual({ seconds: 0, input_tokens: 0, output_tokens: 0, carrier_usd: '0.0000' });
});
