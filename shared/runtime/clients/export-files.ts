import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { secondsAfter } from '#shared/domain/time.ts';
import type { ExportFiles } from '#shared/ports/personal-data.ts';
import { clock } from '#shared/runtime/system.ts';
import { objectRemover } from './erasing.ts';
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
  remove: objectRemover(bucket).remove,
});
