import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { OWN_METRICS } from '#infra/aws/own-metrics.ts';
import { measure } from '#shared/ports/metrics.ts';
import { createLog, setLogSink } from '#shared/runtime/log.ts';

let lines: Record<string, unknown>[] = [];
beforeAll(() => setLogSink((line) => lines.push(JSON.parse(line))));
afterAll(() => setLogSink(console.log));
beforeEach(() => {
  lines = [];
});

interface Embedded {
  CloudWatchMetrics: { Namespace: string; Dimensions: string[][]; Metrics: { Name: string; Unit: string }[] }[];
}

const embeddedIn = (line: Record<string, unknown> | undefined): Embedded => line?._aws as Embedded;

describe('a line that measures', () => {
  test('says each metric with its unit, and by what it is told apart', () => {
    measure(createLog({ function: 'placeCall' }), 'Refused.', { dials_refused: 1, refusal: 'limit', dials_placed: 0 });
    expect(lines[0]).toMatchObject({ DialsRefused: 1, Refusal: 'limit', DialsPlaced: 0, refusal: 'limit' });
    expect(embeddedIn(lines[0]).CloudWatchMetrics).toEqual([
      { Namespace: 'VoiceCalling', Dimensions: [['Refusal']], Metrics: [{ Name: 'DialsRefused', Unit: 'Count' }] },
      { Namespace: 'VoiceCalling', Dimensions: [[]], Metrics: [{ Name: 'DialsPlaced', Unit: 'Count' }] },
    ]);
  });

  test('makes no account, campaign or call a dimension, which CloudWatch would keep and charge each of', () => {
    const subject = { account_id: 'acct_1', campaign_id: 'camp_1', call_id: 'call_1' };
    measure(createLog({}), 'Ended.', { calls_ended: 1, outcome: 'answered' }, subject);
    const dimensions = embeddedIn(lines[0]).CloudWatchMetrics.flatMap(({ Dimensions }) => Dimensions.flat());
    expect(dimensions).toEqual(['Outcome']);
    expect(lines[0]).toMatchObject(subject);
  });

  test('can make few metrics, whatever happens', () => {
    expect(OWN_METRICS.length).toBeLessThanOrEqual(40);
    expect(new Set(OWN_METRICS.map((metric) => JSON.stringify(metric))).size).toBe(OWN_METRICS.length);
  });
});

describe('a log that was told what it is about', () => {
  test('says so in every later line, and what is said last holds', () => {
    const log = createLog({ function: 'converse' });
    log.info('before');
    log.about({ call_id: 'call_1', account_id: 'acct_1', campaign_id: null });
    log.about({ account_id: undefined, campaign_id: 'camp_1' });
    log.warn('after', { call_id: 'call_2' });
    expect(lines[0]).not.toHaveProperty('call_id');
    expect(lines[1]).toMatchObject({ call_id: 'call_2', account_id: 'acct_1', campaign_id: 'camp_1' });
  });

  test('shares that with no other log', () => {
    createLog({}).about({ call_id: 'call_1' });
    createLog({}).info('another');
    expect(lines[0]).not.toHaveProperty('call_id');
  });
});
