import { expect, test } from '@jest/globals';
import { allows, mayAssume, type Need, statementsOf } from './policy.ts';

const TABLE = 'arn:aws:dynamodb:us-east-1:000000000000:table/things';
const NOTHING = {};

const need = (action: string, resource: string, context: Need['context'] = NOTHING): Need => ({
  action,
  resource,
  context,
});
const policy = (...statements: object[]) => statementsOf({ Statement: statements });
const allow = (more: object) => ({ Effect: 'Allow', ...more });

test('what no statement grants is denied: another action, another resource, an index of a granted table', () => {
  const statements = policy(allow({ Action: ['dynamodb:GetItem', 'dynamodb:Query'], Resource: TABLE }));
  expect(allows(statements, need('dynamodb:GetItem', TABLE))).toBe(true);
  expect(allows(statements, need('dynamodb:PutItem', TABLE))).toBe(false);
  expect(allows(statements, need('dynamodb:GetItem', `${TABLE}-too`))).toBe(false);
  expect(allows(statements, need('dynamodb:Query', `${TABLE}/index/list`))).toBe(false);
  expect(allows([], need('dynamodb:GetItem', TABLE))).toBe(false);
});

test('a denial wins over a grant', () => {
  const statements = policy(allow({ Action: 's3:*', Resource: '*' }), {
    Effect: 'Deny',
    Action: 's3:DeleteObject',
    Resource: 'arn:aws:s3:::bucket/erasures/*',
  });
  expect(allows(statements, need('s3:DeleteObject', 'arn:aws:s3:::bucket/exports/one'))).toBe(true);
  expect(allows(statements, need('s3:DeleteObject', 'arn:aws:s3:::bucket/erasures/one'))).toBe(false);
});

test('updates in some partitions are allowed there, and nowhere else', () => {
  const statements = policy(
    allow({
      Action: 'dynamodb:UpdateItem',
      Resource: TABLE,
      Condition: {
        'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': 'REQUESTS#*' },
        Null: { 'dynamodb:LeadingKeys': 'false' },
      },
    }),
  );
  const update = (context: Need['context']) => allows(statements, need('dynamodb:UpdateItem', TABLE, context));
  expect(update({ 'dynamodb:LeadingKeys': ['REQUESTS#acct_1'] })).toBe(true);
  expect(update({ 'dynamodb:LeadingKeys': ['REQUESTS#acct_1', 'ACCOUNT#acct_1'] })).toBe(false);
  expect(update({ 'dynamodb:LeadingKeys': ['ACCOUNT#acct_1'] })).toBe(false);
  expect(update(NOTHING)).toBe(false);
});

test('a role is passed to the service that a condition names', () => {
  const statements = policy(
    allow({
      Action: 'iam:PassRole',
      Resource: 'role',
      Condition: { StringEquals: { 'iam:PassedToService': 'scheduler.amazonaws.com' } },
    }),
  );
  const pass = (service: string) =>
    allows(statements, need('iam:PassRole', 'role', { 'iam:PassedToService': [service] }));
  expect(pass('scheduler.amazonaws.com')).toBe(true);
  expect(pass('lambda.amazonaws.com')).toBe(false);
});

test('a service assumes the roles that trust it, on behalf of what they name', () => {
  const trust = policy(
    allow({
      Action: 'sts:AssumeRole',
      Principal: { Service: 'scheduler.amazonaws.com' },
      Condition: { ArnEquals: { 'aws:SourceArn': 'arn:group' } },
    }),
  );
  expect(mayAssume(trust, 'scheduler.amazonaws.com', { 'aws:SourceArn': ['arn:group'] })).toBe(true);
  expect(mayAssume(trust, 'scheduler.amazonaws.com', { 'aws:SourceArn': ['arn:another'] })).toBe(false);
  expect(mayAssume(trust, 'lambda.amazonaws.com', { 'aws:SourceArn': ['arn:group'] })).toBe(false);
});

test('what is not emulated is an error, never a grant', () => {
  const asked = need('s3:GetObject', 'object');
  const under = (Condition: object) => () =>
    allows(policy(allow({ Action: 's3:GetObject', Resource: 'object', Condition })), asked);
  expect(under({ IpAddress: { 'aws:SecureTransport': '10.0.0.0/8' } })).toThrow('IpAddress');
  expect(under({ StringEquals: { 'aws:PrincipalTag/team': 'a' } })).toThrow('aws:PrincipalTag/team');
  expect(() => policy(allow({ NotAction: 's3:*', Resource: '*' }))).toThrow('NotAction');
});
