import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { pascalCase } from '#infra/aws/pascal-case.ts';
import { LOCAL_REGION } from '#infra/local/process/local-aws.ts';
import { MINUTE_MS } from '#shared/domain/time.ts';
import { QUEUE_NAMES } from '#shared/schemas/messages.ts';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import { stack } from '#test/harness/stack/environment.ts';
import { operate } from './operate.ts';
import { type AwsRequest, type StandInAws, startStandInAws } from './stand-in-aws.ts';

const API_URL = 'https://api.deployed.example';
const ACCOUNT_URL = '000000000000';
const QUEUE_ARN = 'arn:aws:sqs:us-east-1:000000000000:number-dlq';
const GROUPS = 60;

let aws: StandInAws;
let account: TestAccount;
let parked = 0;

/** The command runs on the machine's clock, and shows what was before it. */
const beforeNow = (): string => new Date(performance.timeOrigin + performance.now() - MINUTE_MS).toISOString();

const logLine = (level: string, message: string, accountId = account.accountId): string =>
  JSON.stringify({ level, at: beforeNow(), message, function: 'placeCall', account_id: accountId });

const answers: Record<string, (given: AwsRequest['given']) => object> = {
  GetQueueAttributes: ({ AttributeNames }) =>
    (AttributeNames as string[]).includes('QueueArn')
      ? { Attributes: { QueueArn: QUEUE_ARN } }
      : { Attributes: { ApproximateNumberOfMessages: String(parked), ApproximateNumberOfMessagesNotVisible: '0' } },
  StartMessageMoveTask: () => ({ TaskHandle: 'handle-1' }),
  DescribeLogGroups: () => ({
    logGroups: Array.from({ length: GROUPS }, (_, at) => ({ logGroupName: `Trial-Function${at}` })),
  }),
  StartQuery: () => ({ queryId: 'query-1' }),
  GetQueryResults: () => ({
    status: 'Complete',
    results: [
      [
        {
          field: '@message',
          value: `2026-11-25T10:00:00Z\tid\tERROR\t${logLine('error', 'Dialling +14155550100 failed.')}`,
        },
      ],
      [{ field: '@message', value: logLine('error', 'Of somebody else.', 'acct_other') }],
    ],
  }),
};

beforeAll(async () => {
  account = await newAccount();
  aws = await startStandInAws({
    stackName: 'Trial',
    outputs: (url) => ({
      ApiUrl: API_URL,
      TableName: stack().table_name,
      ...Object.fromEntries(
        QUEUE_NAMES.flatMap((name) => [
          [`${pascalCase(name)}QueueUrl`, `${url}/${ACCOUNT_URL}/${name}`],
          [`${pascalCase(name)}QueueDeadLettersName`, `${name}-dlq`],
        ]),
      ),
    }),
    answer: ({ operation, given }) => answers[operation]?.(given) ?? {},
  });
});
afterAll(() => aws.close());
beforeEach(() => {
  aws.requests.length = 0;
  parked = 0;
});

const onStack = (...words: string[]) =>
  operate([...words, '--stack', 'Trial', '--json'], {
    ...{ STATE_DIR: '/nothing-runs-here', AWS_REGION: LOCAL_REGION },
    ...{ AWS_ACCESS_KEY_ID: 'local', AWS_SECRET_ACCESS_KEY: 'local', AWS_ENDPOINT_URL_DYNAMODB: stack().dynamodb_url },
    ...aws.environment,
  });

const json = async (...words: string[]): Promise<Record<string, unknown>> => {
  const { code, stdout, stderr } = await onStack(...words);
  if (code !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as Record<string, unknown>;
};

const operations = (): string[] => aws.requests.map(({ operation }) => operation);

test('a stack is found by its outputs: its table, and the address of its API', async () => {
  expect(await json('tenants', 'show', account.slug)).toMatchObject({ slug: account.slug, standing: 'active' });
  expect(await json('tokens', 'issue', account.slug)).toMatchObject({
    base_url: API_URL,
    account_slug: account.slug,
  });
});

test('a stack that is not there says where to look', async () => {
  const gone = await operate(['tenants', 'list', '--stack', 'Gone'], {
    ...{ AWS_REGION: LOCAL_REGION, AWS_ACCESS_KEY_ID: 'local', AWS_SECRET_ACCESS_KEY: 'local' },
    ...aws.environment,
  });
  expect([gone.code, gone.stderr]).toEqual([1, expect.stringContaining('There is no stack "Gone" in us-east-1.')]);
});

test('SQS itself moves the dead letters of a stack, of the queue by its ARN, once there are any', async () => {
  expect(await json('dead-letters', 'redrive', 'number')).toEqual({ queue: 'number', moved: 0 });
  expect(operations()).not.toContain('StartMessageMoveTask');
  parked = 3;
  expect(await json('dead-letters', 'redrive', 'number', '--dry-run')).toMatchObject({ would_move: 3 });
  expect(operations()).not.toContain('StartMessageMoveTask');
  const moving = { queue: 'number', moving: 3, task_handle: 'handle-1' };
  expect(await json('dead-letters', 'redrive', 'number')).toEqual(moving);
  expect(aws.requests.at(-1)).toEqual({ operation: 'StartMessageMoveTask', given: { SourceArn: QUEUE_ARN } });
});

test('error lines are searched in all log groups, fifty a query, and shown without numbers and without those of others', async () => {
  const { errors, logs_searched } = (await json('errors', account.slug)) as Record<string, { words: string }[]>;
  expect(logs_searched).toBe(true);
  expect(errors?.map(({ words }) => words)).toEqual(Array(2).fill('Dialling +… failed.'));
  const queries = aws.requests.filter(({ operation }) => operation === 'StartQuery').map(({ given }) => given);
  expect(queries.map(({ logGroupNames }) => (logGroupNames as string[]).length)).toEqual([50, 10]);
  for (const { queryString } of queries) expect(queryString).toContain(`"account_id":"${account.accountId}"`);
});
