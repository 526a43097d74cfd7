import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { VERIFICATION, variableName } from '#infra/aws/environment.ts';
import { QUEUES } from '#shared/runtime/queues.ts';
import { CATALOGS } from '../catalogs.ts';
import { FAKE_CATALOG, fakeEndpoint } from '../fake-catalog.ts';
import { mergedResources, ofType } from '../merged-template.ts';
import { synthesise } from '../synthesise.ts';

const SETTINGS = {
  carrierUrl: 'https://carrier.example',
  carrierPublicKey: `${'A'.repeat(43)}=`,
  corsAllowedOrigins: 'https://app.example',
  maxConcurrentCallsPerAccount: '7',
  maxDialsPerSecond: 3,
  stripeWebhookSecretName: 'billing/stripe',
  lemonSqueezyWebhookSecretName: 'billing/lemon-squeezy',
};

const environmentsOf = (catalog: Parameters<typeof synthesise>[0], settings = {}) => {
  const lambdas = ofType(mergedResources(synthesise(catalog, settings)), 'AWS::Lambda::Function');
  return (id: string): Record<string, unknown> => {
    const lambda = lambdas.find((candidate) => candidate.id.split('/').at(-1)?.startsWith(`${id}Function`));
    if (!lambda) throw new Error(`No Lambda of ${id}.`);
    return ((lambda.properties.Environment ?? {}) as { Variables?: Record<string, unknown> }).Variables ?? {};
  };
};

describe('each function is told what its capabilities need and nothing else', () => {
  const environmentOf = environmentsOf(FAKE_CATALOG, SETTINGS);

  test.each([
    ['getHealth', ['CORS_ALLOWED_ORIGINS']],
    ['Fallback', ['CORS_ALLOWED_ORIGINS']],
    ['getThing', ['CORS_ALLOWED_ORIGINS', 'TABLE_NAME']],
    ['updateThing', ['CAMPAIGN_QUEUE_URL', 'CORS_ALLOWED_ORIGINS', 'TABLE_NAME']],
    ['buyThing', ['CARRIER_URL', 'CORS_ALLOWED_ORIGINS', 'TABLE_NAME']],
    ['receiveCallEvent', ['CALL_EVENT_QUEUE_URL', 'CARRIER_PUBLIC_KEY', 'CORS_ALLOWED_ORIGINS']],
    ['place', ['CARRIER_URL', 'MAX_CONCURRENT_CALLS_PER_ACCOUNT', 'MAX_DIALS_PER_SECOND', 'TABLE_NAME']],
    ['apply', ['TABLE_NAME']],
    ['sweep', ['CAMPAIGN_QUEUE_URL', 'TABLE_NAME']],
  ])('%s', (id, names) => {
    expect(Object.keys(environmentOf(id)).toSorted()).toEqual(names);
  });

  test('a planner of calls knows where dials and schedules go', () => {
    expect(environmentOf('advance')).toEqual({
      TABLE_NAME: { Ref: expect.stringMatching(/^Table/) },
      DIAL_QUEUE_URL: { Ref: expect.stringMatching(/^DialQueue/) },
      CAMPAIGN_QUEUE_ARN: { 'Fn::GetAtt': [expect.stringMatching(/^CampaignQueue/), 'Arn'] },
      SCHEDULE_GROUP: expect.stringContaining('Schedules'),
      SCHEDULE_ROLE_ARN: { 'Fn::GetAtt': [expect.stringMatching(/^SchedulesRole/), 'Arn'] },
    });
  });

  test('the limits of the settings reach the function that dials', () => {
    expect(environmentOf('place')).toMatchObject({ MAX_CONCURRENT_CALLS_PER_ACCOUNT: '7', MAX_DIALS_PER_SECOND: '3' });
  });

  test('billing secrets are named to the function that reads them, and their values are nowhere', () => {
    expect(environmentOf('receiveBillingEvent')).toMatchObject({
      STRIPE_WEBHOOK_SECRET_ID: 'billing/stripe',
      LEMON_SQUEEZY_WEBHOOK_SECRET_ID: 'billing/lemon-squeezy',
    });
  });
});

test('a setting that was left out sets no variable, so that the function’s own default holds', () => {
  const environmentOf = environmentsOf(FAKE_CATALOG);
  expect(Object.keys(environmentOf('place'))).toEqual(['TABLE_NAME']);
  expect(environmentOf('getHealth')).toEqual({});
});

test('an endpoint that verifies a signature must say with what', () => {
  const unknown = fakeEndpoint('receiveNews', { auth: () => true });
  expect(() => synthesise({ endpoints: [unknown], workers: [] })).toThrow(/receiveNews verifies a signature/);
});

test('every variable that is set is one that the functions read', () => {
  const source = readFileSync(new URL('../../../shared/runtime/env.ts', import.meta.url), 'utf8');
  for (const [, catalog] of CATALOGS) {
    const environmentOf = environmentsOf(catalog, SETTINGS);
    for (const { id } of [...catalog.endpoints, ...catalog.workers]) {
      for (const name of Object.keys(environmentOf(id))) expect(source).toContain(`'${name}'`);
    }
  }
});

test('queue addresses have the variable names that senders read', () => {
  for (const [name, { urlVariable }] of Object.entries(QUEUES))
    expect(variableName(`${name}QueueUrl`)).toBe(urlVariable);
});

test('what carrier events are verified with is declared', () => {
  expect(Object.keys(VERIFICATION)).toEqual(['receiveCallEvent']);
});
