import { Duration, Stack } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import {
  AlarmStatusWidget,
  Dashboard,
  GraphWidget,
  type IAlarm,
  type IMetric,
  MathExpression,
  Metric,
  Stats,
  TextWidget,
} from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import { RUNBOOK } from '#infra/aws/alarms.ts';
import type { SharedResources } from '#infra/aws/resources.ts';
import type { Settings } from '#infra/aws/settings.ts';
import { readMeasuredUsage } from '#infra/costs/measured-usage.ts';
import { reckonCalls, total } from '#infra/costs/reckon.ts';
import { METRICS, type MetricField, type MetricRow } from '#shared/ports/metrics.ts';
import { QUEUE_NAMES } from '#shared/schemas/messages.ts';
import { ownMetric } from './own-metric.ts';

/** CloudWatch's width is 24. */
const [THIRD, HALF, WHOLE] = [8, 12, 24];
const HEIGHT = 6;
const FIVE_MINUTES = Duration.minutes(5);
const SUM = { period: FIVE_MINUTES, statistic: Stats.SUM };
const HIGHEST = { period: FIVE_MINUTES, statistic: Stats.MAXIMUM };
const at = (percentile: number) => ({ period: FIVE_MINUTES, statistic: Stats.percentile(percentile) });

/** Of the estimate: how long an answered call is talked on. */
const MINUTES_TALKED = 2;

/** US dollars that AWS asks for one call, as infra/costs reckons it. */
const usdPerCall = (answered: number): number =>
  total(reckonCalls(readMeasuredUsage(), { calls: 1, minutes: MINUTES_TALKED, answered, hasReceiver: true }));

interface DashboardProps {
  resources: SharedResources;
  settings: Settings;
  api: HttpApi;
  alarms: IAlarm[];
}

const INTRODUCTION = `Calls, conversations, queues, capacity and costs of this deployment. What each alarm means, and what to do: \`${RUNBOOK}\`, "Runbook". One call through all functions: CloudWatch Logs Insights, saved query *one call*.`;

/** One page for whoever operates a deployment. CloudWatch gives three dashboards of 50 metrics each for nothing. */
export class OperationsDashboard extends Construct {
  readonly url: string;

  constructor(scope: Construct, id: string, props: DashboardProps) {
    super(scope, id);
    const { stackName } = props.settings;
    const { region } = Stack.of(this);
    new Dashboard(this, 'Dashboard', {
      dashboardName: stackName,
      defaultInterval: Duration.hours(3),
      widgets: [
        [new TextWidget({ markdown: INTRODUCTION, width: WHOLE, height: 1 })],
        [new AlarmStatusWidget({ title: 'Alarms', alarms: props.alarms, width: WHOLE, height: 4 })],
        ...ofCalls(stackName),
        ...ofWork(props),
        ...ofCapacity(props),
      ],
    });
    this.url = `https://${region}.console.aws.amazon.com/cloudwatch/home?region=${region}#dashboards/dashboard/${stackName}`;
  }
}

const graph = (title: string, width: number, left: IMetric[], right: IMetric[] = []): GraphWidget =>
  new GraphWidget({ title, width, height: HEIGHT, left, right, leftYAxis: { min: 0 }, rightYAxis: { min: 0 } });

type Named = Record<string, IMetric>;

const named = (metrics: Named): IMetric[] =>
  Object.entries(metrics).map(([label, metric]) => (metric as Metric).with({ label }));

const sum = (stackName: string, field: MetricField, value?: string): Metric => ownMetric(stackName, field, SUM, value);

/** A line for each value by which a metric is told apart. */
const each = (stackName: string, field: MetricField): IMetric[] => {
  const { by }: MetricRow = METRICS[field];
  return named(Object.fromEntries((by?.values ?? []).map((value) => [value, sum(stackName, field, value)])));
};

