import { DeleteObjectCommand, GetObjectCommand, ListObjectsV2Command, PutObjectCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { secondsAfter } from '#shared/domain/time.ts';
import type { ErasureLog, ExportFiles, LoggedErasure } from '#shared/ports/personal-data.ts';
import { clock } from '#shared/runtime/system.ts';
import { LINK_VALID_SECONDS } from './recording-store.ts';
import { s3 } from './s3.ts';

const JSON_TYPE = 'application/json';

/** Exports lie in the bucket of the recordings, under a prefix of their own. */
export const exportFiles = (bucket: string): ExportFiles => ({
  async save(key, json) {
    const ContentDisposition = `attachment; filename="${key.split('/').at(-1)}"`;
    const object = { Bucket: bucket, Key: key, Body: json, ContentType: JSON_TYPE, ContentDisposition };
    await s3().send(new PutObjectCommand(object));
  },
  async linkTo(key) {
    const expires_at = secondsAfter(clock(), LINK_VALID_SECONDS).toISOString();
    const command = new GetObjectCommand({ Bucket: bucket, Key: key });
    return { url: await getSignedUrl(s3(), command, { expiresIn: LINK_VALID_SECONDS }), expires_at };
  },
  async remove(key) {
    await s3().send(new DeleteObjectCommand({ Bucket: bucket, Key: key }));
  },
});

export const erasureLog = (bucket: string): ErasureLog => ({
  async note({ id, account_id, team_id, contact_id, contact_created_at, requested_at, lines }) {
    const Body = JSON.stringify({ id, account_id, team_id, contact_id, contact_created_at, requested_at, lines });
    const Key = `${ERASURE_LOG_PREFIX}${account_id}/${id}.json`;
    await s3().send(new PutObjectCommand({ Bucket: bucket, Key, Body, ContentType: JSON_TYPE }));
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
