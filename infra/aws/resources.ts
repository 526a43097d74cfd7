import type { TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { SecretName } from '#shared/ports/secrets.ts';
import type { QueueName } from '#shared/schemas/messages.ts';

/** What the functions of the product share, and what capabilities are granted on. */
export interface SharedResources {
  table: TableV2;
  queues: Record<QueueName, Queue>;
  schedules: ScheduleResources;
  recordings: Bucket;
  /** Whom alarms tell; undefined for nobody. */
  alarmTopicArn: string | undefined;
  /** Undefined where the deployment names none: what needs it stays off. */
  secrets: Record<SecretName, SecretResource | undefined>;
  /** The base address under which the carrier's conversation engine finds chat completions. */
  modelEndpointUrl?: string | undefined;
}

export interface SecretResource {
  /** Name or ARN, as the functions ask for it. */
  id: string;
  /** As permissions name it. */
  arn: string;
}

export interface ScheduleResources {
  groupName: string;
  /** The role that EventBridge Scheduler takes to send to a queue. */
  roleArn: string;
}
