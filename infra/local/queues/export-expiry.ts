import { DeleteObjectCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { RECORDINGS_BUCKET } from '#infra/local/process/local-aws.ts';
import { DAY_MS, HOUR_MS } from '#shared/domain/time.ts';
import { AWS_CLIENTS } from '#shared/store/table/aws-clients.ts';

/** The embedded S3 has no rules for its bucket; on AWS the bucket itself deletes exports that are a day old. */
const EXPORTS = 'exports/';
const KEPT_MS = DAY_MS;

const expireExports = async (s3: S3Client): Promise<void> => {
  const Bucket = RECORDINGS_BUCKET;
  const { Contents = [] } = await s3.send(new ListObjectsV2Command({ Bucket, Prefix: EXPORTS }));
  for (const { Key, LastModified } of Contents) {
    const isOld = LastModified !== undefined && Date.now() - LastModified.getTime() > KEPT_MS;
    if (isOld) await s3.send(new DeleteObjectCommand({ Bucket, Key }));
  }
};

/** Deletes exports that are a day old, now and every hour. */
export const startExportExpiry = (onError: (error: unknown) => void): { stop(): void } => {
  const s3 = new S3Client(AWS_CLIENTS.recordings);
  const expire = (): void => void expireExports(s3).catch(onError);
  expire();
  const timer = setInterval(expire, HOUR_MS);
  return {
    stop: () => {
      clearInterval(timer);
      s3.destroy();
    },
  };
};
