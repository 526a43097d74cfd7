import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { MINUTE_MS, SECOND_MS } from '#shared/domain/time.ts';
import type { RecordingLinks, RecordingWriter } from '#shared/ports/recordings.ts';
import { s3 } from './s3.ts';

/** A link to a recording works this long; a new one is made for every request that shows the call. */
export const LINK_VALID_SECONDS = (15 * MINUTE_MS) / SECOND_MS;

export const recordingWriter = (bucket: string): RecordingWriter => ({
  async save(key, { body, bytes, contentType }) {
    const object = { Bucket: bucket, Key: key, Body: body, ContentLength: bytes, ContentType: contentType };
    await s3().send(new PutObjectCommand(object));
  },
});

export const recordingLinks = (bucket: string): RecordingLinks => ({
  linkTo: (key) =>
    getSignedUrl(s3(), new GetObjectCommand({ Bucket: bucket, Key: key }), { expiresIn: LINK_VALID_SECONDS }),
});
