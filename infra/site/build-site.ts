import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { SITE_LAYOUT } from '#shared/runtime/clients/site-files.ts';
import { type Asset, bundleSite, ENTRY, type Loaded, SITE_SOURCE, type SiteBundle } from './bundle-site.ts';
import { fillPage } from './fill-page.ts';

const CONTENT_TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** The next better two take twenty times as long and save a tenth. */
const BROTLI_QUALITY = 9;
const GZIP_LEVEL = 9;

/** A built file's name, and its sizes as it is and packed. */
export interface BuiltFile {
  name: string;
  bytes: number;
  gzipBytes: number;
}

export interface SiteBuild {
  files: BuiltFile[];
  /** What the first page loads before it shows anything. */
  firstScripts: BuiltFile[];
  firstStylesheets: BuiltFile[];
  /** Every file that something was taken from. */
  sources: string[];
}

const brotli = (bytes: Uint8Array): Buffer =>
  brotliCompressSync(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength,
    },
  });

const writePacked = (file: string, bytes: Uint8Array): void => {
  writeFileSync(file + SITE_LAYOUT.packed.br, brotli(bytes));
  writeFileSync(file + SITE_LAYOUT.packed.gzip, gzipSync(bytes, { level: GZIP_LEVEL }));
};

/** An asset that an earlier build wrote is the same: its name says its content. */
const writeAsset = (folder: string, { name, bytes }: Asset): BuiltFile => {
  const file = join(folder, name);
  const zipped = file + SITE_LAYOUT.packed.gzip;
  if (!existsSync(zipped)) writePacked(file, bytes);
  return { name, bytes: bytes.byteLength, gzipBytes: statSync(zipped).size };
};

const contentTypeOf = (name: string): string => {
  const type = CONTENT_TYPES[extname(name)];
  if (!type) throw new Error(`${name} has no known content type: add it to infra/site/build-site.ts.`);
  return type;
};

const listedIn = (file: string): Record<string, string> =>
  existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>) : {};

/** Assets of earlier builds in the folder stay, for pages that were loaded before. */
const writeAssets = (outDir: string, { assets }: SiteBundle): BuiltFile[] => {
  const folder = join(outDir, SITE_LAYOUT.assets);
  mkdirSync(folder, { recursive: true });
  const built = assets.map((asset) => writeAsset(folder, asset));
  const listFile = join(outDir, SITE_LAYOUT.assetList);
  const list = Object.fromEntries(assets.map(({ name }) => [name, contentTypeOf(name)]));
  writeFileSync(listFile, JSON.stringify({ ...listedIn(listFile), ...list }));
  return built;
};

const PAGES = ['index.html', 'docs.html'].map((name) => join(SITE_SOURCE, name));

/** Tells the script that there is no session to ask for; it cannot see the cookie itself. */
const withoutSession = (page: string): string => page.replace('<html ', '<html data-session="none" ');

const writePages = (outDir: string, loaded: SiteBundle['loaded']): void => {
  const [index = '', docs = ''] = PAGES.map((file) => fillPage(readFileSync(file, 'utf8'), loaded));
  const pages = { index, 'index-signed-out': withoutSession(index), docs };
  for (const [name, text] of Object.entries(pages)) writePacked(join(outDir, `${name}.html`), Buffer.from(text));
};

const namesOf = ({ name, imports }: Loaded): string[] => [name, ...imports];

/**
 * Builds the dashboard and the API reference into a folder, as `siteFiles` reads them.
 * @throws when a source does not build; the message says where.
 */
export const buildSite = (outDir: string): SiteBuild => {
  const bundle = bundleSite();
  const files = writeAssets(outDir, bundle);
  writePages(outDir, bundle.loaded);
  const entry = bundle.loaded.get(ENTRY);
  const scripts = entry ? namesOf(entry) : [];
  return {
    files,
    firstScripts: files.filter(({ name }) => scripts.includes(name)),
    firstStylesheets: files.filter(({ name }) => name === entry?.stylesheet),
    sources: [...bundle.sources, ...PAGES],
  };
};
