import { Duration } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { type IMetric, MathExpression, Metric, type MetricOptions, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { Operation } from 'aws-cdk-lib/aws-dynamodb';
import { Construct } from 'constructs';
import * as alarm from '#infra/aws/alarms.ts';
import type { DataTable, SharedResources } from '#infra/aws/resources.ts';
import type { Settings } from '#infra/aws/settings.ts';
import type { MetricField } from '#shared/ports/metrics.ts';
import { ConsequenceAlarm } from './consequence-alarm.ts';
import { ownMetric } from './own-metric.ts';

const MINUTE = Duration.minutes(1);
const FIVE_MINUTES = Duration.minutes(5);

/** Of what AWS lets run at once; what is left is gone within seconds. */
const CLAIMED_SHARE = 0.9;
/** Refused runs within five minutes: a few come with every burst, and are tried again. */
const THROTTLES_TOLERATED = 10;
/** Requests that a table refuses within five minutes: the SDK asks again by itself. */
const TABLE_THROTTLES_TOLERATED = 100;
const TABLE_FAULTS_TOLERATED = 5;
/** Of fewer requests in five minutes nothing is concluded. */
const REQUESTS_AT_LEAST = 50;
const REFUSED_PERCENT = 25;
const SLOW_REPLY_MS = 5_000;
/** A running campaign is looked at every minute. */
const STALLED_LOOKS_TOLERATED = 3;

/** The requests that carry nearly all work; each that is watched costs as much as an alarm. */
const TABLE_OPERATIONS = [Operation.BATCH_GET_ITEM, Operation.UPDATE_ITEM, Operation.TRANSACT_WRITE_ITEMS];

const tableThrottles = (table: DataTable): IMetric => {
  const of = (metricName: string) => table.metric(metricName, { period: FIVE_MINUTES, statistic: Stats.SUM });
  return new MathExpression({
    expression: 'FILL(reads, 0) + FILL(writes, 0)',
    usingMetrics: { reads: of('ReadThrottleEvents'), writes: of('WriteThrottleEvents') },
    period: FIVE_MINUTES,
  });
};

const refusedPercent = (api: HttpApi): IMetric =>
  new MathExpression({
    expression: `IF(requests > ${REQUESTS_AT_LEAST}, 100 * refused / requests, 0)`,
    usingMetrics: {
      requests: api.metricCount({ period: FIVE_MINUTES, statistic: Stats.SUM }),
      refused: api.metricClientError({ period: FIVE_MINUTES, statistic: Stats.SUM }),
    },
    period: FIVE_MINUTES,
  });

const ofAccount = (metricName: string, statistic: string, period: Duration): IMetric =>
  new Metric({ namespace: 'AWS/Lambda', metricName, statistic, period });

interface ServiceAlarmsProps {
  resources: SharedResources;
  settings: Settings;
  api: HttpApi;
}

/** The alarms of what is one for the whole deployment. Queues and functions bring their own. */
export class ServiceAlarms extends Construct {
  constructor(scope: Construct, id: string, { resources, settings, api }: ServiceAlarmsProps) {
    super(scope, id);
    const { table, schedules, alarmTopicArn: topicArn } = resources;
    const { stackName, lambdaConcurrency } = settings;
    const own = (field: MetricField, options: MetricOptions) => ownMetric(stackName, field, options);
    const sum = { period: FIVE_MINUTES, statistic: Stats.SUM };
    new ConsequenceAlarm(this, 'NoCallPlaced', {
      ...alarm.NO_CALL_PLACED,
      // Dials that the carrier did not place are told as 0, so without a dial there is nothing to judge.
      metric: own('dials_placed', sum),
      below: 1,
      periods: 3,
      topicArn,
    });
    new ConsequenceAlarm(this, 'StalledCampaigns', {
      ...alarm.STALLED_CAMPAIGNS,
      metric: own('campaigns_stalled', sum),
      above: STALLED_LOOKS_TOLERATED,
      topicArn,
    });
    new ConsequenceAlarm(this, 'FaultyCampaigns', {
      ...alarm.FAULTY_CAMPAIGNS,
      metric: own('campaign_faults', sum),
      above: 0,
      topicArn,
    });
    new ConsequenceAlarm(this, 'SlowReplies', {
      ...alarm.SLOW_REPLIES,
      metric: own('turn_latency_ms', { period: FIVE_MINUTES, statistic: Stats.percentile(95) }),
      above: SLOW_REPLY_MS,
      periods: 2,
      topicArn,
    });
    new ConsequenceAlarm(this, 'ClaimedConcurrency', {
      ...alarm.CLAIMED_CONCURRENCY,
      metric: ofAccount('ClaimedAccountConcurrency', Stats.MAXIMUM, MINUTE),
      above: Math.floor(lambdaConcurrency * CLAIMED_SHARE),
      periods: 3,
      topicArn,
    });
    new ConsequenceAlarm(this, 'ThrottledFunctions', {
      ...alarm.THROTTLED_FUNCTIONS,
      metric: ofAccount('Throttles', Stats.SUM, FIVE_MINUTES),
      above: THROTTLES_TOLERATED,
      topicArn,
    });
    new ConsequenceAlarm(this, 'ThrottledTable', {
      ...alarm.THROTTLED_TABLE,
      metric: tableThrottles(table),
      above: TABLE_THROTTLES_TOLERATED,
      topicArn,
    });
    new ConsequenceAlarm(this, 'FaultyTable', {
      ...alarm.FAULTY_TABLE,
      metric: table.metricSystemErrorsForOperations({ operations: TABLE_OPERATIONS, period: FIVE_MINUTES }),
      above: TABLE_FAULTS_TOLERATED,
      topicArn,
    });
    new ConsequenceAlarm(this, 'FailingApi', {
      ...alarm.FAILING_API,
      metric: api.metricServerError(sum),
      above: 0,
      topicArn,
    });
    new ConsequenceAlarm(this, 'RefusedRequests', {
      ...alarm.REFUSED_REQUESTS,
      metric: refusedPercent(api),
      above: REFUSED_PERCENT,
      periods: 2,
      topicArn,
    });
    new ConsequenceAlarm(this, 'UndeliveredSchedules', {
      ...alarm.UNDELIVERED_SCHEDULES,
      metric: new Metric({
        namespace: 'AWS/Scheduler',
        metricName: 'InvocationDroppedCount',
        dimensionsMap: { ScheduleGroup: schedules.groupName },
        ...sum,
      }),
      above: 0,
      topicArn,
    });
  }
}
