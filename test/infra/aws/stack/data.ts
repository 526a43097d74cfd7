import { describe, expect, test } from '@jest/globals';
import { pascalCase } from '#infra/aws/pascal-case.ts';
import { QUEUE_NAMES, QUEUES, type QueueName } from '#shared/schemas/messages.ts';
import { INDEXES, TABLE_KEY, TTL_ATTRIBUTE } from '#shared/store/table/table-schema.ts';
import type { SettingsName } from '#test/infra/aws/deployments.ts';
import { ofType, type Resource, resourcesOf } from '#test/infra/aws/merged-template.ts';

/** Seconds: recordings expire at the carrier, and somebody waits on the line. */
const STUCK_EARLIER: Partial<Record<QueueName, number>> = { recording: 240, conversation: 15 };

const resources = resourcesOf('one of each kind');
const disposable = resourcesOf('one of each kind', 'disposable');
const tableOf = (from: Resource[]): Resource => {
  const [table, ...others] = ofType(from, 'AWS::DynamoDB::GlobalTable');
  if (!table || others.length > 0) throw new Error('Expected one table.');
  return table;
};

/** Outlives the stack, but not a first deployment that failed. */
const KEPT = { DeletionPolicy: 'RetainExceptOnCreate', UpdateReplacePolicy: 'Retain' };

const keySchema = (partition: string, sort: string) => [
  { AttributeName: partition, KeyType: 'HASH' },
  { AttributeName: sort, KeyType: 'RANGE' },
];

test('the table has the keys, the indexes and the expiry of the schema, on demand', () => {
  const { properties } = tableOf(resources);
  const indexes = (kind: string) =>
    Object.values(INDEXES)
      .filter((index) => index.kind === kind)
      .map(({ name, partition, sort, includes }) => ({
        IndexName: name,
        KeySchema: keySchema(partition, sort),
        Projection:
          includes.length > 0
            ? { ProjectionType: 'INCLUDE', NonKeyAttributes: [...includes] }
            : { ProjectionType: 'KEYS_ONLY' },
      }));
  expect(properties.KeySchema).toEqual(keySchema(TABLE_KEY.partition, TABLE_KEY.sort));
  expect(properties.GlobalSecondaryIndexes).toEqual(indexes('global'));
  expect(properties.LocalSecondaryIndexes).toEqual(indexes('local'));
  expect(properties.TimeToLiveSpecification).toEqual({ AttributeName: TTL_ATTRIBUTE, Enabled: true });
  expect(properties.BillingMode).toBe('PAY_PER_REQUEST');
});

test('the table survives the stack and mistakes', () => {
  const { properties, attributes } = tableOf(resources);
  expect(attributes).toMatchObject(KEPT);
  expect(properties.Replicas).toMatchObject([
    { DeletionProtectionEnabled: true, PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true } },
  ]);
});

test('a test deployment leaves nothing behind', () => {
  expect(tableOf(disposable).properties.Replicas).toMatchObject([{ DeletionProtectionEnabled: false }]);
  for (const { attributes } of disposable) expect(attributes.DeletionPolicy ?? 'Delete').toBe('Delete');
});

