import { Duration } from 'aws-cdk-lib';
import { FunctionUrlAuthType, InvokeMode } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { FAILING_STREAM, REFUSED_STREAM } from '#infra/aws/alarms.ts';
import type { Entry } from '#infra/catalog.ts';
import type { StreamFunction } from '#shared/runtime/define/stream.ts';
import { ConsequenceAlarm } from './monitoring/consequence-alarm.ts';
import { type Deployment, ProductFunction } from './product-function.ts';

/**
 * A Lambda that answers piece by piece at an address of its own: HTTP APIs cannot stream. AWS authenticates nobody
 * there; the function itself does.
 */
export class StreamingFunction extends Construct {
  /** Ends in a slash. */
  readonly url: string;

  constructor(scope: Construct, id: string, deployment: Deployment, entry: Entry<StreamFunction>) {
    super(scope, id);
    const { lambda } = new ProductFunction(this, 'Function', deployment, entry, entry.timeoutSeconds);
    const { alarmTopicArn: topicArn } = deployment.resources;
    const access = { authType: FunctionUrlAuthType.NONE, invokeMode: InvokeMode.RESPONSE_STREAM };
    this.url = lambda.addFunctionUrl(access).url;
    new ConsequenceAlarm(this, 'Failing', {
      ...FAILING_STREAM,
      metric: lambda.metricErrors({ period: Duration.minutes(5) }),
      above: 0,
      topicArn,
    });
    new ConsequenceAlarm(this, 'Refused', {
      ...REFUSED_STREAM,
      metric: lambda.metricThrottles({ period: Duration.minutes(1) }),
      above: 0,
      topicArn,
    });
  }
}
