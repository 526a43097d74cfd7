import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Refusal } from '#shared/domain/errors.ts';
import { provisionAccount } from '#shared/engine/account/provision-account.ts';
import type { TableWriter } from '#shared/store/table/table.ts';
import { findCaller } from '#shared/store/tokens.ts';

const CREDENTIALS_FILE = 'credentials.json';
/** Only its owner may read it. */
const PRIVATE_FILE_MODE = 0o600;

const DEMO = { slug: 'demo', name: 'Demo Owner', email: 'demo@example.com', plan: 'growth' } as const;

/** What a client needs to use an account. */
export interface Credentials {
  base_url: string;
  api_token: string;
  account_slug: string;
  team_id: string;
}

/** The stored credentials; undefined before the first start, and once they were deleted. */
export const readCredentials = (stateDir: string): Credentials | undefined => {
  try {
    return JSON.parse(readFileSync(join(stateDir, CREDENTIALS_FILE), 'utf8')) as Credentials;
  } catch {
    return undefined;
  }
};

const writeCredentials = (stateDir: string, credentials: Credentials): void => {
  const file = join(stateDir, CREDENTIALS_FILE);
  writeFileSync(`${file}.new`, `${JSON.stringify(credentials, null, 2)}\n`, { mode: PRIVATE_FILE_MODE });
  renameSync(`${file}.new`, file);
};

/**
 * The credentials of the account `demo`, which the first start creates. `undefined` if the account exists but its
 * credentials were deleted, because a token cannot be shown twice.
 */
export const ensureDemoAccount = async (
  table: TableWriter,
  stateDir: string,
  baseUrl: string,
  now: Date,
): Promise<Credentials | undefined> => {
  const stored = readCredentials(stateDir);
  if (stored && (await findCaller(table, stored.api_token, now))) {
    const credentials = { ...stored, base_url: baseUrl };
    if (stored.base_url !== baseUrl) writeCredentials(stateDir, credentials);
    return credentials;
  }
  try {
    const { api_token, account_slug, team_id } = await provisionAccount(table, { ...DEMO, now });
    const credentials = { base_url: baseUrl, api_token, account_slug, team_id };
    writeCredentials(stateDir, credentials);
    return credentials;
  } catch (error) {
    if (error instanceof Refusal && error.status === 409) return undefined;
    throw error;
  }
};
