import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { readCredentials } from '#infra/local/commands/demo-account.ts';
import { findRunningService } from '#infra/local/process/service-file.ts';
import { createClient } from '#shared/client/client.ts';
import { refusalToStart, startChildService } from '#test/harness/stack/child-service.ts';

const PHONE = '+14155550101';

let STATE_DIR: string;
let file: string;

/** The suppressed number of a service that has ended since. */
beforeAll(async () => {
  STATE_DIR = mkdtempSync(join(tmpdir(), 'number-hash-'));
  file = join(STATE_DIR, 'number-hash.secret');
  const service = await startChildService({ STATE_DIR });
  const { base_url, api_token: token, team_id: teamId } = readCredentials(STATE_DIR) ?? {};
  await createClient({ baseUrl: base_url ?? '', token: token ?? '' }).addSuppression({
    teamId: teamId ?? '',
    phone: PHONE,
  });
  await service.kill();
});
afterAll(() => rmSync(STATE_DIR, { recursive: true, force: true }));

/** Runs with another file in the place of the key, or none. */
const withKey = async <Result>(key: string | undefined, run: () => Promise<Result>): Promise<Result> => {
  renameSync(file, `${file}.copy`);
  if (key !== undefined) writeFileSync(file, key);
  try {
    return await run();
  } finally {
    renameSync(`${file}.copy`, file);
  }
};

test.each(['', undefined])(
  'a table with numbers gets no new key in the place of one that is gone (%p)',
  async (key) => {
    await withKey(key, async () => {
      const words = await refusalToStart({ STATE_DIR });
      expect(words).toContain(`${file} is gone`);
      expect(words).toMatch(/nobody who must not be called would be found.*Put the right one back.*--fresh/s);
      expect(key === undefined ? existsSync(file) : readFileSync(file, 'utf8')).toBe(key ?? false);
    });
  },
);

test('a table with numbers is not served with another key, be it kept or given', async () => {
  await withKey('another key', async () => {
    expect(await refusalToStart({ STATE_DIR })).toContain(`${file} holds another key`);
  });
  expect(await refusalToStart({ STATE_DIR, NUMBER_HASH_KEY: 'another key' })).toContain(
    'NUMBER_HASH_KEY is another key',
  );
});

test('with its own key the service starts, and knows whom it must not call', async () => {
  const kept = readFileSync(file, 'utf8');
  const service = await startChildService({ STATE_DIR });
  const { base_url, api_token: token, team_id: teamId } = readCredentials(STATE_DIR) ?? {};
  const client = createClient({ baseUrl: base_url ?? '', token: token ?? '' });
  await expect(client.removeSuppression({ teamId: teamId ?? '', phone: PHONE })).resolves.toBeDefined();
  await service.kill();
  expect(findRunningService(STATE_DIR)).toBeUndefined();
  expect(readFileSync(file, 'utf8')).toBe(kept);
});

test('a given key leaves no file, and is enough', async () => {
  const other = mkdtempSync(join(tmpdir(), 'number-hash-given-'));
  const service = await startChildService({ STATE_DIR: other, NUMBER_HASH_KEY: 'a given key' });
  await service.kill();
  expect(existsSync(join(other, 'number-hash.secret'))).toBe(false);
  rmSync(other, { recursive: true });
});
