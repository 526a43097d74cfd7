import { describe, expect, test } from '@jest/globals';
import { capabilitiesOf, type FunctionDefinition } from '#infra/aws/grants.ts';
import { pascalCase } from '#infra/aws/pascal-case.ts';
import { type Capability, ofEachQueue, ofEachSecret } from '#shared/ports/capabilities.ts';
import { SECRETS, type SecretName, secretValue } from '#shared/ports/secrets.ts';
import type { QueueName } from '#shared/schemas/messages.ts';
import { CATALOGS, EVERY_CATALOG } from '#test/infra/aws/deployments.ts';
import { fakeEndpoint, fakeWorker } from '#test/infra/aws/fake-catalog.ts';
import { ofType, type Resource, resourcesOf } from '#test/infra/aws/merged-template.ts';

interface Statement {
  Effect: 'Allow' | 'Deny';
  Action: string | string[];
  Resource: unknown;
  Condition?: unknown;
}

const listOf = <T>(value: T | T[]): T[] => (Array.isArray(value) ? value : [value]);

/** `{Fn::Join}`, `{Fn::GetAtt}` and `{Ref}` as one readable text: `<Table.Arn>/index/due`. */
const textOf = (value: unknown): string => {
  if (typeof value === 'string') return value;
  const { Ref, 'Fn::GetAtt': attribute, 'Fn::Join': join } = value as Record<string, unknown>;
  if (Ref) return `<${String(Ref)}>`;
  if (attribute) return `<${(attribute as string[]).join('.')}>`;
  if (join) return (join as [string, unknown[]])[1].map(textOf).join((join as [string, unknown[]])[0]);
  throw new Error(`No text for ${JSON.stringify(value)}.`);
};

const statementsOf = ({ properties }: Resource): Statement[] => {
  const policies = (properties.Policies ?? []) as { PolicyDocument: { Statement: Statement[] } }[];
  return policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement);
};

/** Conditions on the items of a table stand behind the resource, since they make it smaller. */
const itemsOf = (condition: unknown): string => {
  const { 'ForAllValues:StringLike': like, Null: absent } = (condition ?? {}) as Record<string, Record<string, string>>;
  const items = like?.['dynamodb:LeadingKeys'];
  if (items === undefined) return '';
  return ` where pk is ${items}${absent?.['dynamodb:LeadingKeys'] === 'false' ? '' : ' or missing'}`;
};

/** One line per action and resource. */
const permissionsOf = (role: Resource): string[] =>
  statementsOf(role).flatMap(({ Action, Resource: on, Condition }) =>
    listOf(Action).flatMap((action) =>
      listOf(on).map((resource) => `${action} on ${textOf(resource)}${itemsOf(Condition)}`),
    ),
  );

const each = (actions: string, on: string): string[] => actions.split(' ').map((action) => `${action} on ${on}`);

