import { DeleteObjectCommand, GetObjectCommand, ListObjectsV2Command, PutObjectCommand } from '@aws-sdk/client-s3';
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
  for (let ContinuationToken: string | undefined; ; ) {
    const page = { Bucket: bucket, Prefix: ERASURE_LOG_PREFIX, ...(ContinuationToken && { ContinuationToken }) };
    const { Contents = [], NextContinuationToken } = await s3().send(new ListObjectsV2Command(page));
    for (const { Key } of Contents) {
      const { Body } = await s3().send(new GetObjectCommand({ Bucket: bucket, Key }));
      yield JSON.parse((await Body?.transformToString()) ?? '') as LoggedErasure;
    }
    if (!NextContinuationToken) return;
    ContinuationToken = NextContinuationToken;
  }
}

/** Where the bucket keeps the log of erasures. */
export const ERASURE_LOG_PREFIX = 'erasures/';
