import type { TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { QueueName } from '#shared/runtime/queues.ts';

/** What the functions of the product share, and what capabilities are granted on. */
export interface SharedResources {
  table: TableV2;
  queues: Record<QueueName, Queue>;
  campaignSchedules: CampaignScheduleResources;
}

export interface CampaignScheduleResources {
  groupName: string;
  /** The role that EventBridge Scheduler takes to wake a campaign. */
  roleArn: string;
}
