import { describe, expect, test } from '@jest/globals';
import type { MeasuredUsage, Usage } from '#infra/costs/measured-usage.ts';
import { readMeasuredUsage } from '#infra/costs/measured-usage.ts';
import { OptionError, readCostOptions } from '#infra/costs/options.ts';
import { AWS_PRICES_USD } from '#infra/costs/prices.ts';
import { reckonCalls, reckonIdleMonth, reckonWaitingMonth, total } from '#infra/costs/reckon.ts';

const NOTHING: Usage = {
  writeUnits: 0,
  readUnits: 0,
  databaseRequests: 0,
  queueSends: 0,
  queueBatches: 0,
  carrierEvents: 0,
  schedules: 0,
  recordingsPut: 0,
  logBytes: 0,
};
const SHORT: Usage = { ...NOTHING, writeUnits: 30, readUnits: 40, queueSends: 4, queueBatches: 4, carrierEvents: 2 };
const LONG: Usage = { ...SHORT, writeUnits: 70, readUnits: 120 };
const WITH_RECEIVER: Usage = { ...SHORT, writeUnits: 42 };

const measured: MeasuredUsage = {
  unanswered: { without: SHORT, withReceiver: WITH_RECEIVER },
  answered: { without: LONG, withReceiver: { ...LONG, writeUnits: 100 } },
  sweep: { writeUnits: 0, readUnits: 10, databaseRequests: 20 },
  waitingCampaign: { writeUnits: 1, readUnits: 8, databaseRequests: 6 },
};

const CALLS = { calls: 1_000_000, minutes: 1, answered: 0, hasReceiver: false };
const WRITES = 'DynamoDB, writes';

describe('calls', () => {
  test('a million calls of 30 write units cost 30 times the price of a million', () => {
    expect(reckonCalls(measured, CALLS)[WRITES]).toBeCloseTo(30 * 0.625);
  });

  test('a receiver of webhooks costs what was measured with one', () => {
    expect(reckonCalls(measured, { ...CALLS, hasReceiver: true })[WRITES]).toBeCloseTo(42 * 0.625);
  });

  test('answered and unanswered ones are mixed by their share', () => {
    expect(reckonCalls(measured, { ...CALLS, answered: 0.25 })[WRITES]).toBeCloseTo((0.75 * 30 + 0.25 * 70) * 0.625);
  });

  test('of an answered call, what is said grows with the minutes and the rest does not', () => {
    const bill = reckonCalls(measured, { ...CALLS, answered: 1, minutes: 3 });
    expect(bill[WRITES]).toBeCloseTo((30 + 3 * 40) * 0.625);
  });

  test('no calls cost nothing, and twice as many twice as much', () => {
    expect(total(reckonCalls(measured, { ...CALLS, calls: 0 }))).toBe(0);
    const once = total(reckonCalls(measured, CALLS));
    expect(total(reckonCalls(measured, { ...CALLS, calls: 2_000_000 }))).toBeCloseTo(2 * once);
  });

  test('what the benchmark measured has every figure', () => {
    const bill = reckonCalls(readMeasuredUsage(), { ...CALLS, answered: 0.5, hasReceiver: true });
    for (const [what, usd] of Object.entries(bill)) expect([what, Number.isFinite(usd)]).toEqual([what, true]);
  });
});

describe('a month without a call', () => {
  const there = { standardQueues: 6, fifoQueues: 2, alarms: 19, metrics: 1, secrets: 4, timedRunsPerHour: 60 };
  const bill = reckonIdleMonth(measured.sweep, there);

  test('every queue has five pollers that ask three times a minute', () => {
    const polls = 5 * 3 * 60 * 730;
    const { standardQueueRequest, fifoQueueRequest } = AWS_PRICES_USD;
    expect(bill['SQS, empty long polls']).toBeCloseTo(polls * (6 * standardQueueRequest + 2 * fifoQueueRequest));
  });

  test('alarms and secrets are paid by the piece', () => {
    expect([bill['CloudWatch, alarms'], bill['Secrets Manager']]).toEqual([expect.closeTo(1.9), expect.closeTo(1.6)]);
  });

  test('a campaign that waits costs its units, a run and a message every minute', () => {
    const { readUnit, writeUnit, fifoQueueRequest, lambdaRun } = AWS_PRICES_USD;
    const least = 8 * readUnit + writeUnit + 3 * fifoQueueRequest + lambdaRun;
    const month = reckonWaitingMonth(measured.waitingCampaign, there);
    expect(month).toBeGreaterThan(60 * 730 * least);
    expect(month).toBeLessThan(60 * 730 * least * 2);
  });

  test('the sweep reads every minute', () => {
    expect(bill['the sweep: DynamoDB']).toBeCloseTo(60 * 730 * 10 * AWS_PRICES_USD.readUnit);
  });
});

describe('options', () => {
  test('have defaults', () => {
    expect(readCostOptions([])).toMatchObject({ calls: 1000, minutes: 1, answered: 0.3, hasReceiver: false });
  });

  test('are read', () => {
    const given = ['--calls', '100000', '--minutes', '2.5', '--answered', '1', '--webhooks'];
    expect(readCostOptions(given)).toMatchObject({ calls: 100_000, minutes: 2.5, answered: 1, hasReceiver: true });
  });

  test.each([
    [['--calls', 'many'], '--calls must be a whole number of at least 0, not "many".'],
    [['--calls', '1.5'], '--calls must be a whole number of at least 0, not "1.5".'],
    [['--calls', ''], '--calls must be a whole number of at least 0, not "".'],
    [['--minutes=-1'], '--minutes must be a number of at least 0, not "-1".'],
    [['--answered', '30'], '--answered must be a share from 0 to 1, not "30".'],
    [['--region'], "Unknown option '--region'"],
  ])('%j is refused in words', (args, words) => {
    expect(() => readCostOptions(args)).toThrow(OptionError);
    expect(() => readCostOptions(args)).toThrow(words);
  });
});
