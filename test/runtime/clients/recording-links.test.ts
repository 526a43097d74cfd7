import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { recordingLinks } from '#shared/runtime/clients/recording-store.ts';
import { withEnvironment } from '#test/harness/stack/environment.ts';

const variables = withEnvironment({
  AWS_REGION: 'eu-west-1',
  AWS_ACCESS_KEY_ID: 'id',
  AWS_SECRET_ACCESS_KEY: 'secret',
  AWS_ENDPOINT_URL_S3: '',
});
beforeAll(() => variables.set());
afterAll(() => variables.undo());

test('on AWS a link leads to the bucket’s own origin, which the dashboard may play from', async () => {
  const link = new URL(await recordingLinks('calls').linkTo('recordings/a call.wav'));
  expect([link.origin, link.pathname]).toEqual([
    'https://calls.s3.eu-west-1.amazonaws.com',
    '/recordings/a%20call.wav',
  ]);
});
