import { expect, test } from '@jest/globals';
import { dynamodbNeeds } from './dynamodb-needs.ts';

const ARN = 'arn:aws:dynamodb:us-east-1:000000000000:table/things';
const tables = new Map([['things', { partition: 'pk', indexes: { list: 'list_pk' } }]]);
const key = (pk: string) => ({ pk: { S: pk }, sk: { S: 'one' } });

test('a transaction needs the permission of each operation in it, on its own partition', () => {
  const needs = dynamodbNeeds(
    'TransactWriteItems',
    {
      TransactItems: [
        { Put: { TableName: 'things', Item: key('a') } },
        { ConditionCheck: { TableName: 'things', Key: key('b') } },
      ],
    },
    tables,
  );
  expect(needs).toEqual([
    { action: 'dynamodb:PutItem', resource: ARN, context: { 'dynamodb:LeadingKeys': ['a'] } },
    { action: 'dynamodb:ConditionCheckItem', resource: ARN, context: { 'dynamodb:LeadingKeys': ['b'] } },
  ]);
});

test('a query of an index is one of the index, on its partition', () => {
  const query = {
    TableName: 'things',
    IndexName: 'list',
    KeyConditionExpression: '#p = :p AND begins_with(#s, :s)',
    ExpressionAttributeNames: { '#p': 'list_pk', '#s': 'list_sk' },
    ExpressionAttributeValues: { ':p': { S: 'team' }, ':s': { S: 'x' } },
  };
  expect(dynamodbNeeds('Query', query, tables)).toEqual([
    { action: 'dynamodb:Query', resource: `${ARN}/index/list`, context: { 'dynamodb:LeadingKeys': ['team'] } },
  ]);
});

test('a batch needs its permission once for a table, for all partitions', () => {
  const batch = { RequestItems: { things: { Keys: [key('a'), key('b'), key('a')] } } };
  expect(dynamodbNeeds('BatchGetItem', batch, tables)).toEqual([
    { action: 'dynamodb:BatchGetItem', resource: ARN, context: { 'dynamodb:LeadingKeys': ['a', 'b'] } },
  ]);
});

test('a table that no template makes, and an unknown operation, are errors', () => {
  expect(() => dynamodbNeeds('GetItem', { TableName: 'others', Key: key('a') }, tables)).toThrow('others');
  expect(() => dynamodbNeeds('ExecuteStatement', {}, tables)).toThrow('ExecuteStatement');
});
