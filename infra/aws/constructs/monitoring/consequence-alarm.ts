import { Alarm, ComparisonOperator, type IMetric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import { type Consequence, RUNBOOK } from '#infra/aws/alarms.ts';

type Bound =
  /** The alarm goes off above this value. */
  | { above: number; below?: never }
  /** Or below this one. */
  | { below: number; above?: never };

type ConsequenceAlarmProps = Consequence &
  Bound & {
    metric: IMetric;
    /** Periods of the metric in a row that must be so. */
    periods?: number;
    /** Nothing measured is as bad as a wrong value: of what happens all the time. */
    isAlarmingIfMissing?: true;
    topicArn: string | undefined;
  };

/**
 * An alarm that tells whoever it wakes what is happening to people and where to read on, and tells them again when it is
 * over.
 */
export class ConsequenceAlarm extends Construct {
  readonly alarm: Alarm;

  constructor(scope: Construct, id: string, props: ConsequenceAlarmProps) {
    super(scope, id);
    const isLow = props.below !== undefined;
    const { LESS_THAN_THRESHOLD, GREATER_THAN_THRESHOLD } = ComparisonOperator;
    this.alarm = new Alarm(this, 'Alarm', {
      alarmDescription: `${props.consequence} See "${props.heading}" in ${RUNBOOK}.`,
      metric: props.metric,
      threshold: isLow ? props.below : props.above,
      comparisonOperator: isLow ? LESS_THAN_THRESHOLD : GREATER_THAN_THRESHOLD,
      evaluationPeriods: props.periods ?? 1,
      treatMissingData: props.isAlarmingIfMissing ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
    });
    if (!props.topicArn) return;
    const action = new SnsAction(Topic.fromTopicArn(this, 'Topic', props.topicArn));
    this.alarm.addAlarmAction(action);
    this.alarm.addOkAction(action);
  }
}
