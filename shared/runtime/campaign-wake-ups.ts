import {
  ConflictException,
  CreateScheduleCommand,
  type CreateScheduleCommandInput,
  SchedulerClient,
  UpdateScheduleCommand,
} from '@aws-sdk/client-scheduler';
import type { CampaignMessage } from '#shared/schemas/messages.ts';

/** One EventBridge schedule per campaign, at its earliest due time. Written by `advance-campaign` alone. */
export interface CampaignWakeUps {
  wakeAt(campaignId: string, at: Date): Promise<void>;
}

export interface WakeUpSettings {
  group: string;
  roleArn: string;
  targetArn: string;
}

/** The sweep repairs a wake-up that never came, so a few quick retries are enough. */
const DELIVERY_RETRIES = 5;
const DELIVERY_MAX_AGE_SECONDS = 3600;

let client: SchedulerClient | undefined;

const scheduleOf = (campaignId: string, at: Date, settings: WakeUpSettings): CreateScheduleCommandInput => {
  const message: CampaignMessage & { due_at: string } = {
    campaign_id: campaignId,
    reason: 'wake',
    // The queue drops a body it saw within five minutes; the due time keeps two wake-ups apart.
    due_at: at.toISOString(),
  };
  return {
    Name: campaignId,
    GroupName: settings.group,
    ScheduleExpression: `at(${at.toISOString().slice(0, 19)})`,
    ScheduleExpressionTimezone: 'UTC',
    FlexibleTimeWindow: { Mode: 'OFF' },
    ActionAfterCompletion: 'DELETE',
    Target: {
      Arn: settings.targetArn,
      RoleArn: settings.roleArn,
      Input: JSON.stringify(message),
      SqsParameters: { MessageGroupId: campaignId },
      RetryPolicy: { MaximumRetryAttempts: DELIVERY_RETRIES, MaximumEventAgeInSeconds: DELIVERY_MAX_AGE_SECONDS },
    },
  };
};

/** Schedules have whole seconds; waking a moment late is right, a moment early would find nothing due. */
const wholeSecondAfter = (at: Date): Date => new Date(Math.ceil(at.getTime() / 1000) * 1000);

export const schedulerWakeUps = (settings: WakeUpSettings): CampaignWakeUps => {
  client ??= new SchedulerClient({ maxAttempts: 5 });
  const scheduler = client;
  return {
    async wakeAt(campaignId, at) {
      const schedule = scheduleOf(campaignId, wholeSecondAfter(at), settings);
      try {
        await scheduler.send(new UpdateScheduleCommand(schedule));
      } catch (error) {
        if ((error as Error).name !== 'ResourceNotFoundException') throw error;
        await scheduler.send(new CreateScheduleCommand(schedule)).catch((created: unknown) => {
          if (!(created instanceof ConflictException)) throw created;
        });
      }
    },
  };
};