/** What people notice. */
const ofCalls = (stackName: string): GraphWidget[][] => {
  const own = (field: MetricField, options: { period: Duration; statistic: string }) =>
    ownMetric(stackName, field, options);
  return [
    [
      graph('Calls', THIRD, [
        ...named({
          'begun, outbound': sum(stackName, 'calls_begun', 'outbound'),
          'begun, inbound': sum(stackName, 'calls_begun', 'inbound'),
          'placed by the carrier': sum(stackName, 'dials_placed'),
          answered: sum(stackName, 'calls_answered'),
        }),
      ]),
      graph('Calls ended, by outcome', THIRD, each(stackName, 'calls_ended')),
      graph('Dials that the carrier refused', THIRD, each(stackName, 'dials_refused')),
    ],
    [
      graph(
        'Wait for an assistant’s first words, milliseconds',
        THIRD,
        named({ p50: own('turn_latency_ms', at(50)), p95: own('turn_latency_ms', at(95)) }),
      ),
      graph(
        'Dials, p95 in milliseconds: from claim to dial, and until the carrier’s reply',
        THIRD,
        named({ 'claim to dial': own('dial_wait_ms', at(95)), 'dial to reply': own('dial_latency_ms', at(95)) }),
      ),
      graph('Campaigns paused by the engine, and standing still', THIRD, [
        ...each(stackName, 'campaigns_paused'),
        ...named({ 'standing still': sum(stackName, 'campaigns_stalled') }),
      ]),
    ],
  ];
};

const ofWork = ({ resources: { queues }, settings: { stackName }, api }: DashboardProps): GraphWidget[][] => {
  const ages = QUEUE_NAMES.map((name) => [name, queues[name].metricApproximateAgeOfOldestMessage(HIGHEST)] as const);
  return [
    [
      graph('Oldest message of each queue, seconds', HALF, named(Object.fromEntries(ages))),
      graph(
        'Requests, and what was not answered',
        HALF,
        named({
          '4xx': api.metricClientError(SUM),
          '5xx': api.metricServerError(SUM),
          '429, beyond an account’s rate': sum(stackName, 'requests_limited'),
          'webhooks given up': sum(stackName, 'deliveries_failed'),
        }),
        named({ requests: api.metricCount(SUM) }),
      ),
    ],
  ];
};

const ofCapacity = ({ resources: { table }, settings: { stackName } }: DashboardProps): GraphWidget[][] => {
  const lambda = (metricName: string, options: object) =>
    new Metric({ namespace: 'AWS/Lambda', metricName, ...options });
  const ofTable = (metricName: string) => table.metric(metricName, SUM);
  const perAnswered = usdPerCall(1).toPrecision(3);
  const perDial = usdPerCall(0).toPrecision(3);
  const estimate = new MathExpression({
    label: 'AWS, estimated from calls',
    expression: `FILL(answered, 0) * ${perAnswered} + (FILL(placed, 0) - FILL(answered, 0)) * ${perDial}`,
    usingMetrics: { answered: sum(stackName, 'calls_answered'), placed: sum(stackName, 'dials_placed') },
    period: FIVE_MINUTES,
  });
  return [
    [
      graph(
        'Lambda, of the whole AWS account',
        THIRD,
        named({ 'claimed concurrency': lambda('ClaimedAccountConcurrency', HIGHEST) }),
        named({ throttles: lambda('Throttles', SUM) }),
      ),
      graph(
        'Table, units in five minutes',
        THIRD,
        named({ written: ofTable('ConsumedWriteCapacityUnits'), read: ofTable('ConsumedReadCapacityUnits') }),
        named({ 'writes refused': ofTable('WriteThrottleEvents'), 'reads refused': ofTable('ReadThrottleEvents') }),
      ),
      graph(
        `US dollars: the carrier’s as it reports them, AWS by ${perAnswered} an answered call of ${MINUTES_TALKED} minutes; tokens`,
        THIRD,
        [...named({ carrier: sum(stackName, 'carrier_cost_usd') }), estimate],
        named({
          'tokens to models': sum(stackName, 'input_tokens'),
          'tokens of models': sum(stackName, 'output_tokens'),
        }),
      ),
    ],
  ];
};