describe.each(EVERY_CATALOG)('permissions of %s', (name) => {
  const catalog = CATALOGS[name];
  const resources = resourcesOf(name);
  const roles = ofType(resources, 'AWS::IAM::Role');
  const idOf = (type: string, start: RegExp): string => {
    const found = resources.find((resource) => resource.type === type && start.test(resource.id));
    if (!found) throw new Error(`No ${type} ${start}.`);
    return found.id;
  };
  const arnOf = (type: string, start: RegExp): string => `<${idOf(type, start)}.Arn>`;
  const roleOf = (id: string): Resource => {
    const role = roles.find((candidate) => candidate.id.split('/').at(-1)?.startsWith(`${id}FunctionRole`));
    if (!role) throw new Error(`${id} has no role.`);
    return role;
  };

  const table = arnOf('AWS::DynamoDB::GlobalTable', /^Table/);
  const queueArn = (name: QueueName) =>
    arnOf('AWS::SQS::Queue', new RegExp(`^${pascalCase(name)}Queue(?!DeadLetters)`));
  const schedulerRole = arnOf('AWS::IAM::Role', /^Schedules/);
  const group = resources.find(({ type }) => type === 'AWS::Scheduler::ScheduleGroup')?.properties.Name;
  const schedules = `arn:<AWS::Partition>:scheduler:<AWS::Region>:<AWS::AccountId>:schedule/${group}/*`;

  const writeSchedules = [
    ...each('scheduler:CreateSchedule scheduler:UpdateSchedule', schedules),
    `iam:PassRole on ${schedulerRole}`,
  ];

  const bucket = arnOf('AWS::S3::Bucket', /^Recordings(?!Access)/);
  const [recordings, exports, erasures] = ['acct_*', 'exports/*', 'erasures/*'].map((keys) => `${bucket}/${keys}`) as [
    string,
    string,
    string,
  ];
  const readGenerated = (name: SecretName) => {
    const id = new RegExp(`^${pascalCase(secretValue(name))}`);
    return each('secretsmanager:GetSecretValue', `<${idOf('AWS::SecretsManager::Secret', id)}>`);
  };

  const countRequests = `dynamodb:UpdateItem on ${table} where pk is REQUESTS#*`;
  const DECLARED: Partial<Record<Capability, string[]>> = {
    'table:read': [
      ...each('dynamodb:GetItem dynamodb:BatchGetItem dynamodb:Query', table),
      ...['list', 'active', 'due'].map((index) => `dynamodb:Query on ${table}/index/${index}`),
    ],
    'table:write': each('dynamodb:PutItem dynamodb:UpdateItem dynamodb:DeleteItem dynamodb:ConditionCheckItem', table),
    requestLimit: [countRequests],
    lines: [...readGenerated('numberHash'), `dynamodb:UpdateItem on ${table} where pk is SCHEMA`],
    ...ofEachQueue((name) => each('sqs:SendMessage', queueArn(name))),
    'schedules:write': writeSchedules,
    'callSchedules:write': writeSchedules,
    'numberSchedules:write': writeSchedules,
    ...ofEachSecret((name) => ('generated' in SECRETS[name] ? readGenerated(name) : [])),
    'recordings:write': each('s3:PutObject', recordings),
    'recordings:delete': each('s3:DeleteObject', recordings),
    'exports:write': each('s3:PutObject s3:GetObject s3:DeleteObject', exports),
    'exports:delete': each('s3:DeleteObject', exports),
    'erasureLog:write': each('s3:PutObject', erasures),
    'recordings:link': each('s3:GetObject', recordings),
  };
  const noteUses = `dynamodb:UpdateItem on ${table} where pk is LAST_USE#*`;
  const knowsCallers = (entry: FunctionDefinition): boolean =>
    entry.kind === 'endpoint' && ['bearer', 'session'].includes(String(entry.auth ?? 'bearer'));
  /** Who knows its callers, and may write nothing else, notes when their tokens and sessions were used. */
  const byCaller = (entry: FunctionDefinition): string[] =>
    knowsCallers(entry) && !capabilitiesOf(entry).includes('table:write') ? [noteUses] : [];
  const ownLogs = (id: string) =>
    each('logs:CreateLogStream logs:PutLogEvents', arnOf('AWS::Logs::LogGroup', new RegExp(`(^|/)${id}FunctionLogs`)));
  const consume = (queue: QueueName) =>
    each('sqs:ReceiveMessage sqs:DeleteMessage sqs:GetQueueAttributes', queueArn(queue));

  test('each endpoint and stream may do what it declares and what its authentication needs, and nothing else', () => {
    for (const entry of [...catalog.endpoints, ...catalog.streams]) {
      const expected = capabilitiesOf(entry).flatMap((capability) => DECLARED[capability] ?? []);
      expected.push(...byCaller(entry));
      expect(permissionsOf(roleOf(entry.id)).toSorted()).toEqual([...expected, ...ownLogs(entry.id)].toSorted());
    }
  });

  test('each worker may do what it declares and consume its own queue, and nothing else', () => {
    for (const entry of catalog.workers) {
      const expected = capabilitiesOf(entry).flatMap((capability) => DECLARED[capability] ?? []);
      if ('queue' in entry.source) expected.push(...consume(entry.source.queue));
      expect(permissionsOf(roleOf(entry.id)).toSorted()).toEqual([...expected, ...ownLogs(entry.id)].toSorted());
    }
  });

  test('a site may write its log only', () => {
    for (const { id } of catalog.sites) expect(permissionsOf(roleOf(id)).toSorted()).toEqual(ownLogs(id).toSorted());
  });

  test('the fallback may write its log only', () => {
    const fallback = roles.find(({ id }) => id.startsWith('FallbackFunctionRole'));
    const logs = arnOf('AWS::Logs::LogGroup', /^FallbackFunctionLogs/);
    expect(fallback && permissionsOf(fallback)).toEqual(each('logs:CreateLogStream logs:PutLogEvents', logs));
  });

  test('EventBridge Scheduler may only send to the queues of schedules, and only for our own schedules', () => {
    const [role] = roles.filter(({ id }) => `<${id}.Arn>` === schedulerRole);
    expect(role && permissionsOf(role)).toEqual([
      `sqs:SendMessage on ${queueArn('campaign')}`,
      `sqs:SendMessage on ${queueArn('dial')}`,
      `sqs:SendMessage on ${queueArn('number')}`,
    ]);
    expect(role?.properties.AssumeRolePolicyDocument).toMatchObject({
      Statement: [
        { Condition: { StringEquals: { 'aws:SourceAccount': expect.anything() }, ArnEquals: expect.anything() } },
      ],
    });
  });

  test('the scheduler’s role may be handed to the scheduler only', () => {
    const handing = roles.flatMap(statementsOf).filter(({ Action }) => listOf(Action).includes('iam:PassRole'));
    for (const { Condition } of handing) {
      expect(Condition).toEqual({ StringEquals: { 'iam:PassedToService': 'scheduler.amazonaws.com' } });
    }
  });

  test('no permission has a wildcard, but for our schedules and recordings, noted uses and counted requests', () => {
    const lines = roles.flatMap(permissionsOf);
    const wild = lines.filter((line) => line.includes('*'));
    const allowed = (line: string) =>
      [noteUses, countRequests].includes(line) ||
      line.endsWith(` on ${schedules}`) ||
      [recordings, exports, erasures].some((objects) => line.endsWith(` on ${objects}`));
    expect(wild.filter((line) => !allowed(line))).toEqual([]);
  });

  test('who knows its callers may count their requests, and nothing else of the table for that', () => {
    const counting = roles.flatMap(permissionsOf).filter((line) => line.includes('REQUESTS#'));
    expect(counting).toEqual(catalog.endpoints.filter(knowsCallers).map(() => countRequests));
    const unbound = roles.filter((role) =>
      statementsOf(role).some(({ Action, Condition }) => !Condition && listOf(Action).includes('dynamodb:UpdateItem')),
    );
    const writers = [...catalog.endpoints, ...catalog.streams, ...catalog.workers];
    expect(unbound.length).toBe(writers.filter((entry) => capabilitiesOf(entry).includes('table:write')).length);
  });

  test('permissions are nowhere but on the roles, and no role borrows a managed policy', () => {
    expect(ofType(resources, 'AWS::IAM::Policy')).toEqual([]);
    expect(ofType(resources, 'AWS::IAM::ManagedPolicy')).toEqual([]);
    for (const { properties } of roles) expect(properties).not.toHaveProperty('ManagedPolicyArns');
    for (const { Effect } of roles.flatMap(statementsOf)) expect(Effect).toBe('Allow');
  });

  test('queue policies only refuse unencrypted connections', () => {
    const policies = ofType(resources, 'AWS::SQS::QueuePolicy');
    expect(policies).toHaveLength(ofType(resources, 'AWS::SQS::Queue').length);
    for (const { properties } of policies) {
      const statements = (properties.PolicyDocument as { Statement: Statement[] }).Statement;
      expect(statements).toEqual([
        expect.objectContaining({ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } }),
      ]);
    }
  });
});

