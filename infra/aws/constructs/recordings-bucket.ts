import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { BlockPublicAccess, Bucket, BucketEncryption, type LifecycleRule } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import type { Settings } from '#infra/aws/settings.ts';

const UNFINISHED_UPLOAD_DAYS = 1;

const UNFINISHED_UPLOADS: LifecycleRule = {
  abortIncompleteMultipartUploadAfter: Duration.days(UNFINISHED_UPLOAD_DAYS),
};

/** The keys of recordings begin with the account's id; the log of erasures lies beside them and stays. */
const OF_ACCOUNTS = 'acct_';
const EXPORTS = 'exports/';
/** Longer than any link to an export works. */
const EXPORT_DAYS = 1;

const expiring = (prefix: string, days: number): LifecycleRule => ({ prefix, expiration: Duration.days(days) });

/** Where recordings of calls are kept, and what people asked to have exported. Private; opened only by presigned links. */
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
      expiring(EXPORTS, EXPORT_DAYS),
      ...(recordingRetentionDays === undefined ? [] : [expiring(OF_ACCOUNTS, Number(recordingRetentionDays))]),
    ],
    removalPolicy: retain ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    // CloudFormation does not delete a bucket with something in it.
    autoDeleteObjects: !retain,
  });
