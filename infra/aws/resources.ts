import type { ITableV2 } from 'aws-cdk-lib/aws-dynamodb';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { SecretName } from '#shared/ports/secrets.ts';
import type { QueueName } from '#shared/schemas/messages.ts';

/** The stack's own table, or one that was restored from its backup. */
export type DataTable = Omit<ITableV2, 'tableId' | 'tableStreamArn'>;

/** What the functions of the product share, and what capabilities are granted on. */
export interface SharedResources {
  table: DataTable;
  queues: Record<QueueName, Queue>;
  schedules: ScheduleResources;
  recordings: Bucket;
  /** Whom alarms tell; undefined for nobody. */
  alarmTopicArn: string | undefined;
  keys: Keys;
  /** Undefined where the deployment names none: what needs it stays off. */
  secrets: Record<SecretName, SecretResource | undefined>;
  /** The base address under which the carrier's conversation engine finds chat completions. */
  modelEndpointUrl?: string | undefined;
}

/** ARNs of the customer's own KMS keys; undefined where AWS' own keys serve. */
interface Keys {
  /** For the table, the bucket and the queues. */
  data: string | undefined;
  secrets: string | undefined;
  /** How KMS names a service that uses a key for somebody: `sqs.<region>.amazonaws.com`. */
  viaService(service: string): string;
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
