import { randomBytes } from 'node:crypto';
import { formatToken, hashToken, TOKEN_ENTROPY_BYTES } from '#shared/domain/api-token.ts';
import { conflict, unauthorized } from '#shared/domain/errors.ts';
import { keys, listSort, lists } from './keys.ts';
import { readPage } from './table/lists.ts';
import type { RecordKey } from './table/records.ts';
import {
  absent,
  anyOf,
  type CheckOperation,
  equals,
  type PutOperation,
  type TableReader,
  type WriteOperation,
} from './table/table.ts';

/** The authenticated caller of a request. */
export interface Caller {
  accountId: string;
  /** The key's public identifier, for logs. */
  keyId: string;
  email: string;
  name: string;
}

/** Stored under the token's hash until the key is revoked. */
interface TokenRecord {
  account_id: string;
  key_id: string;
  /** The person for whom the key acts. */
  email: string;
  name: string;
  expires_at: string | null;
}

/** An API key; its `TokenRecord` is what lets requests in. */
export interface ApiKeyRecord {
  id: string;
  account_id: string;
  /** The creator's name for the key. */
  name: string;
  token_hash: string;
  created_at: string;
  expires_at: string | null;
  revoked_at: string | null;
}

export const apiKeyKey = (id: string): RecordKey<ApiKeyRecord> => keys.apiKey(id);

interface NewApiKey {
  id: string;
  account_id: string;
  name: string;
  /** The person for whom the key acts. */
  person: { email: string; name: string };
  expires_at: string | null;
  now: Date;
}

/** Creates a key and its token. Only the token's hash is stored. */
export const newApiKey = (
  given: NewApiKey,
): { token: string; key: ApiKeyRecord; writes: [PutOperation, PutOperation] } => {
  const { id, account_id, name, person, expires_at, now } = given;
  const token = formatToken(randomBytes(TOKEN_ENTROPY_BYTES));
  const token_hash = hashToken(token);
  const created_at = now.toISOString();
  const key: ApiKeyRecord = { id, account_id, name, token_hash, created_at, expires_at, revoked_at: null };
  const tokenRecord: TokenRecord = { account_id, key_id: id, email: person.email, name: person.name, expires_at };
  const listed = { list_pk: lists.apiKeys(account_id), list_sk: listSort(created_at, id) };
  return {
    token,
    key,
    writes: [
      { put: { ...keys.token(token_hash), ...tokenRecord }, when: [absent('pk')] },
      { put: { ...keys.apiKey(id), ...key, ...listed }, when: [absent('pk')] },
    ],
  };
};

const isExpired = (expiresAt: string | null, now: Date): boolean =>
  expiresAt !== null && expiresAt <= now.toISOString();

/** The caller with this token; undefined if it is unknown, revoked or expired. */
export const findCaller = async (table: TableReader, token: string, now: Date): Promise<Caller | undefined> => {
  const record = await table.get<TokenRecord>(keys.token(hashToken(token)));
  if (!record || isExpired(record.expires_at, now)) return undefined;
  return { accountId: record.account_id, keyId: record.key_id, email: record.email, name: record.name };
};

/** Newest first, including revoked and expired keys. */
export const listApiKeyRecords = (table: TableReader, accountId: string, page: { limit: number; offset: number }) =>
  readPage<ApiKeyRecord>(table, { list: lists.apiKeys(accountId), filter: [], ...page });

/** Lets a transaction pass only while the key is live. */
export const whileLive = (keyId: string, now: Date): CheckOperation => ({
  check: keys.apiKey(keyId),
  when: [
    equals('revoked_at', null),
    anyOf(equals('expires_at', null), { test: '>', field: 'expires_at', value: now.toISOString() }),
  ],
});

/** Lets a transaction pass only while the caller's own key is live. @throws Refusal 401 otherwise. */
export const whileCallerLives = ({ keyId }: Caller, now: Date): CheckOperation => ({
  ...whileLive(keyId, now),
  refuse: unauthorized,
});

/** @throws Refusal 409 when the key was already revoked. */
export const revocation = (key: ApiKeyRecord, now: Date): WriteOperation[] => [
  {
    update: keys.apiKey(key.id),
    set: { revoked_at: now.toISOString() },
    when: [equals('revoked_at', null)],
    refuse: () => conflict(`The API key "${key.id}" is revoked already.`),
  },
  { delete: keys.token(key.token_hash) },
];

/** Every key of the account, including revoked and expired ones; may lag by moments. */
export const getApiKeys = async (table: TableReader, accountId: string): Promise<ApiKeyRecord[]> => {
  const found = await table.query<object>({ index: 'list', partition: lists.apiKeys(accountId), fields: ['pk', 'sk'] });
  return (await table.getMany<ApiKeyRecord>(found)).filter((key) => key !== undefined);
};

/** Neither revoked nor expired. */
export const isLive = ({ revoked_at, expires_at }: ApiKeyRecord, now: Date): boolean =>
  revoked_at === null && !isExpired(expires_at, now);
