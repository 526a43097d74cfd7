import { describe, expect, test } from '@jest/globals';
import { environmentOf } from '#infra/aws/environment.ts';
import type { SharedResources } from '#infra/aws/resources.ts';
import type { Settings } from '#infra/aws/settings.ts';
import { MODEL_PROVIDERS } from '#shared/domain/assistant/model-providers.ts';
import { ENVIRONMENT } from '#shared/runtime/environment-schema.ts';
import { variableName } from '#shared/runtime/variable-name.ts';
import { CATALOGS, type CatalogName, EVERY_CATALOG, SETTINGS, type SettingsName } from '#test/infra/aws/deployments.ts';
import { fakeWorker } from '#test/infra/aws/fake-catalog.ts';
import { ofType, resourcesOf } from '#test/infra/aws/merged-template.ts';
import { refusalOf } from '#test/infra/aws/templates.ts';

const MODEL_KEY_IDS = MODEL_PROVIDERS.map((vendor) => `${vendor.toUpperCase()}_API_KEY_ID`).toSorted();

/** Where whoever takes a token learns the rate of requests. */
const RATE = ['ACCOUNT_REQUESTS_PER_SECOND', 'ACCOUNT_REQUEST_BURST'];

const environmentsOf = (catalog: CatalogName, settings?: SettingsName) => {
  const lambdas = ofType(resourcesOf(catalog, settings), 'AWS::Lambda::Function');
  return (id: string): Record<string, unknown> => {
    const lambda = lambdas.find((candidate) => candidate.id.split('/').at(-1)?.startsWith(`${id}Function`));
    if (!lambda) throw new Error(`No Lambda of ${id}.`);
    const { Variables = {} } = (lambda.properties.Environment ?? {}) as { Variables?: Record<string, unknown> };
    const { METRICS_NAMESPACE, ...own } = Variables;
    expect(METRICS_NAMESPACE).toBe('VoiceCalling/VoiceAssistantCalling');
    return own;
  };
};

