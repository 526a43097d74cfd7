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

/**
 * A request that waits for a free connection counts as one that does not connect. On a laptop, over HTTP, one process
 * has all requests of the service, so it may have more connections than the SDK's 50.
 */
const CONNECTIONS_MAX = 1000;

const limits = (replyMaxMs: number, maxAttempts: number) => ({
  maxAttempts,
  requestHandler: {
    httpAgent: { maxSockets: CONNECTIONS_MAX },
    connectionTimeout: CONNECTION_MAX_MS,
    requestTimeout: replyMaxMs,
    throwOnRequestTimeout: true,
    socketTimeout: replyMaxMs,
  },
});

/** A client that prepares no log of each request: nobody reads it, and preparing it copies the whole request. */
export const withoutLog = <Client extends { middlewareStack: { remove(name: string): boolean } }>(
  client: Client,
): Client => {
  client.middlewareStack.remove('loggerMiddleware');
  return client;
};

/** What the client of the table is built with. @param replyMaxMs longer where the database is slow and never hangs */
export const databaseClient = (replyMaxMs = REPLY_MAX_MS) => limits(replyMaxMs, ATTEMPTS);

/** What the other clients of AWS are built with, by what they do. */
export const AWS_CLIENTS = {
  queues: limits(REPLY_MAX_MS, ATTEMPTS),
  secrets: limits(REPLY_MAX_MS, ATTEMPTS),
  schedules: limits(REPLY_MAX_MS, FEW_ATTEMPTS),
  recordings: limits(UPLOAD_MAX_MS, FEW_ATTEMPTS),
};
