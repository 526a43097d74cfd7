import { randomUUID } from 'node:crypto';
import { SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import { backoffMs } from '#infra/local/process/backoff.ts';
import type { Json } from '#infra/local/process/json-http.ts';
import { MINUTE_MS } from '#shared/domain/time.ts';
import type { ScheduleStore, StoredSchedule } from './schedule-store.ts';

/** Longest timer, so that a laptop catches up after a sleep. */
const LONGEST_WAIT_MS = MINUTE_MS;

interface ScheduleFiring {
  /** Must be called after schedules changed. */
  wake(): void;
  stop(): Promise<void>;
}

const commandFor = ({ definition }: StoredSchedule, sqsEndpoint: string): SendMessageCommand => {
  const target = definition.Target as Json;
  const [account = '', queue = ''] = String(target.Arn).split(':').slice(4);
  const group = (target.SqsParameters as Json | undefined)?.MessageGroupId;
  return new SendMessageCommand({
    QueueUrl: `${sqsEndpoint}/${account}/${queue}`,
    MessageBody: String(target.Input ?? '{}'),
    ...(group ? { MessageGroupId: String(group), MessageDeduplicationId: randomUUID() } : {}),
  });
};

/** Sends each schedule's input to its queue at its time, or at once if the time has passed. */
export const startScheduleFiring = (store: ScheduleStore, sqs: SQSClient, sqsEndpoint: string): ScheduleFiring => {
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let firing: Promise<void> | undefined;
  let failures = 0;
  let changed = false;

  const fire = async (schedule: StoredSchedule): Promise<void> => {
    await sqs.send(commandFor(schedule, sqsEndpoint), { abortSignal: stopping.signal });
    store.settle(schedule, schedule.definition.ActionAfterCompletion === 'DELETE');
  };

  const fireAllDue = async (): Promise<void> => {
    changed = false;
    const results = await Promise.allSettled(store.due(Date.now()).map(fire));
    failures = results.some(({ status }) => status === 'rejected') ? failures + 1 : 0;
    firing = undefined;
    if (stopping.signal.aborted) return;
    if (changed && failures === 0) wake();
    else sleep();
  };

  const sleep = (): void => {
    const now = Date.now();
    const untilNext = (store.nextDueAt(now - 1) ?? Number.POSITIVE_INFINITY) - now;
    const wait = failures > 0 ? Math.min(backoffMs(failures), Math.max(untilNext, 1)) : untilNext;
    timer = setTimeout(wake, Math.min(Math.max(wait, 0), LONGEST_WAIT_MS));
  };

  const wake = (): void => {
    clearTimeout(timer);
    if (stopping.signal.aborted) return;
    if (firing) changed = true;
    else firing = fireAllDue();
  };
  wake();

  return {
    wake,
    stop: async () => {
      stopping.abort();
      clearTimeout(timer);
      await firing;
    },
  };
};
