import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Encoding, SiteFiles } from '#shared/ports/site-files.ts';

/**
 * How a built site lies in its folder: every file twice, packed in two ways, the assets in a folder of their own, and
 * a list of the assets with their types.
 */
export const SITE_LAYOUT = {
  assets: 'assets',
  /** `{"main-ABC.js": "text/javascript; charset=utf-8"}` */
  assetList: 'assets.json',
  packed: { br: '.br', gzip: '.gz' },
} as const;

const PAGE_TYPE = 'text/html; charset=utf-8';

const read = (file: string, encoding: Encoding): Buffer => {
  const { packed } = SITE_LAYOUT;
  return encoding === 'identity' ? gunzipSync(readFileSync(file + packed.gzip)) : readFileSync(file + packed[encoding]);
};

/**
 * Reads a built site, at once: a Lambda has one request at a time. Only what the site's list names is read, so a name
 * from outside never becomes a path.
 */
export const siteFiles = (folder: string): SiteFiles => ({
  page(name, encoding) {
    return { contentType: PAGE_TYPE, bytes: read(join(folder, `${name}.html`), encoding) };
  },
  asset(name, encoding) {
    const list = JSON.parse(readFileSync(join(folder, SITE_LAYOUT.assetList), 'utf8')) as Record<string, string>;
    const contentType = Object.hasOwn(list, name) ? list[name] : undefined;
    if (contentType === undefined) return undefined;
    return { contentType, bytes: read(join(folder, SITE_LAYOUT.assets, name), encoding) };
  },
});
