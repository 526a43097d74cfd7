import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  ConflictException,
  CreateScheduleCommand,
  type CreateScheduleCommandInput,
  DeleteScheduleCommand,
  GetScheduleCommand,
  ListSchedulesCommand,
  ResourceNotFoundException,
  SchedulerClient,
  UpdateScheduleCommand,
  ValidationException,
} from '@aws-sdk/client-scheduler';
import { ReceiveMessageCommand } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { LoopbackServer } from '#infra/local/process/json-http.ts';
import { LOCAL_CREDENTIALS } from '#infra/local/process/local-aws.ts';
import { type SqsAndS3, startSqsAndS3 } from '#infra/local/queues/sqs-and-s3.ts';
import { instantOf } from '#infra/local/scheduler/schedule-time.ts';
import { startScheduler } from '#infra/local/scheduler/scheduler.ts';
import { SECOND_MS } from '#shared/domain/time.ts';
import { newSuiteTime } from '#test/harness/time/suite-time.ts';

const time = newSuiteTime();

let stateDir: string;
let sqs: SqsAndS3;
let scheduler: LoopbackServer;
let client: SchedulerClient;

const start = async (): Promise<void> => {
  scheduler = await startScheduler({ stateDir, sqsEndpoint: sqs.url, port: 0 });
  client = new SchedulerClient({ endpoint: scheduler.url, region: 'us-east-1', credentials: LOCAL_CREDENTIALS });
};

beforeAll(async () => {
  stateDir = mkdtempSync(join(tmpdir(), 'scheduler-'));
  sqs = await startSqsAndS3({ dataDir: join(stateDir, 'sqs'), hasThread: false, onDeath: () => undefined });
  await start();
});

afterAll(async () => {
  client.destroy();
  await scheduler.stop();
  await sqs.stop();
  rmSync(stateDir, { recursive: true });
});

const schedule = (name: string, at: Date, input = name): CreateScheduleCommandInput => ({
  Name: name,
  GroupName: 'wake-ups',
  ScheduleExpression: `at(${at.toISOString().slice(0, 19)})`,
  FlexibleTimeWindow: { Mode: 'OFF' },
  ActionAfterCompletion: 'DELETE',
  Target: {
    Arn: sqs.queues.campaign.arn,
    RoleArn: 'arn:aws:iam::000000000000:role/scheduler',
    Input: JSON.stringify({ input }),
    SqsParameters: { MessageGroupId: name },
  },
});

const LATER = new Date('2999-01-01T00:00:00Z');
const PAST = new Date('2020-01-01T00:00:00Z');

const receiveBody = async (): Promise<string | undefined> => {
  const receive = new ReceiveMessageCommand({
    QueueUrl: sqs.queues.campaign.url,
    WaitTimeSeconds: 5,
    MessageSystemAttributeNames: ['MessageGroupId'],
  });
  const { Messages } = await time.during(() => sqs.client.send(receive));
  return Messages?.[0] && `${Messages[0].Attributes?.MessageGroupId} ${Messages[0].Body}`;
};

const isGone = (name: string) => async (): Promise<boolean> => {
  try {
    await client.send(new GetScheduleCommand({ Name: name, GroupName: 'wake-ups' }));
    return false;
  } catch (error) {
    return error instanceof ResourceNotFoundException;
  }
};

test('a schedule can be created, read, replaced, listed and deleted', async () => {
  const { ScheduleArn } = await client.send(new CreateScheduleCommand(schedule('a', LATER)));
  expect(ScheduleArn).toMatch(/schedule\/wake-ups\/a$/);
  await client.send(new UpdateScheduleCommand(schedule('a', LATER, 'moved')));
  const found = await client.send(new GetScheduleCommand({ Name: 'a', GroupName: 'wake-ups' }));
  expect(found).toMatchObject({ Name: 'a', State: 'ENABLED', ScheduleExpressionTimezone: 'UTC' });
  expect(found.Target?.Input).toBe('{"input":"moved"}');
  expect(found.CreationDate).toBeInstanceOf(Date);
  await client.send(new CreateScheduleCommand(schedule('ab', LATER)));
  const page = await client.send(new ListSchedulesCommand({ GroupName: 'wake-ups', NamePrefix: 'a', MaxResults: 1 }));
  expect(page.Schedules?.map(({ Name }) => Name)).toEqual(['a']);
  const rest = await client.send(new ListSchedulesCommand({ NamePrefix: 'a', NextToken: page.NextToken }));
  expect(rest.Schedules?.map(({ Name }) => Name)).toEqual(['ab']);
  await client.send(new DeleteScheduleCommand({ Name: 'a', GroupName: 'wake-ups' }));
  await expect(isGone('a')()).resolves.toBe(true);
});

test('refusals arrive as the typed exceptions of the SDK', async () => {
  await client.send(new CreateScheduleCommand(schedule('twice', LATER)));
  await expect(client.send(new CreateScheduleCommand(schedule('twice', LATER)))).rejects.toBeInstanceOf(
    ConflictException,
  );
  const missing = { Name: 'missing', GroupName: 'wake-ups' };
  for (const command of [new UpdateScheduleCommand(schedule('missing', LATER)), new DeleteScheduleCommand(missing)]) {
    await expect(client.send(command as DeleteScheduleCommand)).rejects.toBeInstanceOf(ResourceNotFoundException);
  }
  const daily = { ...schedule('daily', LATER), ScheduleExpression: 'rate(1 day)' };
  await expect(client.send(new CreateScheduleCommand(daily))).rejects.toBeInstanceOf(ValidationException);
});

test('a time that has passed fires at once into its message group, and the schedule is deleted', async () => {
  const began = time.now();
  await client.send(new CreateScheduleCommand(schedule('past', PAST)));
  expect(await receiveBody()).toBe('past {"input":"past"}');
  expect(time.now()).toBe(began);
  await time.until(isGone('past'), 'the schedule to be deleted');
});

test('a schedule fires within a second of its time, also after a restart', async () => {
  const dueAt = Math.ceil(Date.now() / SECOND_MS) * SECOND_MS + SECOND_MS;
  await client.send(new CreateScheduleCommand(schedule('soon', new Date(dueAt))));
  await scheduler.stop();
  await start();
  expect(await receiveBody()).toBe('soon {"input":"soon"}');
  expect(Date.now() - dueAt).toBeGreaterThanOrEqual(0);
  expect(Date.now() - dueAt).toBeLessThan(1000);
});

test('a time is read on the wall clock of its zone', () => {
  expect(instantOf('at(2026-07-01T09:00:00)', 'America/New_York')).toBe(Date.parse('2026-07-01T13:00:00Z'));
  expect(instantOf('at(2026-01-01T09:00:00)', 'America/New_York')).toBe(Date.parse('2026-01-01T14:00:00Z'));
  expect(instantOf('at(2026-01-01T09:00:00)', 'Nowhere/Land')).toBeUndefined();
  expect(instantOf('cron(0 9 * * ? *)', 'UTC')).toBeUndefined();
});
