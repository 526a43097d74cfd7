import { Duration } from 'aws-cdk-lib';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction as LambdaTarget } from 'aws-cdk-lib/aws-events-targets';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import type { Entry } from '#infra/catalog.ts';
import type { Worker } from '#shared/runtime/define/worker.ts';
import { type Deployment, ProductFunction } from './product-function.ts';

export type TimedWorkerEntry = Entry<Worker> & { source: Extract<Worker['source'], { everyMinutes: number }> };

/** A Lambda that runs every so many minutes. A failed run is not repeated: the next one does its work. */
export class TimedWorker extends Construct {
  readonly lambda: LambdaFunction;

  constructor(scope: Construct, id: string, deployment: Deployment, entry: TimedWorkerEntry) {
    super(scope, id);
    const { lambda } = new ProductFunction(this, 'Function', deployment, entry, entry.timeoutSeconds);
    const interval = Duration.minutes(entry.source.everyMinutes);
    lambda.configureAsyncInvoke({ retryAttempts: 0, maxEventAge: interval });
    new Rule(this, 'Clock', {
      description: entry.summary,
      schedule: Schedule.rate(interval),
      targets: [new LambdaTarget(lambda, { retryAttempts: 0, maxEventAge: interval })],
    });
    this.lambda = lambda;
  }
}
