import type { Log } from '#shared/ports/log.ts';

let sink = (line: string): void => console.log(line);

/** Sends the lines elsewhere; the laptop keeps them in a file. */
export const setLogSink = (write: (line: string) => void): void => {
  sink = write;
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
  const write = (level: string, message: string, fields: Record<string, unknown> = {}): void =>
    sink(JSON.stringify({ level, at: new Date().toISOString(), message, ...base, ...fields }));
  return {
    info: (message, fields) => write('info', message, fields),
    warn: (message, fields) => write('warn', message, fields),
    error: (message, error, fields) => write('error', message, { ...describe(error), ...fields }),
  };
};
