import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from '@jest/globals';

/** A folder that goes away when the tests of the file are through; call it outside of tests. */
export const temporaryFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'infra-test-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};
