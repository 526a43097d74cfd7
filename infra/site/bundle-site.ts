import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BuildOptions, Metafile } from 'esbuild';

/** A file that pages load, under a name that changes with its content. */
export interface Asset {
  name: string;
  bytes: Uint8Array;
}

/** What the browser loads for one source file. */
export interface Loaded {
  /** The asset that it became. */
  name: string;
  /** The assets that its code imports before it runs. */
  imports: string[];
  /** The stylesheet that its code imports. */
  stylesheet: string | undefined;
}

export interface SiteBundle {
  assets: Asset[];
  /** By the source's path below the site's folder. */
  loaded: Map<string, Loaded>;
  /** Every file that something was taken from. */
  sources: string[];
}

const PROJECT_ROOT = fileURLToPath(new URL('../..', import.meta.url));
export const SITE_SOURCE = join(PROJECT_ROOT, 'functions', 'dashboard', 'site');

export const ENTRY = 'main.tsx';
const REFERENCE_ENTRY = 'docs/docs.ts';
const ICON = 'icon.svg';
/** Named in docs.html as if it lay in the site's folder. */
const REDOC = 'docs/redoc.standalone.js';
const REDOC_FILE = join(PROJECT_ROOT, 'node_modules', 'redoc', 'bundles', 'redoc.standalone.js');
/** Redoc loads its maker's logo from the maker's address; a page that asks nobody else shows nothing there. */
const REDOC_LOGO = 'https://cdn.redoc.ly/redoc/logo-mini.svg';
const NO_PICTURE = 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=';

const HASH_CHARS = 8;

export const assetPath = (name: string): string => `/assets/${name}`;

const hashedAsset = (file: string, bytes: Uint8Array): Asset => {
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, HASH_CHARS);
  const extension = extname(file);
  return { name: `${basename(file, extension)}-${hash}${extension}`, bytes };
};

/** @throws when this release of Redoc loads its logo otherwise than is known. */
const redocWithoutLogo = (): Asset => {
  const [before, after, ...more] = readFileSync(REDOC_FILE, 'utf8').split(REDOC_LOGO);
  if (before === undefined || after === undefined || more.length > 0) {
    throw new Error(`${REDOC_FILE} does not name ${REDOC_LOGO} once: see what it asks others for.`);
  }
  return hashedAsset(REDOC, Buffer.from(before + NO_PICTURE + after));
};

const OPTIONS: BuildOptions = {
  absWorkingDir: PROJECT_ROOT,
  entryPoints: [ENTRY, REFERENCE_ENTRY].map((file) => join(SITE_SOURCE, file)),
  entryNames: '[name]-[hash]',
  chunkNames: '[name]-[hash]',
  assetNames: '[name]-[hash]',
  outdir: '/assets',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'browser',
  target: 'es2022',
  jsx: 'automatic',
  jsxImportSource: 'preact',
  loader: { '.svg': 'file' },
  minify: true,
  legalComments: 'none',
  metafile: true,
  logLevel: 'silent',
};

const nameOf = (outputPath: string): string => basename(outputPath);

/** What an output imports, and what that imports, before any of it runs. */
const staticImports = (outputs: Metafile['outputs'], path: string, found = new Set<string>()): Set<string> => {
  for (const each of outputs[path]?.imports ?? []) {
    if (each.kind !== 'import-statement' || found.has(each.path)) continue;
    found.add(each.path);
    staticImports(outputs, each.path, found);
  }
  return found;
};

const loadedOf = ({ outputs }: Metafile, source: string): Loaded => {
  const entryPoint = join('functions', 'dashboard', 'site', source);
  const found = Object.entries(outputs).find(([, output]) => output.entryPoint === entryPoint);
  if (!found) throw new Error(`esbuild wrote nothing for ${entryPoint}.`);
  const [path, { cssBundle }] = found;
  return {
    name: nameOf(path),
    imports: [...staticImports(outputs, path)].map(nameOf),
    stylesheet: cssBundle && nameOf(cssBundle),
  };
};

const plain = ({ name }: Asset): Loaded => ({ name, imports: [], stylesheet: undefined });

/** Loaded when something is built: every start of the service would be later by the time that this takes. */
const esbuild = (): typeof import('esbuild') => createRequire(import.meta.url)('esbuild');

/** @throws when code that is loaded later imports a stylesheet: no page names it, so it would never be loaded. */
const assertStylesheetsAreNamed = ({ outputs }: Metafile, loaded: readonly Loaded[]): void => {
  const named = loaded.map(({ stylesheet }) => stylesheet);
  const lost = Object.values(outputs).find(({ cssBundle }) => cssBundle && !named.includes(nameOf(cssBundle)));
  if (lost) throw new Error(`${lost.entryPoint} imports a stylesheet; only ${ENTRY} and what it loads at once may.`);
};

/** @throws when esbuild found something odd too, such as an import that it left out. */
const built = () => {
  const { buildSync, formatMessagesSync } = esbuild();
  const { outputFiles, metafile, warnings } = buildSync({ ...OPTIONS, write: false, metafile: true });
  if (warnings.length > 0) throw new Error(formatMessagesSync(warnings, { kind: 'warning' }).join(''));
  return { outputFiles, metafile };
};

/**
 * Bundles the browser's code, in one go that nothing interrupts.
 * @throws when it does not build; the message says where.
 */
export const bundleSite = (): SiteBundle => {
  const { outputFiles, metafile } = built();
  const iconFile = join(SITE_SOURCE, ICON);
  const icon = hashedAsset(ICON, readFileSync(iconFile));
  const redoc = redocWithoutLogo();
  const loaded = new Map([ENTRY, REFERENCE_ENTRY].map((source) => [source, loadedOf(metafile, source)]));
  assertStylesheetsAreNamed(metafile, [...loaded.values()]);
  const bundled = outputFiles.map(({ path, contents }) => ({ name: nameOf(path), bytes: contents }));
  return {
    assets: [...bundled, icon, redoc],
    loaded: new Map([...loaded, [ICON, plain(icon)], [REDOC, plain(redoc)]]),
    sources: [...Object.keys(metafile.inputs).map((file) => join(PROJECT_ROOT, file)), iconFile, REDOC_FILE],
  };
};
