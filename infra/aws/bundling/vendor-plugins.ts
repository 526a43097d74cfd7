import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import type { Plugin } from 'esbuild';

/** The parts of Telnyx' API that we use, by the file of the SDK that has them as properties of what it makes. */
const TELNYX_PARTS = new Map([
  [
    'client',
    ['ai', 'availablePhoneNumbers', 'calls', 'integrationSecrets', 'numberOrders', 'phoneNumbers', 'recordings'],
  ],
  ['resources/calls/calls', ['actions']],
  ['resources/ai/ai', ['conversations']],
  ['resources/ai/conversations/conversations', ['messages']],
]);

const TELNYX_FILE = /\/node_modules\/telnyx\/(client|resources\/.*)\.mjs$/;
const PART_MADE = /^ *this\.(\w+) = new \w+\.\w+\(this(?:\._client)?\);\n/gm;
const PART_OF_CLASS = /^\w+\.(\w+) = \1;\n/gm;

const withoutParts = (source: string, kept: readonly string[]): string =>
  source.replace(PART_MADE, (line, part) => (kept.includes(part) ? line : '')).replace(PART_OF_CLASS, '');

/** Leaves out what we do not use of Telnyx' API: its client makes all of its parts, 140 KB. */
export const telnyxParts: Plugin = {
  name: 'telnyx-parts',
  setup(build) {
    build.onResolve({ filter: /^\.\.?\/.*\.mjs$/ }, ({ importer, path, resolveDir }) =>
      importer.includes('/node_modules/telnyx/') ? { path: join(resolveDir, path), sideEffects: false } : undefined,
    );
    build.onLoad({ filter: TELNYX_FILE }, async ({ path }) => {
      const kept = TELNYX_PARTS.get(TELNYX_FILE.exec(path)?.[1] ?? '') ?? [];
      const contents = withoutParts(await readFile(path, 'utf8'), kept);
      const missing = kept.filter((part) => !contents.includes(`this.${part} = new `));
      const errors = missing.map((part) => ({ text: `Telnyx' SDK makes no "${part}" in ${path}.` }));
      return { contents, loader: 'js', errors };
    });
  },
};

/** Of a country's numbering plan: how to write its numbers, a third of all metadata, which we never do. */
const FORMATS_INDEX = 4;

const packedPlans = async (path: string): Promise<string> => {
  const { version, ...plans } = JSON.parse(await readFile(path, 'utf8'));
  for (const plan of [...Object.values<unknown[]>(plans.countries), ...Object.values<unknown[]>(plans.nonGeographic)])
    plan[FORMATS_INDEX] = 0;
  const packed = brotliCompressSync(JSON.stringify(plans)).toString('base64');
  const parts = Object.keys(plans).map((part) => `get ${part}() { return plans().${part}; }`);
  return `
    import { brotliDecompressSync } from 'node:zlib';
    let read;
    const plans = () => (read ??= JSON.parse(brotliDecompressSync(Buffer.from('${packed}', 'base64')).toString()));
    export default { version: ${version}, ${parts.join(', ')} };`;
};

/**
 * Packs the numbering plans of all countries, and unpacks them for the first number: 150 KB that every cold start would
 * otherwise read as code. The library's own modern code is a third smaller than the one that it hands out.
 */
export const packedNumberingPlans: Plugin = {
  name: 'packed-numbering-plans',
  setup(build) {
    build.onLoad({ filter: /\/libphonenumber-js\/metadata\.max\.json\.js$/ }, async ({ path }) => ({
      contents: await packedPlans(path.replace(/\.js$/, '')),
      loader: 'js',
    }));
    build.onResolve({ filter: /^\.\.\/es6\// }, ({ importer, path, resolveDir }) =>
      importer.includes('/node_modules/libphonenumber-js/core/')
        ? { path: join(resolveDir, path.replace('/es6/', '/es6-modern/')), sideEffects: false }
        : undefined,
    );
  },
};