describe('each function is told what its capabilities need and nothing else', () => {
  const environmentOf = environmentsOf('one of each kind', 'ownCarrier');

  test.each([
    ['getHealth', ['CORS_ALLOWED_ORIGINS']],
    ['Fallback', ['CORS_ALLOWED_ORIGINS']],
    ['serveShop', ['RECORDINGS_ORIGIN', 'SITE_DIR']],
    ['getThing', [...RATE, 'CORS_ALLOWED_ORIGINS', 'TABLE_NAME']],
    ['updateThing', [...RATE, 'CAMPAIGN_QUEUE_URL', 'CORS_ALLOWED_ORIGINS', 'TABLE_NAME']],
    ['buyThing', [...RATE, 'CARRIER_URL', 'CORS_ALLOWED_ORIGINS', 'TABLE_NAME', 'TELEPHONY_PROVIDER']],
    ['hearThing', [...RATE, 'CORS_ALLOWED_ORIGINS', 'RECORDINGS_BUCKET', 'TABLE_NAME']],
    [
      'receiveCallEvent',
      [
        'CALL_EVENT_QUEUE_URL',
        'CARRIER_PUBLIC_KEY',
        'CONVERSATION_QUEUE_URL',
        'CORS_ALLOWED_ORIGINS',
        'TELEPHONY_PROVIDER',
      ],
    ],
    [
      'place',
      [
        'CARRIER_URL',
        'CONNECTION_MAX_CONCURRENT_CALLS',
        'CONNECTION_MAX_DIALS_PER_SECOND',
        'FREE_CALLS_PER_DAY',
        'GROWTH_CALLS_PER_DAY',
        'MAX_CONCURRENT_CALLS_PER_ACCOUNT',
        'MAX_DIALS_PER_SECOND',
        'STARTER_CALLS_PER_DAY',
        'TABLE_NAME',
        'TELEPHONY_PROVIDER',
      ],
    ],
    ['apply', ['ENDED_CALL_QUEUE_URL', 'RECORDING_QUEUE_URL', 'TABLE_NAME']],
    ['talk', [...MODEL_KEY_IDS, 'CARRIER_URL', 'TELEPHONY_PROVIDER'].toSorted()],
    ['conclude', MODEL_KEY_IDS],
    ['record', ['CARRIER_URL', 'RECORDINGS_BUCKET', 'TELEPHONY_PROVIDER']],
    ['complete', [...MODEL_KEY_IDS, 'MODEL_ENDPOINT_SECRET_ID', 'TABLE_NAME'].toSorted()],
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

  test('a site knows where its files lie, and from where recordings are heard', () => {
    expect(environmentOf('serveShop')).toEqual({
      SITE_DIR: '/var/task/site',
      RECORDINGS_ORIGIN: {
        'Fn::Join': ['', ['https://', { 'Fn::GetAtt': [expect.stringMatching(/^Recordings/), 'RegionalDomainName'] }]],
      },
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

describe('with Telnyx as the carrier', () => {
  const environmentOf = environmentsOf('one of each kind', 'telnyx');

  test('who reaches it is told how, and where Telnyx finds the language model', () => {
    const { TABLE_NAME, MODEL_ENDPOINT_URL, ...telnyx } = environmentOf('buyThing');
    expect(telnyx).toEqual({
      ACCOUNT_REQUESTS_PER_SECOND: '50',
      ACCOUNT_REQUEST_BURST: '200',
      CORS_ALLOWED_ORIGINS: 'https://app.example',
      TELEPHONY_PROVIDER: 'telnyx',
      TELNYX_BASE_URL: 'https://api.telnyx.example/v2',
      TELNYX_CONNECTION_ID: '2961',
      TELNYX_ASSISTANT_ID: 'assistant-1',
      TELNYX_VOICE_KEY_REF: 'voice',
      TELNYX_MODEL_KEY_REF: 'model',
      TELNYX_API_KEY_ID: 'carrier/telnyx',
    });
    expect(MODEL_ENDPOINT_URL).toEqual({
      'Fn::Join': ['', [{ 'Fn::GetAtt': [expect.stringMatching(/^complete/), 'FunctionUrl'] }, 'llm']],
    });
  });

  test('who only judges assistants is told who transcribes, and nothing else of Telnyx', () => {
    expect(environmentOf('judgeThing')).toMatchObject({
      TELEPHONY_PROVIDER: 'telnyx',
      TELNYX_ASSISTANT_ID: 'assistant-1',
    });
    expect(environmentOf('judgeThing')).not.toHaveProperty('TELNYX_API_KEY_ID');
  });

  test('its webhooks are verified with its key, its recordings fetched from its hosts', () => {
    const { TELEPHONY_PROVIDER, TELNYX_PUBLIC_KEY, CARRIER_PUBLIC_KEY } = environmentOf('receiveCallEvent');
    expect([TELEPHONY_PROVIDER, TELNYX_PUBLIC_KEY]).toEqual(['telnyx', SETTINGS.telnyx.telnyxPublicKey]);
    expect(CARRIER_PUBLIC_KEY).toBeUndefined();
    expect(Object.keys(environmentOf('record')).toSorted()).toEqual([
      'RECORDINGS_BUCKET',
      'TELEPHONY_PROVIDER',
      'TELNYX_BASE_URL',
    ]);
  });
});

test('a setting that was left out has its default, or sets no variable', () => {
  const environmentOf = environmentsOf('one of each kind');
  expect(environmentOf('place')).toEqual({
    TABLE_NAME: expect.anything(),
    TELEPHONY_PROVIDER: 'simulated',
    MAX_CONCURRENT_CALLS_PER_ACCOUNT: '100',
    MAX_DIALS_PER_SECOND: '30',
    CONNECTION_MAX_CONCURRENT_CALLS: 'unlimited',
    CONNECTION_MAX_DIALS_PER_SECOND: '30',
    FREE_CALLS_PER_DAY: '100',
    STARTER_CALLS_PER_DAY: '2000',
    GROWTH_CALLS_PER_DAY: '20000',
  });
  expect(environmentOf('deliver')).toMatchObject({
    WEBHOOK_ALLOW_LOOPBACK: 'false',
    WEBHOOK_RETRY_SECONDS: '5,30,120,600,1800,7200,21600,43200',
  });
  expect(environmentOf('getHealth')).toEqual({ CORS_ALLOWED_ORIGINS: '*' });
});

test('a value that does not fit is refused, with the function and the variable', () => {
  const dialler = fakeWorker('place', { uses: ['dialLimits'], source: { everyMinutes: 1 } });
  const settings = { maxConcurrentCallsPerAccount: '7', maxDialsPerSecond: 'many' } as Settings;
  expect(() => environmentOf(dialler, {} as SharedResources, settings)).toThrow(
    'The environment of place does not fit: MAX_DIALS_PER_SECOND must be a whole number of at least 1, not "many".',
  );
});

test('an endpoint that verifies a signature must say with what', () => {
  expect(refusalOf('signatureOfNobody')).toMatch(/receiveNews verifies a signature/);
});

test('every variable that is set is one that the functions read', () => {
  const variables = Object.keys(ENVIRONMENT.shape).map(variableName);
  for (const name of EVERY_CATALOG) {
    const { endpoints, workers, streams, sites } = CATALOGS[name];
    for (const settings of ['ownCarrier', 'telnyx'] as const) {
      const environmentOf = environmentsOf(name, settings);
      for (const { id } of [...endpoints, ...workers, ...streams, ...sites]) {
        expect(variables).toEqual(expect.arrayContaining(Object.keys(environmentOf(id))));
      }
    }
  }
});
