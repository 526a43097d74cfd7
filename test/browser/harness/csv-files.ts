import { mkdtempSync, rmSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { Account } from './accounts.ts';

const LIST_PAGE_ROWS = 200;

/** Puts files of a journey on the disk, where a person has them, and chooses them as "CSV file". */
export const csvFiles = (): ((page: Page, name: string, text: string) => Promise<void>) => {
  const folder = mkdtempSync(join(tmpdir(), 'voice-assistant-calling-csv-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  return async (page, name, text) => {
    const path = join(folder, name);
    await writeFile(path, text);
    await page.getByLabel('CSV file').setInputFiles(path);
  };
};

/** The text of the file that a button saves. */
export const downloaded = async (page: Page, button: string): Promise<string> => {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button }).click(),
  ]);
  return readFile(await download.path(), 'utf8');
};

/** Every contact of an account's team. */
export const allContacts = async ({ api, teamId }: Account) => {
  const { count, contacts } = await api.listContacts({ teamId, limit: LIST_PAGE_ROWS });
  const all = [...contacts];
  while (all.length < count) {
    all.push(...(await api.listContacts({ teamId, limit: LIST_PAGE_ROWS, offset: all.length })).contacts);
  }
  return all;
};
