import { describe, expect, test } from '@jest/globals';
import { CATALOGS } from '#test/infra/aws/deployments.ts';
import { ofType, resourcesOf } from '#test/infra/aws/merged-template.ts';

/** A new AWS account's limit of concurrent runs, and the part of it that AWS does not let anybody reserve. */
const CONCURRENT_RUNS = 1_000;
const NEVER_RESERVED = 100;

const { endpoints, workers, streams } = CATALOGS['the product'];

const reservedIn = (settings: 'none' | 'smallAccount'): Record<string, unknown> =>
  Object.fromEntries(
    ofType(resourcesOf('the product', settings), 'AWS::Lambda::Function').flatMap(({ properties }) =>
      properties.ReservedConcurrentExecutions === undefined
        ? []
        : [[properties.Description, properties.ReservedConcurrentExecutions]],
    ),
  );

describe('concurrent runs that a flood of requests cannot take away', () => {
  const declared = [...endpoints, ...workers, ...streams].filter(
    ({ reservedConcurrency }) => reservedConcurrency !== undefined,
  );

  test('belong to what takes events, to what makes and leads calls, and to what anybody may ask without a throttle', () => {
    expect(declared.map(({ id }) => id).toSorted()).toEqual([
      'advanceCampaign',
      'applyCallEvent',
      'completeChat',
      'converse',
      'placeCall',
      'receiveBillingEvent',
      'receiveCallEvent',
      'sweep',
    ]);
    const wanted = declared.map(({ summary, reservedConcurrency }) => [summary, reservedConcurrency]);
    expect(reservedIn('none')).toEqual(Object.fromEntries(wanted));
  });

  test('are as many as a queue may use, so that none of its batches is throttled', () => {
    for (const { source, reservedConcurrency } of workers)
      if ('queue' in source && reservedConcurrency !== undefined)
        expect(reservedConcurrency).toBe(source.maxConcurrency);
  });

  test('leave a new AWS account what must stay unreserved, and as much again for everybody else', () => {
    const sum = declared.reduce((total, { reservedConcurrency = 0 }) => total + reservedConcurrency, 0);
    expect(sum).toBeLessThanOrEqual(CONCURRENT_RUNS - 2 * NEVER_RESERVED);
  });

  test('are reserved nowhere where the deployment says so', () => {
    expect(reservedIn('smallAccount')).toEqual({});
  });
});
