import type { Target } from '#infra/operate/target.ts';
import { searchCloudWatch } from './search-cloudwatch.ts';
import { searchServiceLog } from './search-service-log.ts';

/** Which lines of the functions' logs are wanted. */
export interface LogSearch {
  field: 'account_id' | 'call_id';
  value: string;
  errorsOnly: boolean;
  since: Date;
  until: Date;
}

/** A line of a function's log. */
export interface LogLine {
  at: string;
  level: string;
  message: string;
  function: string | null;
  error: string | null;
  call_id: string | null;
}

/** Lines that one search shows at most. */
export const LINES_MAX = 200;

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** A line that was read, if it is one of ours and is wanted; it may stand behind what Lambda puts before it. */
export const wantedLine = (
  text: string,
  { field, value, errorsOnly, since, until }: LogSearch,
): LogLine | undefined => {
  const json = text.slice(Math.max(0, text.indexOf('{')));
  let line: Record<string, unknown>;
  try {
    line = JSON.parse(json) as Record<string, unknown>;
  } catch {
    return undefined;
  }
  const { at, level, message } = line;
  if (typeof at !== 'string' || typeof level !== 'string' || line[field] !== value) return undefined;
  if (errorsOnly && level !== 'error') return undefined;
  if (at < since.toISOString() || at > until.toISOString()) return undefined;
  const error = textOf(line.error_message) ?? textOf(line.error);
  return { at, level, message: String(message), function: textOf(line.function), error, call_id: textOf(line.call_id) };
};

/** Newest first; null where nothing tells where the deployment logs. */
export const searchLogs = async (
  { logs }: Target,
  search: LogSearch,
  sleep: (ms: number) => Promise<void>,
): Promise<LogLine[] | null> => {
  if (logs === null) return null;
  return 'stateDir' in logs ? searchServiceLog(logs.stateDir, search) : searchCloudWatch(logs.stackName, search, sleep);
};
