import { describe, expect, test } from '@jest/globals';
import { SETTINGS_RECORD } from '#infra/aws/settings.ts';
import { SETTINGS } from '#test/infra/aws/deployments.ts';
import { ofType, type Resource, resourcesOf } from '#test/infra/aws/merged-template.ts';
import { ALL_SYNTHESISED, deploymentOf, templatesOf } from '#test/infra/aws/templates.ts';

const { guarded, restored } = SETTINGS;
const resources = resourcesOf('one of each kind');
const guardedResources = resourcesOf('one of each kind', 'guarded');

const replicaOf = (from: Resource[]): Record<string, unknown> =>
  (ofType(from, 'AWS::DynamoDB::GlobalTable')[0]?.properties.Replicas as Record<string, unknown>[] | undefined)?.[0] ??
  {};

test.each(ALL_SYNTHESISED)(
  'security rules find nothing in $catalog with $settings but what is accepted',
  (deployment) => {
    expect(deployment.findings).toEqual([]);
  },
);

describe('nested stacks', () => {
  const root = templatesOf('the product', 'none').find(({ nestedAs }) => nestedAs === undefined);
  const nested = Object.entries(root?.template.Resources ?? {}).filter(
    ([, { Type }]) => Type === 'AWS::CloudFormation::Stack',
  );
  const isNested = (id: string): boolean => nested.some(([other]) => other === id);
  const before = new Map(nested.map(([id, { DependsOn = [] }]) => [id, DependsOn.filter(isNested)]));

  test('wait for each other in two lanes, so that no more are worked on at one moment', () => {
    expect(nested.length).toBeGreaterThan(2);
    const waiting = [...before.values()];
    expect(waiting.filter((ids) => ids.length === 0)).toHaveLength(2);
    for (const ids of waiting) expect(ids.length).toBeLessThanOrEqual(1);
    // Nobody is waited for by two.
    const waitedFor = waiting.flat();
    expect(new Set(waitedFor).size).toBe(waitedFor.length);
  });

  test('wait in no circle', () => {
    const pathOf = (id: string, seen: string[] = []): string[] => {
      if (seen.includes(id)) throw new Error(`A circle: ${[...seen, id].join(' -> ')}`);
      return (before.get(id) ?? []).flatMap((next) => pathOf(next, [...seen, id])).concat(id);
    };
    for (const id of before.keys()) expect(pathOf(id)).toContain(id);
  });
});

describe('a first deployment that fails', () => {
  const first = resourcesOf('one of each kind', 'firstDeployment');

  test('leaves nothing behind, and nothing that CloudFormation may not delete', () => {
    for (const { attributes } of first)
      expect(['Delete', 'RetainExceptOnCreate']).toContain(attributes.DeletionPolicy ?? 'Delete');
    expect(replicaOf(first).DeletionProtectionEnabled).toBe(false);
    expect(deploymentOf('one of each kind', 'firstDeployment').isProtected).toBe(false);
  });

  test('is followed by one that protects table and stack', () => {
    expect(replicaOf(resources).DeletionProtectionEnabled).toBe(true);
    expect(deploymentOf('one of each kind', 'none').isProtected).toBe(true);
  });

  test('what is kept: table, bucket with its log, secrets and logs', () => {
    const kept = resources.filter(({ attributes }) => attributes.DeletionPolicy === 'RetainExceptOnCreate');
    expect([...new Set(kept.map(({ type }) => type))].toSorted()).toEqual([
      'AWS::DynamoDB::GlobalTable',
      'AWS::Logs::LogGroup',
      'AWS::S3::Bucket',
      'AWS::SecretsManager::Secret',
    ]);
  });
});

test('AWS deletes a stack for trying things out, and one whose settings say so', () => {
  expect(deploymentOf('one of each kind', 'disposable').isProtected).toBe(false);
  expect(deploymentOf('one of each kind', 'guarded').isProtected).toBe(false);
});

test('a stack carries its settings as they were written, in a resource', () => {
  const record = guardedResources.find(({ id }) => id === SETTINGS_RECORD);
  expect(record?.attributes.Metadata).toEqual({ [SETTINGS_RECORD]: guarded });
});

