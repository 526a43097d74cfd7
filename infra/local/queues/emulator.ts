import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { startFauxqs } from 'fauxqs';
import { keepNothingDeleted } from '#infra/local/database/sqlite.ts';
import { RECORDINGS_BUCKET } from '#infra/local/process/local-aws.ts';
import { startedOnLoopback } from '#infra/local/process/loopback.ts';
import type { Part } from '#infra/local/process/thread.ts';

export interface EmulatorOptions {
  dataDir: string;
  queueNames: string[];
  /** What its clients sign with. */
  secretAccessKey: string;
}

/** The emulator's queues from before its start, by name. */
export type KnownQueues = Record<string, { inFlight: string[] }>;

/** What its clients must know. */
export interface Emulator {
  port: number;
  known: KnownQueues;
}

const KEEPS_A_LOG = 'PRAGMA journal_mode = WAL';
/** It waits while somebody else empties the journal. */
const SETTINGS = 'PRAGMA synchronous = NORMAL; PRAGMA busy_timeout = 2000;';

/**
 * Has a package that waits for the disk at every statement wait as seldom as the product's own databases: what it has
 * written survives a kill of the process, and only a power cut may cost the last moments, which the sweep repairs.
 * Nothing of a deleted message stays in the file.
 */
const likeOurs = async <Started>(start: () => Promise<Started>): Promise<Started> => {
  const { exec } = DatabaseSync.prototype;
  DatabaseSync.prototype.exec = function (this: DatabaseSync, sql: string) {
    exec.call(this, sql);
    if (sql !== KEEPS_A_LOG) return;
    exec.call(this, SETTINGS);
    keepNothingDeleted(this);
  };
  try {
    return await start();
  } finally {
    DatabaseSync.prototype.exec = exec;
  }
};

/** Starts the emulator of SQS and S3 in this thread. */
export const startEmulator = async (given: EmulatorOptions): Promise<Part<Emulator>> => {
  const { dataDir, queueNames, secretAccessKey } = given;
  const s3StorageDir = join(dataDir, 's3');
  mkdirSync(s3StorageDir, { recursive: true });
  // The package's `host` is only the one in queue URLs.
  const options = { port: 0, host: '127.0.0.1', logger: false, dataDir, s3StorageDir };
  const { started, server } = await startedOnLoopback(() => likeOurs(() => startFauxqs(options)), secretAccessKey);
  started.createBucket(RECORDINGS_BUCKET);
  const known = queueNames.flatMap((name) => {
    const queue = started.inspectQueue(name);
    const inFlight = queue?.messages.inflight.map(({ receiptHandle }) => receiptHandle);
    return inFlight ? [[name, { inFlight }] as const] : [];
  });
  return {
    said: { port: started.port, known: Object.fromEntries(known) },
    stop: () => started.stop(),
    ended: once(server, 'close'),
  };
};
