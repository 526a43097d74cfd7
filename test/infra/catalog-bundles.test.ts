import { spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from '@jest/globals';
import { bundleCatalog } from '#infra/aws/bundle-catalog.ts';
import { endpoints, fallback, workers } from '#infra/catalog.ts';

test('every function of the product is bundled within the size budget and loads in an empty environment', async () => {
  const out = mkdtempSync(join(tmpdir(), 'catalog-bundles-'));
  const sizes = await bundleCatalog(out);
  const ids = [...endpoints, ...workers, ...(fallback ? [fallback] : [])].map(({ id }) => id);
  expect(sizes.map(({ id }) => id)).toEqual(ids);

  const files = ids.map((id) => pathToFileURL(join(out, id, 'index.mjs')).href);
  const script = `for (const file of ${JSON.stringify(files)}) console.log(typeof (await import(file)).handler);`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { env: {} });
  expect(stderr.toString()).toBe('');
  expect(stdout.toString().trim().split('\n')).toEqual(ids.map(() => 'function'));
}, 30_000);
