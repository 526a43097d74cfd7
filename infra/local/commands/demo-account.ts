import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Refusal } from '#shared/domain/errors.ts';
import { provisionAccount } from '#shared/engine/account/provision-account.ts';
import { findCaller } from '#shared/store/access/tokens.ts';
import type { TableWriter } from '#shared/store/table/table.ts';
import { newSignInLink } from './sign-in-link.ts';

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
  /** Signs in to the dashboard, once and within ten minutes. */
  dashboard_url?: string;
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

/** @throws Refusal 409 when the account exists. */
const newDemoAccount = async (table: TableWriter, base_url: string, now: Date): Promise<Credentials> => {
  const { api_token, account_slug, team_id } = await provisionAccount(table, { ...DEMO, now });
  return { base_url, api_token, account_slug, team_id };
};

const withSignInLink = async (table: TableWriter, stateDir: string, credentials: Credentials, now: Date) => {
  const linked = { ...credentials, dashboard_url: await newSignInLink(table, credentials, now) };
  writeCredentials(stateDir, linked);
  return linked;
};

/** Whether a token is that of an account, be it suspended. */
const isKnown = async (table: TableWriter, token: string, now: Date): Promise<boolean> => {
  try {
    return (await findCaller(table, token, now)) !== undefined;
  } catch (error) {
    if (error instanceof Refusal && error.status === 403) return true;
    throw error;
  }
};

/** The stored credentials, if their token still opens the account; else those of a new account. */
const openDemoAccount = async (
  table: TableWriter,
  stored: Credentials | undefined,
  baseUrl: string,
  now: Date,
): Promise<Credentials | undefined> => {
  if (stored && (await isKnown(table, stored.api_token, now))) return { ...stored, base_url: baseUrl };
  try {
    return await newDemoAccount(table, baseUrl, now);
  } catch (error) {
    if (error instanceof Refusal && error.status === 409) return undefined;
    throw error;
  }
};

/**
 * The credentials of the account `demo`, which the first start creates, with a new link to its dashboard. `undefined` if
 * the account exists but its credentials were deleted, because a token cannot be shown twice.
 */
export const ensureDemoAccount = async (
  table: TableWriter,
  stateDir: string,
  baseUrl: string,
  now: Date,
): Promise<Credentials | undefined> => {
  const opened = await openDemoAccount(table, readCredentials(stateDir), baseUrl, now);
  if (!opened) return undefined;
  // Written first, so that a crash cannot lose the token of an account that was just created.
  writeCredentials(stateDir, opened);
  return withSignInLink(table, stateDir, opened, now);
};

/** A new link to the dashboard, written beside the credentials; undefined if these open nothing any more. */
export const renewSignInLink = async (table: TableWriter, stateDir: string, now: Date): Promise<string | undefined> => {
  const stored = readCredentials(stateDir);
  if (!stored || !(await isKnown(table, stored.api_token, now))) return undefined;
  return (await withSignInLink(table, stateDir, stored, now)).dashboard_url;
};
