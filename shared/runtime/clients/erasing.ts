import { DeleteObjectCommand, GetObjectCommand, ListObjectsV2Command, PutObjectCommand } from '@aws-sdk/client-s3';
import type { AccountFiles } from '#shared/ports/account-files.ts';
import type { ErasureLog, LoggedErasure } from '#shared/ports/personal-data.ts';
import type { RecordingRemover } from '#shared/ports/recordings.ts';
import { s3 } from './s3.ts';

export const objectRemover = (bucket: string): RecordingRemover => ({
  async remove(key) {
    await s3().send(new DeleteObjectCommand({ Bucket: bucket, Key: key }));
  },
});

export const erasureLog = (bucket: string): ErasureLog => ({
  async note({ id, account_id, team_id, contact_id, contact_created_at, requested_at, lines, former_lines }) {
    const at = { contact_created_at, requested_at };
    const Body = JSON.stringify({ id, account_id, team_id, contact_id, ...at, lines, former_lines });
    const Key = `${ERASURE_LOG_PREFIX}${account_id}/${id}.json`;
    await s3().send(new PutObjectCommand({ Bucket: bucket, Key, Body, ContentType: 'application/json' }));
  },
});

/** Every erasure of the log, in no order. For people who have restored a table: no function may list the bucket. */
export async function* readErasureLog(bucket: string): AsyncGenerator<LoggedErasure> {
  for await (const Key of keysUnder(bucket, ERASURE_LOG_PREFIX)) {
    const { Body } = await s3().send(new GetObjectCommand({ Bucket: bucket, Key }));
    yield JSON.parse((await Body?.transformToString()) ?? '') as LoggedErasure;
  }
}

/** Where the bucket keeps the log of deleted accounts. */
const DELETION_LOG_PREFIX = 'deletions/';

async function* keysUnder(bucket: string, prefix: string): AsyncGenerator<string> {
  for (let ContinuationToken: string | undefined; ; ) {
    const page = { Bucket: bucket, Prefix: prefix, ...(ContinuationToken && { ContinuationToken }) };
    const { Contents = [], NextContinuationToken } = await s3().send(new ListObjectsV2Command(page));
    for (const { Key = '' } of Contents) yield Key;
    if (!NextContinuationToken) return;
    ContinuationToken = NextContinuationToken;
  }
}

/** The files of an account. For operators: no function may list the bucket. */
export const accountFiles = (bucket: string): AccountFiles => ({
  async *keysOf(accountId) {
    for (const prefix of [`${accountId}/`, `exports/${accountId}/`, `${ERASURE_LOG_PREFIX}${accountId}/`])
      yield* keysUnder(bucket, prefix);
  },
  remove: objectRemover(bucket).remove,
  async noteDeletion({ account_id, deleted_at }) {
    const Body = JSON.stringify({ account_id, deleted_at });
    const Key = `${DELETION_LOG_PREFIX}${account_id}.json`;
    await s3().send(new PutObjectCommand({ Bucket: bucket, Key, Body, ContentType: 'application/json' }));
  },
});

/** Ids of the accounts that were deleted, in no order. */
export async function* readDeletionLog(bucket: string): AsyncGenerator<string> {
  for await (const key of keysUnder(bucket, DELETION_LOG_PREFIX))
    yield key.slice(DELETION_LOG_PREFIX.length, -'.json'.length);
}

/** Where the bucket keeps the log of erasures. */
export const ERASURE_LOG_PREFIX = 'erasures/';
