import { CfnOutput, Duration } from 'aws-cdk-lib';
import { Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { deadLettersOf, stuckQueue } from '#infra/aws/alarms.ts';
import { QUEUES, type QueueName, type QueueSchema } from '#shared/schemas/messages.ts';
import { ConsequenceAlarm } from './monitoring/consequence-alarm.ts';
import { QueueWithDeadLetters } from './queue-with-dead-letters.ts';

/** Work is normally taken within a second; this long means that nobody takes it. */
const STUCK_AFTER_SECONDS = 300;
/** A message may fail this often, and wait to be visible again each time, before anybody is woken for it. */
const TOLERATED_ATTEMPTS = 3;

/** The oldest message is as old as this in minutes that follow each other: one reply that takes long is no fault. */
const STUCK_MINUTES = 2;

const stuckAfterSeconds = (name: QueueName): number => {
  const { visibilityTimeoutSeconds, alarmAfterSeconds }: QueueSchema = QUEUES[name];
  return alarmAfterSeconds ?? Math.max(STUCK_AFTER_SECONDS, TOLERATED_ATTEMPTS * visibilityTimeoutSeconds);
};

const latest = { statistic: Stats.MAXIMUM, period: Duration.minutes(1) };

/** A queue of shared/schemas/messages.ts, watched. */
export class ProductQueue extends Construct {
  readonly queue: Queue;

  constructor(scope: Construct, id: string, name: QueueName, topicArn: string | undefined) {
    super(scope, id);
    const { queue, deadLetters } = new QueueWithDeadLetters(this, 'Queue', QUEUES[name]);
    new ConsequenceAlarm(this, 'DeadLettersAlarm', {
      ...deadLettersOf(name),
      metric: deadLetters.metricApproximateNumberOfMessagesVisible(latest),
      above: 0,
      topicArn,
    });
    new ConsequenceAlarm(this, 'StuckAlarm', {
      ...stuckQueue(name),
      metric: queue.metricApproximateAgeOfOldestMessage(latest),
      above: stuckAfterSeconds(name),
      periods: STUCK_MINUTES,
      topicArn,
    });
    new CfnOutput(this, 'Url', { value: queue.queueUrl }).overrideLogicalId(`${id}Url`);
    new CfnOutput(this, 'DeadLettersName', { value: deadLetters.queueName }).overrideLogicalId(`${id}DeadLettersName`);
    this.queue = queue;
  }
}
