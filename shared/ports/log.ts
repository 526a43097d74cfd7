/** Whose work a line tells of. */
export interface Subject {
  account_id?: string | null | undefined;
  campaign_id?: string | null | undefined;
  call_id?: string | null | undefined;
}

/** One JSON object per line. Never pass tokens, bodies or phone numbers. */
export interface Log {
  info(message: string, fields?: Record<string, unknown>): void;
  warn(message: string, fields?: Record<string, unknown>): void;
  error(message: string, error: unknown, fields?: Record<string, unknown>): void;
  /**
   * From here on every line names this account, campaign or call: one call is followed by its id through all functions.
   * A log is that of one request or message.
   */
  about(subject: Subject): void;
}

const nothing = (): void => undefined;

/** For work whose progress is told elsewhere. */
export const SILENT_LOG: Log = { info: nothing, warn: nothing, error: nothing, about: nothing };
