import { Duration } from 'aws-cdk-lib';
import { Key } from 'aws-cdk-lib/aws-kms';
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  type BucketProps,
  type IBucket,
  type LifecycleRule,
} from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import { removalPolicyOf } from '#infra/aws/removal-policy.ts';
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

/** Without the setting no version outlives the day either: a bucket that had versions once goes on having them. */
const VERSION_DAYS = '1';
/** Long enough to notice that somebody listens who should not. The log has addresses of people. */
const ACCESS_LOG_DAYS = 90;

const endingVersions = (days: string): LifecycleRule => ({
  noncurrentVersionExpiration: Duration.days(Number(days)),
  expiredObjectDeleteMarker: true,
});

const expiring = (prefix: string, days: number): LifecycleRule => ({ prefix, expiration: Duration.days(days) });

const PRIVATE = { blockPublicAccess: BlockPublicAccess.BLOCK_ALL, enforceSSL: true };

type BucketSettings = Pick<Settings, 'retain' | 'kmsKeyArn' | 'recordingRetentionDays' | 'bucketVersionDays'>;

const encryptionOf = (scope: Construct, { kmsKeyArn }: BucketSettings) =>
  kmsKeyArn === undefined
    ? { encryption: BucketEncryption.S3_MANAGED }
    : {
        encryption: BucketEncryption.KMS,
        encryptionKey: Key.fromKeyArn(scope, 'RecordingsKey', kmsKeyArn),
        bucketKeyEnabled: true,
      };

/** Who fetched what. S3 delivers it late, which would hold up the removal of a test deployment: that has none. */
const accessLog = (scope: Construct, settings: BucketSettings): Pick<BucketProps, 'serverAccessLogsBucket'> => {
  if (!settings.retain) return {};
  const bucket = new Bucket(scope, 'RecordingsAccess', {
    ...PRIVATE,
    // S3 delivers to no bucket with a customer's key.
    encryption: BucketEncryption.S3_MANAGED,
    lifecycleRules: [{ expiration: Duration.days(ACCESS_LOG_DAYS) }],
    removalPolicy: removalPolicyOf(settings),
  });
  return { serverAccessLogsBucket: bucket as IBucket };
};

/** Where recordings of calls are kept, and what people asked to have exported. Private; opened only by presigned links. */
export const recordingsBucket = (scope: Construct, id: string, settings: BucketSettings): Bucket => {
  const { retain, recordingRetentionDays, bucketVersionDays } = settings;
  return new Bucket(scope, id, {
    ...PRIVATE,
    ...encryptionOf(scope, settings),
    ...accessLog(scope, settings),
    versioned: bucketVersionDays !== undefined,
    lifecycleRules: [
      UNFINISHED_UPLOADS,
      endingVersions(bucketVersionDays ?? VERSION_DAYS),
      expiring(EXPORTS, EXPORT_DAYS),
      ...(recordingRetentionDays === undefined ? [] : [expiring(OF_ACCOUNTS, Number(recordingRetentionDays))]),
    ],
    removalPolicy: removalPolicyOf(settings),
    // CloudFormation does not delete a bucket with something in it.
    autoDeleteObjects: !retain,
  });
};
