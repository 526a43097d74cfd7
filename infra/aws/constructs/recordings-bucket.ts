import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { BlockPublicAccess, Bucket, BucketEncryption, type LifecycleRule } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import type { Settings } from '#infra/aws/settings.ts';

const UNFINISHED_UPLOAD_DAYS = 1;

const UNFINISHED_UPLOADS: LifecycleRule = {
  abortIncompleteMultipartUploadAfter: Duration.days(UNFINISHED_UPLOAD_DAYS),
};

/** Where recordings of calls are kept. Private; opened only by presigned links. */
export const recordingsBucket = (
  scope: Construct,
  id: string,
  { retain, recordingRetentionDays }: Pick<Settings, 'retain' | 'recordingRetentionDays'>,
): Bucket =>
  new Bucket(scope, id, {
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    encryption: BucketEncryption.S3_MANAGED,
    enforceSSL: true,
    lifecycleRules: [
      UNFINISHED_UPLOADS,
      ...(recordingRetentionDays === undefined ? [] : [{ expiration: Duration.days(recordingRetentionDays) }]),
    ],
    removalPolicy: retain ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    // CloudFormation does not delete a bucket with something in it.
    autoDeleteObjects: !retain,
  });
