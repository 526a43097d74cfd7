import { DeleteObjectCommand, GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { MINUTE_MS, SECOND_MS } from '#shared/domain/time.ts';
import type { RecordingLinks, RecordingRemover, RecordingWriter } from '#shared/ports/recordings.ts';
import { AWS_CLIENTS } from '#shared/store/table/aws-clients.ts';

/** A link to a recording works this long; a new one is made for every request that shows the call. */
const LINK_VALID_SECONDS = (15 * MINUTE_MS) / SECOND_MS;

let client: S3Client | undefined;

const s3 = (): S3Client => {
  client ??= new S3Client(AWS_CLIENTS.recordings);
  return client;
};

export const recordingWriter = (bucket: string): RecordingWriter => ({
  async save(key, { body, bytes, contentType }) {
    const object = { Bucket: bucket, Key: key, Body: body, ContentLength: bytes, ContentType: contentType };
    await s3().send(new PutObjectCommand(object));
  },
});

export const recordingRemover = (bucket: string): RecordingRemover => ({
  async remove(key) {
    await s3().send(new DeleteObjectCommand({ Bucket: bucket, Key: key }));
  },
});

export const recordingLinks = (bucket: string): RecordingLinks => ({
  linkTo: (key) =>
    getSignedUrl(s3(), new GetObjectCommand({ Bucket: bucket, Key: key }), { expiresIn: LINK_VALID_SECONDS }),
});