describe('the bucket of recordings', () => {
  const bucketOf = (settings?: SettingsName): Resource => {
    const buckets = ofType(resourcesOf('one of each kind', settings), 'AWS::S3::Bucket');
    const [bucket, ...others] = buckets.filter(({ id }) => !id.startsWith('RecordingsAccess'));
    if (!bucket || others.length > 0) throw new Error('Expected one bucket.');
    return bucket;
  };
  const versions = {
    ExpiredObjectDeleteMarker: true,
    NoncurrentVersionExpiration: { NoncurrentDays: 1 },
    Status: 'Enabled',
  };
  const abandoned = { AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 }, Status: 'Enabled' };

  test('is private, encrypted and outlives the stack', () => {
    const { properties, attributes } = bucketOf();
    expect(properties.PublicAccessBlockConfiguration).toEqual({
      BlockPublicAcls: true,
      BlockPublicPolicy: true,
      IgnorePublicAcls: true,
      RestrictPublicBuckets: true,
    });
    expect(properties.BucketEncryption).toEqual({
      ServerSideEncryptionConfiguration: [{ ServerSideEncryptionByDefault: { SSEAlgorithm: 'AES256' } }],
    });
    expect(attributes).toMatchObject(KEPT);
  });

  test('is reached through TLS alone, and its policy permits nothing', () => {
    const policies = ofType(resources, 'AWS::S3::BucketPolicy');
    const policy = policies.find(({ properties }) => !JSON.stringify(properties.Bucket).includes('RecordingsAccess'));
    expect(policy?.properties.PolicyDocument).toMatchObject({
      Statement: [{ Effect: 'Deny', Action: 's3:*', Condition: { Bool: { 'aws:SecureTransport': 'false' } } }],
    });
  });

  test('keeps recordings for as long as the settings say, else for good, exports a day, and no unfinished uploads', () => {
    const exported = { ExpirationInDays: 1, Prefix: 'exports/', Status: 'Enabled' };
    expect(bucketOf().properties.LifecycleConfiguration).toEqual({ Rules: [abandoned, versions, exported] });
    expect(bucketOf('ownCarrier').properties.LifecycleConfiguration).toEqual({
      Rules: [abandoned, versions, exported, { ExpirationInDays: 30, Prefix: 'acct_', Status: 'Enabled' }],
    });
  });

  test('is emptied when a test deployment goes away', () => {
    expect(ofType(disposable, 'Custom::S3AutoDeleteObjects')).toHaveLength(1);
    expect(ofType(resources, 'Custom::S3AutoDeleteObjects')).toEqual([]);
  });
});

describe.each(QUEUE_NAMES)('the %s queue', (name) => {
  const { fifo, visibilityTimeoutSeconds, maxReceiveCount } = QUEUES[name];
  const construct = `${pascalCase(name)}Queue`;
  const queues = ofType(resources, 'AWS::SQS::Queue').filter(({ id }) => id.startsWith(construct));
  const deadLetters = queues.find(({ id }) => id.startsWith(`${construct}DeadLetters`));
  const queue = queues.find(({ id }) => !id.startsWith(`${construct}DeadLetters`));

  test('parks what fails too often on a dead-letter queue of its kind for 14 days', () => {
    expect(queue?.properties).toMatchObject({
      VisibilityTimeout: visibilityTimeoutSeconds,
      RedrivePolicy: { maxReceiveCount, deadLetterTargetArn: { 'Fn::GetAtt': [deadLetters?.id, 'Arn'] } },
    });
    expect(deadLetters?.properties).toMatchObject({ MessageRetentionPeriod: 14 * 24 * 60 * 60 });
  });

  test('is encrypted, and FIFO exactly when its messages have an order', () => {
    for (const { properties } of queues) {
      expect(properties.SqsManagedSseEnabled).toBe(true);
      expect(properties.FifoQueue ?? false).toBe(fifo);
      expect(properties.ContentBasedDeduplication ?? false).toBe(fifo);
    }
  });

  test('is stuck when a message is older than five minutes and three failed attempts, or where less is harm', () => {
    const alarm = ofType(resources, 'AWS::CloudWatch::Alarm').find(({ id }) => id.startsWith(`${construct}StuckAlarm`));
    expect(alarm?.properties).toMatchObject({
      MetricName: 'ApproximateAgeOfOldestMessage',
      Threshold: STUCK_EARLIER[name] ?? Math.max(300, 3 * visibilityTimeoutSeconds),
    });
  });

  test('wakes somebody when a message is parked', () => {
    const alarms = ofType(resources, 'AWS::CloudWatch::Alarm').filter(({ properties }) =>
      JSON.stringify(properties.Dimensions ?? []).includes(`"${deadLetters?.id}"`),
    );
    expect(alarms).toHaveLength(1);
    expect(alarms[0]?.properties).toMatchObject({
      MetricName: 'ApproximateNumberOfMessagesVisible',
      ComparisonOperator: 'GreaterThanThreshold',
      Threshold: 0,
    });
  });
});
