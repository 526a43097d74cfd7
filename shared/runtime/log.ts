import type { Log } from '#shared/ports/log.ts';

let sink = (line: string): void => console.log(line);
let isReadForMetrics = true;

/** Sends the lines elsewhere; the laptop keeps them in a file, which nobody reads metrics off. */
export const setLogSink = (write: (line: string) => void, { hasMetrics = true } = {}): void => {
  sink = write;
  isReadForMetrics = hasMetrics;
};

/** The namespace of our own metrics in CloudWatch. */
const NAMESPACE = 'VoiceCalling';
/** Fields of a line that CloudWatch counts as a metric, with statistics such as p50 and p95. */
const METRICS: Record<string, { name: string; unit: 'Milliseconds' }> = {
  turn_latency_ms: { name: 'TurnLatency', unit: 'Milliseconds' },
};

/** Metrics of our own, which CloudWatch asks for by the name. */
export const OWN_METRICS: readonly string[] = Object.values(METRICS).map(({ name }) => name);

/** What makes CloudWatch read metrics off a line: its embedded metric format. */
const metricsIn = (fields: Record<string, unknown>, at: Date): Record<string, unknown> => {
  const told = Object.entries(METRICS).filter(([field]) => typeof fields[field] === 'number');
  if (told.length === 0) return {};
  const Metrics = told.map(([, { name: Name, unit: Unit }]) => ({ Name, Unit }));
  const CloudWatchMetrics = [{ Namespace: NAMESPACE, Dimensions: [[]], Metrics }];
  const values = Object.fromEntries(told.map(([field, { name }]) => [name, fields[field]]));
  return { _aws: { Timestamp: at.getTime(), CloudWatchMetrics }, ...values };
};

const describe = (error: unknown): Record<string, unknown> =>
  error instanceof Error
    ? {
        error: error.name,
        error_message: error.message,
        stack: error.stack,
        ...(error.cause ? { cause: String(error.cause) } : {}),
      }
    : { error: String(error) };

export const createLog = (base: Record<string, unknown>): Log => {
  const write = (level: string, message: string, fields: Record<string, unknown> = {}): void => {
    const now = new Date();
    const metrics = isReadForMetrics ? metricsIn(fields, now) : {};
    sink(JSON.stringify({ level, at: now.toISOString(), message, ...base, ...fields, ...metrics }));
  };
  return {
    info: (message, fields) => write('info', message, fields),
    warn: (message, fields) => write('warn', message, fields),
    error: (message, error, fields) => write('error', message, { ...describe(error), ...fields }),
  };
};