test('tags are on the data, the functions and the nested stacks', () => {
  for (const type of ['AWS::S3::Bucket', 'AWS::Lambda::Function', 'AWS::SQS::Queue', 'AWS::CloudFormation::Stack']) {
    const tagged = ofType(guardedResources, type);
    expect(tagged.length).toBeGreaterThan(0);
    for (const { properties } of tagged)
      expect(properties.Tags).toEqual(expect.arrayContaining([{ Key: 'stage', Value: 'production' }]));
  }
});

describe('a name of your own', () => {
  const root = templatesOf('one of each kind', 'guarded').find(({ nestedAs }) => nestedAs === undefined);

  test('is the API’s, with its certificate, and the outputs say what DNS must say', () => {
    const [domain] = ofType(guardedResources, 'AWS::ApiGatewayV2::DomainName');
    expect(domain?.properties).toMatchObject({
      DomainName: guarded.domainName,
      DomainNameConfigurations: [{ CertificateArn: guarded.certificateArn, EndpointType: 'REGIONAL' }],
    });
    expect(ofType(guardedResources, 'AWS::ApiGatewayV2::ApiMapping')).toHaveLength(1);
    expect(root?.template.Outputs).toMatchObject({
      ApiUrl: { Value: `https://${guarded.domainName}` },
      DnsRecordTarget: { Value: { 'Fn::GetAtt': [domain?.id, 'RegionalDomainName'] } },
      DnsRecordHostedZoneId: { Value: { 'Fn::GetAtt': [domain?.id, 'RegionalHostedZoneId'] } },
      ApiDefaultUrl: {},
    });
  });

  test('is nowhere without the setting', () => {
    expect(ofType(resources, 'AWS::ApiGatewayV2::DomainName')).toEqual([]);
  });
});

describe('your own key', () => {
  const { kmsKeyArn, secretsKmsKeyArn } = guarded;

  test('encrypts table, bucket, queues and logs; the other one the secrets', () => {
    expect(replicaOf(guardedResources).SSESpecification).toEqual({ KMSMasterKeyId: kmsKeyArn });
    for (const { properties } of ofType(guardedResources, 'AWS::SQS::Queue')) {
      expect(properties).toMatchObject({ KmsMasterKeyId: kmsKeyArn });
      expect(properties).not.toHaveProperty('SqsManagedSseEnabled');
    }
    for (const { properties } of ofType(guardedResources, 'AWS::Logs::LogGroup'))
      expect(properties.KmsKeyId).toBe(kmsKeyArn);
    const bucket = ofType(guardedResources, 'AWS::S3::Bucket').find(({ id }) => !id.startsWith('RecordingsAccess'));
    expect(bucket?.properties.BucketEncryption).toMatchObject({
      ServerSideEncryptionConfiguration: [
        { ServerSideEncryptionByDefault: { SSEAlgorithm: 'aws:kms', KMSMasterKeyID: kmsKeyArn } },
      ],
    });
    for (const { properties } of ofType(guardedResources, 'AWS::SecretsManager::Secret'))
      expect(properties.KmsKeyId).toBe(secretsKmsKeyArn);
  });
});

