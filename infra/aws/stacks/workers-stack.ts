import { Duration, NestedStack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { FAILING_TIMED_WORKER, SILENT_TIMED_WORKER } from '#infra/aws/alarms.ts';
import { ConsequenceAlarm } from '#infra/aws/constructs/monitoring/consequence-alarm.ts';
import type { Deployment } from '#infra/aws/constructs/product-function.ts';
import { QueueWorker, type QueueWorkerEntry } from '#infra/aws/constructs/queue-worker.ts';
import { TimedWorker, type TimedWorkerEntry } from '#infra/aws/constructs/timed-worker.ts';
import type { Entry } from '#infra/catalog.ts';
import type { Worker } from '#shared/runtime/define/worker.ts';

const FAILURE_PERIOD = Duration.minutes(5);
/** One failed run is made good by the next. */
const TOLERATED_FAILURES = 1;

const isQueueWorker = (entry: Entry<Worker>): entry is QueueWorkerEntry => 'queue' in entry.source;
const isTimedWorker = (entry: Entry<Worker>): entry is TimedWorkerEntry => 'everyMinutes' in entry.source;

/** Everything that runs without a client waiting for it. */
export class WorkersStack extends NestedStack {
  constructor(scope: Construct, id: string, deployment: Deployment, workers: readonly Entry<Worker>[]) {
    super(scope, id);
    const { alarmTopicArn: topicArn } = deployment.resources;
    for (const entry of workers.filter(isQueueWorker)) new QueueWorker(this, entry.id, deployment, entry);
    for (const entry of workers.filter(isTimedWorker)) {
      const { lambda } = new TimedWorker(this, entry.id, deployment, entry);
      new ConsequenceAlarm(this, `${entry.id}Alarm`, {
        ...FAILING_TIMED_WORKER,
        metric: lambda.metricErrors({ period: FAILURE_PERIOD }),
        above: TOLERATED_FAILURES,
        topicArn,
      });
      new ConsequenceAlarm(this, `${entry.id}SilentAlarm`, {
        ...SILENT_TIMED_WORKER,
        metric: lambda.metricInvocations({ period: FAILURE_PERIOD }),
        below: 1,
        isAlarmingIfMissing: true,
        topicArn,
      });
    }
  }
}
