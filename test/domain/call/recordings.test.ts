import { describe, expect, test } from '@jest/globals';
import {
  isCarriersRecording,
  recordingExtension,
  recordingHostOf,
  recordingKeyOf,
} from '#shared/domain/call/recordings.ts';

const CARRIER = [
  ...recordingHostOf('http://127.0.0.1:4010/v2'),
  ...recordingHostOf('https://own.example:8443'),
  '*.carrier.example',
  'recorder.s3.example',
  's3.example/recorder/',
];

describe('an address of a recording', () => {
  test.each([
    'http://127.0.0.1:4010/recordings/cc_1.wav',
    'https://127.0.0.1:4010/recordings/cc_1.wav',
    'https://own.example:8443/1.wav',
    'https://api.carrier.example/v2/recordings/1.mp3',
    'https://recorder.s3.example/a/1.wav?X-Amz-Signature=abc',
    'https://s3.example/recorder/a/1.wav',
  ])('%s is the carrier’s', (url) => {
    expect(isCarriersRecording(url, CARRIER)).toBe(true);
  });

  test.each([
    ['plain http', 'http://api.carrier.example/v2/recordings/1.mp3'],
    ['plain http to the bucket', 'http://s3.example/recorder/a/1.wav'],
    ['plain http to a host that was configured with https', 'http://own.example:8443/1.wav'],
    ['another protocol', 'ftp://127.0.0.1:4010/recordings/cc_1.wav'],
    ['another port', 'http://127.0.0.1:4011/recordings/cc_1.wav'],
    ['no port', 'http://127.0.0.1/recordings/cc_1.wav'],
    ['another host', 'https://example.com/1.wav'],
    ['the instance’s own credentials', 'http://169.254.169.254/latest/meta-data/'],
    ['a name that ends alike', 'https://evilcarrier.example/1.wav'],
    ['a name that goes on', 'https://api.carrier.example.evil.example/1.wav'],
    ['the bare domain, which keeps no recordings', 'https://carrier.example/1.wav'],
    ['a host in the user’s place', 'https://api.carrier.example@evil.example/1.wav'],
    ['a user', 'https://user:secret@api.carrier.example/1.wav'],
    ['a host in the path', 'https://evil.example/api.carrier.example/1.wav'],
    ['a host in the fragment', 'https://evil.example#.carrier.example'],
    ['a backslash', 'https://evil.example\\.carrier.example/1.wav'],
    ['another bucket of a shared host', 'https://s3.example/elsewhere/1.wav'],
    ['a bucket that begins alike', 'https://s3.example/recorder-evil/1.wav'],
    ['a path that climbs out of the bucket', 'https://s3.example/recorder/../elsewhere/1.wav'],
    ['the same, encoded', 'https://s3.example/recorder/%2e%2e/elsewhere/1.wav'],
    ['a file', 'file:///etc/passwd'],
    ['no address', 'recordings/1.wav'],
    ['nothing', ''],
  ])('with %s is not', (_, url) => {
    expect(isCarriersRecording(url, CARRIER)).toBe(false);
  });

  test('is nobody’s where the carrier is not known', () => {
    expect(isCarriersRecording('https://api.carrier.example/1.wav', [])).toBe(false);
  });
});

describe('the key of a recording', () => {
  const call = { account_id: 'acct_1', id: 'call_1' };

  test.each([
    ['https://a.carrier.example/x/1.wav?sig=abc', 'acct_1/call_1.wav'],
    ['https://a.carrier.example/x/1.MP3?sig=abc', 'acct_1/call_1.mp3'],
    ['https://a.carrier.example/x/1?name=1.mp3', 'acct_1/call_1.wav'],
    ['https://a.carrier.example/../../acct_2/call_2.html', 'acct_1/call_1.wav'],
  ])('of %s is %s: by account and call, and nothing of the address but its kind', (url, key) => {
    expect(recordingKeyOf(call, recordingExtension(url))).toBe(key);
  });
});
