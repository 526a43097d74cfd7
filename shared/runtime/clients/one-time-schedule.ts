import {
  ConflictException,
  CreateScheduleCommand,
  type CreateScheduleCommandInput,
  SchedulerClient,
  UpdateScheduleCommand,
} from '@aws-sdk/client-scheduler';
import type { CallWakeUps, CampaignWakeUps, TrialEnds } from '#shared/ports/wake-ups.ts';
import type { CampaignMessage, DueCallMessage, NumberMessage } from '#shared/schemas/messages.ts';
import { AWS_CLIENTS } from '#shared/store/table/aws-clients.ts';

/** Where the schedules of a kind are kept and what they send to. */
interface ScheduleTarget {
  group: string;
  roleArn: string;
  queueArn: string;
}

interface OneTimeSchedule {
  name: string;
  at: Date;
  /** The message that is sent to the queue. */
  message: object;
  /** For FIFO queues. */
  messageGroupId?: string;
}

/** The sweep repairs a schedule that never fired, so a few quick retries are enough. */
const DELIVERY_RETRIES = 5;
const DELIVERY_MAX_AGE_SECONDS = 3600;

let client: SchedulerClient | undefined;

/** Schedules have whole seconds; a moment late is right, a moment early would find nothing due. */
const wholeSecondAfter = (at: Date): Date => new Date(Math.ceil(at.getTime() / 1000) * 1000);

const requestOf = (target: ScheduleTarget, schedule: OneTimeSchedule): CreateScheduleCommandInput => {
  const at = wholeSecondAfter(schedule.at).toISOString();
  return {
    Name: schedule.name,
    GroupName: target.group,
    ScheduleExpression: `at(${at.slice(0, 19)})`,
    ScheduleExpressionTimezone: 'UTC',
    FlexibleTimeWindow: { Mode: 'OFF' },
    ActionAfterCompletion: 'DELETE',
    Target: {
      Arn: target.queueArn,
      RoleArn: target.roleArn,
      // A queue drops a body it saw within five minutes; the due time keeps two schedules of one name apart.
      Input: JSON.stringify({ ...schedule.message, due_at: at }),
      ...(schedule.messageGroupId !== undefined && { SqsParameters: { MessageGroupId: schedule.messageGroupId } }),
      RetryPolicy: { MaximumRetryAttempts: DELIVERY_RETRIES, MaximumEventAgeInSeconds: DELIVERY_MAX_AGE_SECONDS },
    },
  };
};

/** Sets the schedule of this name, new or anew; it deletes itself when it has fired. */
const setSchedule = async (target: ScheduleTarget, schedule: OneTimeSchedule): Promise<void> => {
  client ??= new SchedulerClient(AWS_CLIENTS.schedules);
  const request = requestOf(target, schedule);
  try {
    await client.send(new UpdateScheduleCommand(request));
  } catch (error) {
    if ((error as Error).name !== 'ResourceNotFoundException') throw error;
    await client.send(new CreateScheduleCommand(request)).catch((created: unknown) => {
      if (!(created instanceof ConflictException)) throw created;
    });
  }
};

export const schedulerWakeUps = (target: ScheduleTarget): CampaignWakeUps => ({
  wakeAt: (campaignId, at) => {
    const message: CampaignMessage = { campaign_id: campaignId, reason: 'wake' };
    return setSchedule(target, { name: campaignId, at, message, messageGroupId: campaignId });
  },
});

export const schedulerCallWakeUps = (target: ScheduleTarget): CallWakeUps => ({
  lookAt: ({ call_id, account_id, due_at }) => {
    const message: Omit<DueCallMessage, 'due_at'> = { call_id, account_id };
    return setSchedule(target, { name: call_id, at: new Date(due_at), message });
  },
});

export const schedulerTrialEnds = (target: ScheduleTarget): TrialEnds => ({
  lookAt: (numberId, at) => {
    const message: NumberMessage = { number_id: numberId };
    return setSchedule(target, { name: numberId, at, message });
  },
});
