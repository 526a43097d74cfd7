import { METRICS, type MetricField, type MetricRow } from '#shared/ports/metrics.ts';

/** One metric of CloudWatch: each value of a dimension is a metric of its own, kept and charged as such. */
export interface OwnMetric {
  name: string;
  dimensions: Record<string, string>;
}

/** What CloudWatch may know by a field of our log lines. */
export const metricsOf = (field: MetricField): OwnMetric[] => {
  const { name, by }: MetricRow = METRICS[field];
  return by ? by.values.map((value) => ({ name, dimensions: { [by.name]: value } })) : [{ name, dimensions: {} }];
};

export const OWN_METRICS: readonly OwnMetric[] = (Object.keys(METRICS) as MetricField[]).flatMap(metricsOf);

/** The namespace of a deployment's own metrics: several deployments share an account, and an alarm is of one. */
export const namespaceOf = (stackName: string): string => `VoiceCalling/${stackName}`;
