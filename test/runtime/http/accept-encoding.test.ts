import { expect, test } from '@jest/globals';
import { encodingFor } from '#shared/runtime/http/accept-encoding.ts';

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip;q=1.0, br;q=0.5', 'br'],
  ['GZIP', 'gzip'],
  ['br;q=0', 'identity'],
  ['br; q=0.000, gzip', 'gzip'],
  ['br;q=0.001', 'br'],
  ['deflate', 'identity'],
  ['brotli', 'identity'],
  ['*', 'identity'],
  ['', 'identity'],
  [undefined, 'identity'],
])('who takes %s is sent %s', (accepted, sent) => {
  expect(encodingFor(accepted)).toBe(sent);
});
