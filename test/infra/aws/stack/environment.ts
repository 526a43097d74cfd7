import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { CATALOGS, type CatalogName, EVERY_CATALOG, SETTINGS, type SettingsName } from '#test/infra/aws/deployments.ts';
import { ofType, resourcesOf } from '#test/infra/aws/merged-template.ts';
import { refusalOf } from '#test/infra/aws/templates.ts';

const MODEL_KEY_IDS = ['ANTHROPIC', 'GOOGLE', 'GROQ', 'OPENAI', 'XAI'].map((vendor) => `${vendor}_API_KEY_ID`);

const environmentsOf = (catalog: CatalogName, settings?: SettingsName) => {
  const lambdas = ofType(resourcesOf(catalog, settings), 'AWS::Lambda::Function');
  return (id: string): Record<string, unknown> => {
    const lambda = lambdas.find((candidate) => candidate.id.split('/').at(-1)?.startsWith(`${id}Function`));
    if (!lambda) throw new Error(`No Lambda of ${id}.`);
    return ((lambda.properties.Environment ?? {}) as { Variables?: Record<string, unknown> }).Variables ?? {};
  };
};

describe('each function is told what its capabilities need and nothing else', () => {
  const environmentOf = environmentsOf('one of each kind', 'ownCarrier');

  test.each([
    ['getHealth', ['CORS_ALLOWED_ORIGINS']],
    ['Fallback', ['CORS_ALLOWED_ORIGINS']],
    ['getThing', ['CORS_ALLOWED_ORIGINS', 'TABLE_NAME']],
    ['updateThing', ['CAMPAIGN_QUEUE_URL', 'CORS_ALLOWED_ORIGINS', 'TABLE_NAME']],
    ['buyThing', ['CARRIER_URL', 'CORS_ALLOWED_ORIGINS', 'TABLE_NAME']],
    ['hearThing', ['CORS_ALLOWED_ORIGINS', 'RECORDINGS_BUCKET', 'TABLE_NAME']],
    [
      'receiveCallEvent',
      ['CALL_EVENT_QUEUE_URL', 'CARRIER_PUBLIC_KEY', 'CONVERSATION_QUEUE_URL', 'CORS_ALLOWED_ORIGINS'],
    ],
    ['place', ['CARRIER_URL', 'MAX_CONCURRENT_CALLS_PER_ACCOUNT', 'MAX_DIALS_PER_SECOND', 'TABLE_NAME']],
    ['apply', ['ENDED_CALL_QUEUE_URL', 'RECORDING_QUEUE_URL', 'TABLE_NAME']],
    ['talk', [...MODEL_KEY_IDS, 'CARRIER_URL'].toSorted()],
    ['conclude', MODEL_KEY_IDS],
    ['record', ['CARRIER_URL', 'RECORDINGS_BUCKET']],
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

test('a setting that was left out sets no variable, so that the function’s own default holds', () => {
  const environmentOf = environmentsOf('one of each kind');
  expect(Object.keys(environmentOf('place'))).toEqual(['TABLE_NAME']);
  expect(environmentOf('getHealth')).toEqual({});
});

test('an endpoint that verifies a signature must say with what', () => {
  expect(refusalOf('signatureOfNobody')).toMatch(/receiveNews verifies a signature/);
});

test('every variable that is set is one that the functions read', () => {
  const source = readFileSync(new URL('../../../../shared/runtime/env.ts', import.meta.url), 'utf8');
  for (const name of EVERY_CATALOG) {
    const { endpoints, workers, streams } = CATALOGS[name];
    for (const settings of ['ownCarrier', 'telnyx'] as const) {
      const environmentOf = environmentsOf(name, settings);
      for (const { id } of [...endpoints, ...workers, ...streams]) {
        for (const variable of Object.keys(environmentOf(id))) expect(source).toContain(`'${variable}'`);
      }
    }
  }
});
