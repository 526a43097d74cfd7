/** Telnyx' own names, and the part of Amazon S3 that its links lead to. */
export const TELNYX_RECORDING_HOSTS: readonly string[] = [
  '*.telnyx.com',
  'telephony-recorder-prod.s3.amazonaws.com',
  's3.amazonaws.com/telephony-recorder-prod/',
];
