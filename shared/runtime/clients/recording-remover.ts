import { DeleteObjectCommand } from '@aws-sdk/client-s3';
import type { RecordingRemover } from '#shared/ports/recordings.ts';
import { s3 } from './s3.ts';

/** By itself, because whoever deletes recordings need neither copy nor link them. */
export const recordingRemover = (bucket: string): RecordingRemover => ({
  async remove(key) {
    await s3().send(new DeleteObjectCommand({ Bucket: bucket, Key: key }));
  },
});
