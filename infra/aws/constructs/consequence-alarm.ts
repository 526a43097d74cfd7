import { Alarm, ComparisonOperator, type IMetric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import { type Consequence, RUNBOOK } from '#infra/aws/alarms.ts';

interface ConsequenceAlarmProps extends Consequence {
  metric: IMetric;
  /** The alarm goes off above this value. */
  above: number;
  topicArn: string | undefined;
}

/** An alarm that tells whoever it wakes what is happening to people and where to read on. */
export class ConsequenceAlarm extends Construct {
  constructor(scope: Construct, id: string, props: ConsequenceAlarmProps) {
    super(scope, id);
    const alarm = new Alarm(this, 'Alarm', {
      alarmDescription: `${props.consequence} See "${props.heading}" in ${RUNBOOK}.`,
      metric: props.metric,
      threshold: props.above,
      comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
      evaluationPeriods: 1,
      treatMissingData: TreatMissingData.NOT_BREACHING,
    });
    if (props.topicArn) alarm.addAlarmAction(new SnsAction(Topic.fromTopicArn(this, 'Topic', props.topicArn)));
  }
}
