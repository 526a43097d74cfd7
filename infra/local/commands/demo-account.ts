import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Refusal } from '#shared/domain/errors.ts';
import { provisionAccount } from '#shared/engine/account/provision-account.ts';
import type { TableWriter } from '#shared/store/table/table.ts';
import { findCaller } from '#shared/store/tokens.ts';

const CREDENTIALS_FILE = 'credentials.json';
/** Readable by its owner alone. */
const PRIVATE_FILE_MODE = 0o600;

const DEMO = { slug: 'demo', name: 'Demo Owner', email: 'demo@example.com', plan: 'growth' } as const;

/** How a client reaches an account. */
export interface Credentials {
  base_url: string;
  api_token: string;
  account_slug: string;
  team_id: string;
}

/** Undefined before the first start, and when they were deleted. */
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
 * The account `demo` and how to reach it, created on the first start. `undefined`: the account exists but its
 * credentials were deleted, and a token cannot be shown twice.
 */
export const ensureDemoAccount = async (
  table: TableWriter,
  stateDir: string,
  baseUrl: string,
  now: Date,
): Promise<Credentials | undefined> => {
  const known = readCredentials(stateDir);
  if (known && (await findCaller(table, known.api_token, now))) {
    const credentials = { ...known, base_url: baseUrl };
    if (known.base_url !== baseUrl) writeCredentials(stateDir, credentials);
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
