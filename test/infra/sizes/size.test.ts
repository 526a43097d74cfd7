import { describe, expect, test } from '@jest/globals';
import { readSettings } from '#infra/aws/settings.ts';
import { concurrencyFor, type SizeSettings, sizeOf } from '#infra/aws/size.ts';
import { endpoints, streams, workers } from '#infra/catalog.ts';
import { LIVE_CALLS, sizeFor } from '#infra/sizes/sizes-page.ts';

const CATALOG = { endpoints, workers, streams };
const sized = (context: Record<string, string>) => sizeOf(CATALOG, readSettings(context) as SizeSettings);

const sum = (runs: Readonly<Record<string, number>>): number => Object.values(runs).reduce((total, n) => total + n, 0);

const declared = Object.fromEntries(
  workers.flatMap(({ id, source }) => ('queue' in source ? [[id, source.maxConcurrency]] : [])),
);

describe('what runs at once', () => {
  test('is what functions/ say, in an AWS account with the usual 1,000 runs', () => {
    const { liveCalls, maxConcurrency } = sized({});
    expect(liveCalls).toBe(650);
    expect(maxConcurrency).toEqual(declared);
  });

  test('fits a new account with ten runs, where nothing can be reserved', () => {
    const { liveCalls, maxConcurrency, reserved } = sized({ lambdaConcurrency: '10' });
    expect(liveCalls).toBe(6);
    expect(reserved).toEqual({});
    expect(maxConcurrency.converse).toBe(2);
    expect(Math.min(...Object.values(maxConcurrency))).toBe(2);
  });

  test.each(['200', '400', '1000', '3000', '16000'])(
    'leaves endpoints a fifth of %s runs, and 100 unreserved',
    (lambdaConcurrency) => {
      const { maxConcurrency, reserved } = sized({ lambdaConcurrency });
      const beside = Object.entries(maxConcurrency).filter(([id]) => !(id in reserved));
      const taken = sum(reserved) + sum(Object.fromEntries(beside));
      expect(taken).toBeLessThanOrEqual(0.8 * Number(lambdaConcurrency));
      expect(sum(reserved)).toBeLessThanOrEqual(Number(lambdaConcurrency) - 100);
    },
  );

  test('caps what strangers may ask of the model endpoint wherever anything can be reserved', () => {
    for (const lambdaConcurrency of ['400', '1000', '10000'])
      expect(sized({ lambdaConcurrency }).reserved.completeChat).toBeGreaterThanOrEqual(40);
  });

  test('grows with calls where calls make the work, and nowhere else', () => {
    const { maxConcurrency, reserved } = sized({ lambdaConcurrency: '3000' });
    expect(maxConcurrency).toMatchObject({ converse: 600, placeCall: 150, reconcileNumber: 5, erasePerson: 5 });
    expect(reserved).toMatchObject({ completeChat: 300, receiveCallEvent: 300, sweep: 2, receiveBillingEvent: 10 });
  });

  test('is never more than Lambda takes for one queue', () => {
    expect(sized({ lambdaConcurrency: '20000' }).maxConcurrency.converse).toBe(1_000);
  });

  test('is less for fewer calls, and what is named is taken as it is', () => {
    const { maxConcurrency, reserved } = sized({ liveCalls: '65', concurrency: 'saveRecording=9,converse=30' });
    expect(maxConcurrency).toMatchObject({ saveRecording: 9, converse: 30, applyCallEvent: 5 });
    expect(reserved.converse).toBe(30);
  });

  test('is refused beyond the account, with what to do', () => {
    expect(() => sized({ liveCalls: '3000' })).toThrow(/3000 live calls may take .* raise lambdaConcurrency/);
    expect(() => sized({ concurrency: 'converse=900' })).toThrow('lower liveCalls or what concurrency names');
    expect(() => sized({ concurrency: 'convers=9' })).toThrow('concurrency names convers; it can name advanceCampaign');
    expect(() => sized({ concurrency: 'converse:9' })).toThrow('concurrency: must be like');
  });
});

test('the carrier’s events have room for interim words on every call', () => {
  const endpoint = endpoints.find(({ id }) => id === 'receiveCallEvent');
  if (!endpoint) throw new Error('Nobody hears the carrier.');
  for (const liveCalls of LIVE_CALLS) {
    const throttle = sizeFor(liveCalls).throttleOf(endpoint);
    expect(throttle?.requestsPerSecond).toBeGreaterThanOrEqual(4 * liveCalls);
  }
});

test('every size of the page fits the concurrency that it tells to ask for', () => {
  for (const liveCalls of LIVE_CALLS) {
    expect(() => sizeFor(liveCalls)).not.toThrow();
    expect(concurrencyFor(liveCalls)).toBeGreaterThanOrEqual(liveCalls);
  }
});
