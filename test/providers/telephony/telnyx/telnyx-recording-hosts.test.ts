import { expect, test } from '@jest/globals';
import { isCarriersRecording } from '#shared/domain/call/recordings.ts';
import { TELNYX_RECORDING_HOSTS } from '#shared/providers/telephony/telnyx/recording-hosts.ts';

test.each([
  ['https://api.telnyx.com/v2/recordings/1.mp3', true],
  ['https://telephony-recorder-prod.s3.amazonaws.com/a/1.wav?X-Amz-Signature=abc', true],
  ['https://s3.amazonaws.com/telephony-recorder-prod/a/1.wav', true],
  ['http://api.telnyx.com/v2/recordings/1.mp3', false],
  ['https://telnyx.com/1.wav', false],
  ['https://eviltelnyx.com/1.wav', false],
  ['https://s3.amazonaws.com/elsewhere/1.wav', false],
  ['https://s3.amazonaws.com/telephony-recorder-prod-evil/1.wav', false],
])('%s holds a recording of Telnyx: %s', (url, isTelnyx) => {
  expect(isCarriersRecording(url, TELNYX_RECORDING_HOSTS)).toBe(isTelnyx);
});
