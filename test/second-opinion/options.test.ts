import { expect, test } from '@jest/globals';
import { readOptions } from './options.ts';

const HERE = 'http://127.0.0.1:8000';

test('a database on this machine is asked by the core suites, or by those that are named', () => {
  const variables = { AWS_ENDPOINT_URL_DYNAMODB: HERE };
  expect(readOptions([], variables)).toMatchObject({ target: { endpoint: HERE }, isKept: false });
  expect(readOptions([], variables).suites).toContain('test/engine');
  expect(readOptions(['test/functions/contacts', '--keep'], variables)).toEqual({
    target: { endpoint: HERE },
    suites: ['test/functions/contacts'],
    isKept: true,
  });
});

test('a database on another machine is refused, unless that is meant', () => {
  const variables = { AWS_ENDPOINT_URL_DYNAMODB: 'https://dynamodb.eu-central-1.amazonaws.com' };
  expect(() => readOptions([], variables)).toThrow('not on this machine');
  expect(readOptions(['--allow-other-machine'], variables)).toMatchObject({
    target: { endpoint: variables.AWS_ENDPOINT_URL_DYNAMODB },
  });
});

test.each([
  [{}, 'Which DynamoDB'],
  [{ AWS_ENDPOINT_URL_DYNAMODB: 'nowhere' }, 'no address'],
  [{ DYNAMODB_LOCAL_JAR: '/no/such.jar' }, 'no such file'],
  [{ AWS_ENDPOINT_URL_DYNAMODB: HERE, DYNAMODB_LOCAL_JAR: '/no/such.jar' }, 'not both'],
])('%j is refused in words', (variables, words) => {
  expect(() => readOptions([], variables)).toThrow(words);
});

test('an unknown option is answered with the usage', () => {
  expect(() => readOptions(['--fast'], { AWS_ENDPOINT_URL_DYNAMODB: HERE })).toThrow('npm run second-opinion');
});
