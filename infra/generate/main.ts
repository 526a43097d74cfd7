import { readFileSync, writeFileSync } from 'node:fs';

/**
 * Writes what is derived from the registry; with `--check` it only says what is out of date, and fails.
 */
const PROJECT_ROOT = new URL('../../', import.meta.url);
const OPENAPI_FILE = new URL('functions/system/openapi.json', PROJECT_ROOT);

/** The registry imports the document that is generated from it: a broken one would stop its own repair. */
const repairDocument = (): void => {
  try {
    JSON.parse(readFileSync(OPENAPI_FILE, 'utf8'));
  } catch {
    writeFileSync(OPENAPI_FILE, '{ "openapi": "3.1.0" }\n');
  }
};

const checkOnly = process.argv.includes('--check');
if (!checkOnly) repairDocument();
const { staleFiles } = await import('./generated-files.ts');
const stale = staleFiles();

if (!checkOnly) {
  for (const { path, content } of stale) writeFileSync(new URL(path, PROJECT_ROOT), content);
  console.log(stale.length > 0 ? `Written: ${stale.map(({ path }) => path).join(', ')}` : 'Everything is up to date.');
} else if (stale.length > 0) {
  const names = stale.map(({ path }) => path).join(', ');
  console.error(`Out of date: ${names}. Run "npm run generate" and commit what it writes.`);
  process.exitCode = 1;
}
