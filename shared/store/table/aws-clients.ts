/**
 * How long a client of AWS waits. By default it waits for ever, and one connection that hangs costs the whole function.
 * Retries of an SDK wait 0.7 seconds in all at most, or 3.5 after throttling, which is answered at once. So the four
 * attempts of a call end within 8 seconds: a worker of ten still says what failed, and acknowledges what did not.
 */
const CONNECTION_MAX_MS = 1000;
const REPLY_MAX_MS = 1800;
const ATTEMPTS = 4;
/** For calls of which two may follow one another. */
const FEW_ATTEMPTS = 2;
/** An upload of many megabytes, twice; the function that saves recordings has 120 seconds. */
const UPLOAD_MAX_MS = 50_000;

const limits = (replyMaxMs: number, maxAttempts: number) => ({
  maxAttempts,
  requestHandler: {
    connectionTimeout: CONNECTION_MAX_MS,
    requestTimeout: replyMaxMs,
    throwOnRequestTimeout: true,
    socketTimeout: replyMaxMs,
  },
});

/** What every client of AWS is built with, by what it does. */
export const AWS_CLIENTS = {
  database: limits(REPLY_MAX_MS, ATTEMPTS),
  queues: limits(REPLY_MAX_MS, ATTEMPTS),
  secrets: limits(REPLY_MAX_MS, ATTEMPTS),
  schedules: limits(REPLY_MAX_MS, FEW_ATTEMPTS),
  recordings: limits(UPLOAD_MAX_MS, FEW_ATTEMPTS),
};
