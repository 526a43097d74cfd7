import { expect, test } from '@jest/globals';
import { deployment } from '#infra/costs/deployment.ts';
import { ofType, type Resource, resourcesOf } from '#test/infra/aws/merged-template.ts';

const resources = resourcesOf('the product');

const isFifo = ({ properties }: Resource): boolean => properties.FifoQueue === true;
/** Metrics that an alarm watches: its own, or those that an expression is made of. */
const watchedBy = ({ properties: { Metrics } }: Resource): number =>
  Array.isArray(Metrics) ? Metrics.filter((metric) => 'MetricStat' in metric).length : 1;

const isWatched = ({ properties }: Resource): boolean => properties.RedrivePolicy !== undefined;

test('what is reckoned as paid every month is what the stack has', () => {
  const queues = ofType(resources, 'AWS::SQS::Queue').filter(isWatched);
  const fifoQueues = queues.filter(isFifo).length;
  expect(deployment()).toMatchObject({
    fifoQueues,
    standardQueues: queues.length - fifoQueues,
    alarms: ofType(resources, 'AWS::CloudWatch::Alarm').reduce((sum, alarm) => sum + watchedBy(alarm), 0),
  });
  expect(ofType(resources, 'AWS::Lambda::EventSourceMapping')).toHaveLength(queues.length);
});