test('the secrets that the settings name may be read by who needs them, and nobody else', () => {
  const readable = (role: Resource): string[] =>
    permissionsOf(role).flatMap(
      (line) => /^secretsmanager:GetSecretValue on .+:secret:(\S+)-\?{6}$/.exec(line)?.[1] ?? [],
    );
  const roles = ofType(resourcesOf('one of each kind', 'fewSecrets'), 'AWS::IAM::Role');
  const readers = roles.flatMap((role) => {
    const secrets = readable(role);
    return secrets.length > 0
      ? [
          [
            role.id
              .split('/')
              .at(-1)
              ?.replace(/FunctionRole.*/, ''),
            secrets.toSorted(),
          ],
        ]
      : [];
  });
  expect(Object.fromEntries(readers)).toEqual({
    receiveBillingEvent: ['lemon-squeezy', 'stripe'],
    buyThing: ['telnyx'],
    place: ['telnyx'],
    talk: ['openai', 'telnyx', 'xai'],
    conclude: ['openai', 'xai'],
    complete: ['openai', 'xai'],
  });
});

test('a bearer endpoint reads the table for its token, a bearer POST also writes its Idempotency-Key record', () => {
  expect(capabilitiesOf(fakeEndpoint('a'))).toEqual(['requestLimit', 'table:read']);
  expect(capabilitiesOf(fakeEndpoint('a', { method: 'PATCH' }))).toEqual(['requestLimit', 'table:read']);
  expect(capabilitiesOf(fakeEndpoint('a', { method: 'POST', auth: 'bearer' }))).toEqual([
    'requestLimit',
    'table:read',
    'table:write',
  ]);
});

test('an endpoint of sessions reads the table for its cookie, and counts its requests', () => {
  expect(capabilitiesOf(fakeEndpoint('a', { auth: 'session' }))).toEqual(['requestLimit', 'table:read']);
  expect(capabilitiesOf(fakeEndpoint('a', { auth: 'signIn', method: 'POST' }))).toEqual([]);
});

test('who writes the table may read it', () => {
  const worker = fakeWorker('w', { uses: ['table:write'], source: { everyMinutes: 1 } });
  expect(capabilitiesOf(worker)).toEqual(['table:read', 'table:write']);
});

test('an endpoint without bearer authentication has only what it declares', () => {
  expect(capabilitiesOf(fakeEndpoint('a', { method: 'POST', auth: 'none' }))).toEqual([]);
  expect(
    capabilitiesOf(fakeEndpoint('a', { method: 'POST', auth: () => true, uses: ['callEventQueue:send'] })),
  ).toEqual(['callEventQueue:send']);
});
