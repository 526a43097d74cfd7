import { afterEach, expect, test } from '@jest/globals';
import { LOCAL_TABLE_NAME, setLambdaEnvironment, settings } from '#infra/local/process/environment.ts';
import { carrierEnvironment, env } from '#shared/runtime/env.ts';
import { ENVIRONMENT } from '#shared/runtime/environment-schema.ts';
import { variableName } from '#shared/runtime/variable-name.ts';
import { QUEUE_NAMES, QUEUES, type QueueName } from '#shared/schemas/messages.ts';
import { withEnvironment } from '#test/harness/stack/environment.ts';

const AWS_VARIABLES = [
  'AWS_PROFILE',
  'AWS_SESSION_TOKEN',
  'AWS_ENDPOINT_URL',
  'AWS_REGION',
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
  'AWS_IGNORE_CONFIGURED_ENDPOINT_URLS',
  ...['DYNAMODB', 'SQS', 'S3', 'SCHEDULER'].map((service) => `AWS_ENDPOINT_URL_${service}`),
];
const names = [...Object.keys(ENVIRONMENT.shape).map(variableName), ...AWS_VARIABLES, 'PORT', 'CARRIER_SPEED'];
const nothing = Object.fromEntries(names.map((name) => [name, '']));

let given: ReturnType<typeof withEnvironment> | undefined;
const give = (variables: Record<string, string>): void => {
  given = withEnvironment({ ...nothing, ...variables });
  given.set();
};
afterEach(() => given?.undo());

test('every wrong variable is told at once, with what it must be', () => {
  give({
    PORT: 'door',
    CARRIER_SPEED: '0',
    MAX_DIALS_PER_SECOND: 'many',
    WEBHOOK_RETRY_SECONDS: '1;2',
    XAI_BASE_URL: 'x',
  });
  expect(() => settings.check()).toThrow(
    [
      'MAX_DIALS_PER_SECOND must be a whole number of at least 1, not "many".',
      'WEBHOOK_RETRY_SECONDS must be a comma-separated list of seconds, not "1;2".',
      'XAI_BASE_URL must be an address that begins with http:// or https://, not "x".',
      'PORT must be a whole number from 0 to 65535, not "door".',
      'CARRIER_SPEED must be a number above 0, not "0".',
    ].join('\n'),
  );
});

test('nothing has to be given', () => {
  give({});
  expect(() => settings.check()).not.toThrow();
});

test('functions find the services of this machine, what was given, and defaults', () => {
  give({ TABLE_NAME: 'a-table-on-aws', MAX_DIALS_PER_SECOND: '7' });
  const address = 'http://127.0.0.1:9';
  const queueOf = (name: QueueName) => ({
    url: `${address}/${name}`,
    arn: `arn:aws:sqs:${name}`,
    schema: QUEUES[name],
  });
  const queues = Object.fromEntries(QUEUE_NAMES.map((name) => [name, queueOf(name)])) as never;
  setLambdaEnvironment({
    dynamodbUrl: address,
    sqsUrl: address,
    schedulerUrl: address,
    queues,
    telephonyProvider: 'simulated',
    carrier: { url: address, publicKey: 'A'.repeat(43) },
    numberHashKey: 'number-hash-key',
    webhookSigningSecret: 'signing',
    modelEndpointUrl: address,
    modelEndpointSecret: 'endpoint',
    siteDir: '/tmp/site',
  });
  const found = {
    tableName: LOCAL_TABLE_NAME,
    numberQueueUrl: `${address}/number`,
    maxDialsPerSecond: '7',
    maxConcurrentCallsPerAccount: '100',
    webhookAllowLoopback: 'true',
    corsAllowedOrigins: '*',
    siteDir: '/tmp/site',
    recordingsOrigin: address,
  };
  const read = (Object.keys(found) as (keyof typeof found)[]).map((name) => [name, env[name]]);
  expect(Object.fromEntries(read)).toEqual(found);
  expect(carrierEnvironment.carrierUrl).toBe(address);
});
