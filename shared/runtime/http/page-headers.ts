import type { RawRequest } from './endpoint-definition.ts';
import { isEncrypted } from './session-cookie.ts';

const YEAR_SECONDS = 31_536_000;

/** The name of an asset changes with its content, so it is kept for good. */
export const ASSET_HEADERS = {
  'cache-control': `public, max-age=${YEAR_SECONDS}, immutable`,
  'cross-origin-resource-policy': 'same-origin',
};

/** Pages name the assets of one build, and what is on them is somebody's: no browser keeps them. */
const PAGE_HEADERS = {
  'cache-control': 'no-store',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
  'referrer-policy': 'no-referrer',
};

/** The headers of a page. Who came by HTTPS comes by nothing else from then on. */
export const pageHeaders = (policy: string, headers: RawRequest['headers']): Record<string, string> => ({
  ...PAGE_HEADERS,
  'content-security-policy': policy,
  ...(isEncrypted(headers) && { 'strict-transport-security': `max-age=${YEAR_SECONDS}` }),
});
