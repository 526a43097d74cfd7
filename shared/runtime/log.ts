import type { Log, Subject } from '#shared/ports/log.ts';
import { METRICS, type MetricField } from '#shared/ports/metrics.ts';
import { metricsNamespace } from './env.ts';

let sink = (line: string): void => console.log(line);
let isReadForMetrics = true;

/** Sends the lines elsewhere; the laptop keeps them in a file, which nobody reads metrics off. */
export const setLogSink = (write: (line: string) => void, { hasMetrics = true } = {}): void => {
  sink = write;
  isReadForMetrics = hasMetrics;
};

type Fields = Record<string, unknown>;

const isMeasured = (field: string, value: unknown): field is MetricField =>
  typeof value === 'number' && field in METRICS;

/** What makes CloudWatch read metrics off a line: its embedded metric format. */
const metricsIn = (fields: Fields, at: Date): Fields => {
  const measured = Object.entries(fields).flatMap(([field, value]) => {
    if (!isMeasured(field, value)) return [];
    const { name, unit, ...rest } = METRICS[field];
    return [{ name, unit, value, by: 'by' in rest ? rest.by : undefined }];
  });
  if (measured.length === 0) return {};
  const Namespace = metricsNamespace();
  const CloudWatchMetrics = measured.map(({ name: Name, unit: Unit, by }) => ({
    Namespace,
    Dimensions: [by ? [by.name] : []],
    Metrics: [{ Name, Unit }],
  }));
  const values = measured.map(({ name, value }) => [name, value] as const);
  const dimensions = measured.flatMap(({ by }) => (by ? [[by.name, String(fields[by.field])] as const] : []));
  return {
    _aws: { Timestamp: at.getTime(), CloudWatchMetrics },
    ...Object.fromEntries([...values, ...dimensions]),
  };
};

const describe = (error: unknown): Fields =>
  error instanceof Error
    ? {
        error: error.name,
        error_message: error.message,
        stack: error.stack,
        ...(error.cause ? { cause: String(error.cause) } : {}),
      }
    : { error: String(error) };

const known = (subject: Subject): Fields =>
  Object.fromEntries(Object.entries(subject).filter(([, id]) => id !== undefined && id !== null && id !== ''));

export const createLog = (base: Fields): Log => {
  let subject: Fields = {};
  const write = (level: string, message: string, fields: Fields = {}): void => {
    const now = new Date();
    const metrics = isReadForMetrics ? metricsIn(fields, now) : {};
    sink(JSON.stringify({ level, at: now.toISOString(), message, ...base, ...subject, ...fields, ...metrics }));
  };
  return {
    info: (message, fields) => write('info', message, fields),
    warn: (message, fields) => write('warn', message, fields),
    error: (message, error, fields) => write('error', message, { ...describe(error), ...fields }),
    about: (more) => {
      subject = { ...subject, ...known(more) };
    },
  };
};
