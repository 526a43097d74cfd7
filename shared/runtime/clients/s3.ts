import { S3Client } from '@aws-sdk/client-s3';
import { AWS_CLIENTS } from '#shared/store/table/aws-clients.ts';

let client: S3Client | undefined;

export const s3 = (): S3Client => {
  client ??= new S3Client(AWS_CLIENTS.recordings);
  return client;
};
