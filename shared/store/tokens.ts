import { hashToken } from '#shared/domain/api-token.ts';
import { keys } from './keys.ts';
import type { PutOperation, TableReader } from './table.ts';

/** On whose behalf a request acts. */
export interface Caller {
  accountId: string;
  /** The key's public identifier, for logs. */
  keyId: string;
  email: string;
  name: string;
}

export interface TokenRecord {
  account_id: string;
  key_id: string;
  /** The person the key was made for. */
  email: string;
  name: string;
  expires_at: string | null;
  revoked_at: string | null;
  created_at: string;
}

export const putToken = (token: string, record: TokenRecord): PutOperation => ({
  put: { ...keys.token(hashToken(token)), ...record },
});

/** Who holds this token, or undefined when it is unknown, revoked or expired. */
export const findCaller = async (table: TableReader, token: string, now: Date): Promise<Caller | undefined> => {
  const record = await table.get<TokenRecord>(keys.token(hashToken(token)));
  if (!record || record.revoked_at !== null) return undefined;
  if (record.expires_at !== null && record.expires_at <= now.toISOString()) return undefined;
  return { accountId: record.account_id, keyId: record.key_id, email: record.email, name: record.name };
};
