import { Metric, type MetricOptions } from 'aws-cdk-lib/aws-cloudwatch';
import { namespaceOf } from '#infra/aws/own-metrics.ts';
import { METRICS, type MetricField, type MetricRow } from '#shared/ports/metrics.ts';

/** A metric of a deployment, by its field; of those that a dimension tells apart, the one with this value. */
export const ownMetric = (stackName: string, field: MetricField, options: MetricOptions, value?: string): Metric => {
  const { name: metricName, by }: MetricRow = METRICS[field];
  const dimensions = by && value !== undefined ? { dimensionsMap: { [by.name]: value } } : {};
  return new Metric({ namespace: namespaceOf(stackName), metricName, ...dimensions, ...options });
};