describe('permissions on your own key', () => {
  interface Statement {
    Action: string | string[];
    Resource: unknown;
    Condition?: { StringEquals?: Record<string, unknown> };
  }
  const statementsOf = ({ properties }: Resource): Statement[] =>
    ((properties.Policies ?? []) as { PolicyDocument: { Statement: Statement[] } }[]).flatMap(
      ({ PolicyDocument }) => PolicyDocument.Statement,
    );
  const actionsOf = ({ Action }: Statement): string[] => [Action].flat();
  const isOfKeys = (statement: Statement): boolean => actionsOf(statement).some((action) => action.startsWith('kms:'));
  /** `sqs kms:Decrypt`, for each service through which a role may use a key. */
  const usesOf = (role: Resource): string[] =>
    statementsOf(role)
      .filter(isOfKeys)
      .flatMap((statement) => {
        const via = JSON.stringify(statement.Condition?.StringEquals?.['kms:ViaService'] ?? 'anything');
        const service = /(dynamodb|sqs|s3|secretsmanager)\.eu-west-1\./.exec(via)?.[1] ?? via;
        return actionsOf(statement).map((action) => `${service} ${action} on ${String(statement.Resource)}`);
      })
      .toSorted();
  const on = (key: string, ...uses: string[]) => uses.map((use) => `${use} on ${key}`);
  /** Written here once more, from what AWS asks of whoever does this. */
  const EXPECTED: [RegExp, string[]][] = [
    [
      /^dynamodb:(GetItem|BatchGetItem|Query)$/,
      on(guarded.kmsKeyArn, 'dynamodb kms:Decrypt', 'dynamodb kms:DescribeKey'),
    ],
    [
      /^dynamodb:(PutItem|UpdateItem|DeleteItem)$/,
      on(
        guarded.kmsKeyArn,
        ...['Decrypt', 'DescribeKey', 'Encrypt', 'GenerateDataKey', 'ReEncryptFrom', 'ReEncryptTo'].map(
          (action) => `dynamodb kms:${action}`,
        ),
      ),
    ],
    [/^sqs:SendMessage$/, on(guarded.kmsKeyArn, 'sqs kms:Decrypt', 'sqs kms:GenerateDataKey')],
    [/^sqs:ReceiveMessage$/, on(guarded.kmsKeyArn, 'sqs kms:Decrypt')],
    [/^s3:PutObject$/, on(guarded.kmsKeyArn, 's3 kms:Decrypt', 's3 kms:GenerateDataKey')],
    [/^s3:GetObject$/, on(guarded.kmsKeyArn, 's3 kms:Decrypt')],
    [/^secretsmanager:GetSecretValue$/, on(guarded.secretsKmsKeyArn, 'secretsmanager kms:Decrypt')],
  ];
  const roles = ofType(guardedResources, 'AWS::IAM::Role').filter(
    ({ properties }) => !JSON.stringify(properties).includes('AutoDelete'),
  );

  test('are what a role’s own actions need, each through the service that it acts on', () => {
    expect(roles.some((role) => usesOf(role).length > 0)).toBe(true);
    for (const role of roles) {
      const done = statementsOf(role).flatMap(actionsOf);
      const expected = EXPECTED.flatMap(([action, uses]) => (done.some((one) => action.test(one)) ? uses : []));
      expect([role.id, usesOf(role)]).toEqual([role.id, [...new Set(expected)].toSorted()]);
    }
  });

  test('are the scheduler’s too, and nobody’s without the setting', () => {
    const scheduler = roles.find(({ id }) => id.startsWith('SchedulesRole'));
    expect(scheduler && usesOf(scheduler)).toEqual(on(guarded.kmsKeyArn, 'sqs kms:Decrypt', 'sqs kms:GenerateDataKey'));
    for (const role of ofType(resources, 'AWS::IAM::Role')) expect(usesOf(role)).toEqual([]);
  });
});

test('old versions in the bucket end after the days of the settings', () => {
  const bucket = ofType(guardedResources, 'AWS::S3::Bucket').find(({ id }) => !id.startsWith('RecordingsAccess'));
  expect(bucket?.properties.VersioningConfiguration).toEqual({ Status: 'Enabled' });
  expect(bucket?.properties.LifecycleConfiguration).toMatchObject({
    Rules: expect.arrayContaining([
      expect.objectContaining({ NoncurrentVersionExpiration: { NoncurrentDays: guarded.bucketVersionDays } }),
    ]),
  });
});

describe('a table that was restored', () => {
  const all = resourcesOf('one of each kind', 'restored');
  const [own] = ofType(all, 'AWS::DynamoDB::GlobalTable');

  test('is what every function uses and may use, and the stack keeps its own', () => {
    expect(own).toBeDefined();
    const others = all.filter(({ type }) => type !== 'AWS::CloudFormation::Stack');
    for (const { properties } of others) expect(JSON.stringify(properties)).not.toContain(`"${own?.id}"`);
    const variables = ofType(all, 'AWS::Lambda::Function').flatMap(
      ({ properties }) =>
        (properties.Environment as { Variables: Record<string, unknown> })?.Variables?.TABLE_NAME ?? [],
    );
    expect(new Set(variables)).toEqual(new Set([restored.restoredTableName]));
    const root = templatesOf('one of each kind', 'restored').find(({ nestedAs }) => nestedAs === undefined);
    expect(root?.template.Outputs).toMatchObject({ TableName: { Value: restored.restoredTableName } });
  });
});
