import { describe, expect, test } from '@jest/globals';
import { WEBHOOK_RETRY_SECONDS } from '#shared/domain/webhook/retries.ts';
import { CARRIER_NAMES } from '#shared/providers/telephony/carrier-settings.ts';
import { carrierEnvironment, env } from '#shared/runtime/env.ts';
import { checkValues, ENVIRONMENT, type Values } from '#shared/runtime/environment-schema.ts';
import { variableName } from '#shared/runtime/variable-name.ts';
import { withEnvironment } from '#test/harness/stack/environment.ts';

const check = (values: Values) => checkValues(ENVIRONMENT.shape, values);
const names = Object.keys(ENVIRONMENT.shape) as (keyof Values)[];

describe('what is left out', () => {
  const { values, problems } = check(Object.fromEntries(names.map((name) => [name, undefined])));

  test('has its default, where there is one', () => {
    expect(Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))).toMatchObject({
      telephonyProvider: 'simulated',
      corsAllowedOrigins: '*',
      maxConcurrentCallsPerAccount: '100',
      maxDialsPerSecond: '30',
      webhookAllowLoopback: 'false',
      webhookRetrySeconds: WEBHOOK_RETRY_SECONDS.join(','),
    });
  });

  test('is nothing wrong', () => {
    expect(problems).toEqual([]);
  });
});

test('every wrong value is told at once, with what it must be', () => {
  const wrong = { telephonyProvider: 'pigeon', maxDialsPerSecond: '0', openaiBaseUrl: 'openai', tableName: 'table' };
  expect(check(wrong).problems).toEqual([
    `TELEPHONY_PROVIDER must be ${CARRIER_NAMES.map((name) => `"${name}"`).join(' or ')}, not "pigeon".`,
    'MAX_DIALS_PER_SECOND must be a whole number of at least 1, not "0".',
    'OPENAI_BASE_URL must be an address that begins with http:// or https://, not "openai".',
  ]);
});

test.each(['0', '151', '1e2', 'many'])('%j is no rate of the connection', (connectionMaxDialsPerSecond) => {
  expect(check({ connectionMaxDialsPerSecond }).problems).toEqual([
    `CONNECTION_MAX_DIALS_PER_SECOND must be a whole number from 1 to 150, not "${connectionMaxDialsPerSecond}".`,
  ]);
});

test.each(['1', '30', '150'])('%j is a rate of the connection', (connectionMaxDialsPerSecond) => {
  expect(check({ connectionMaxDialsPerSecond }).problems).toEqual([]);
});

test.each(['', '1,,2', '1;2', '-1', '1.5', 'soon', '1,NaN'])('%j is no list of pauses', (webhookRetrySeconds) => {
  expect(check({ webhookRetrySeconds }).problems).toEqual([
    `WEBHOOK_RETRY_SECONDS must be a comma-separated list of seconds, not "${webhookRetrySeconds}".`,
  ]);
});

test.each(['7', '1,2,4', ' 1 , 20 '])('%j is a list of pauses', (webhookRetrySeconds) => {
  expect(check({ webhookRetrySeconds })).toEqual({ values: { webhookRetrySeconds }, problems: [] });
});

describe('a function', () => {
  const optional = ['carrierPublicKey', 'telnyxBaseUrl', 'modelEndpointUrl'] as const;
  const nothing = withEnvironment(
    Object.fromEntries(['tableName', ...optional].map((name) => [variableName(name), ''])),
  );

  test('is told which variable it lacks, and does without what is optional', () => {
    nothing.set();
    expect(() => env.tableName).toThrow('The environment variable TABLE_NAME is not set');
    expect(optional.map((name) => carrierEnvironment[name])).toEqual([undefined, undefined, undefined]);
    nothing.undo();
  });
});
