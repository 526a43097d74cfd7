import { randomBytes } from 'node:crypto';
import type { Actor } from '#shared/domain/account/actor.ts';
import { isExpired, type RingKey } from '#shared/domain/account/key-ring.ts';
import type { Role } from '#shared/domain/account/role.ts';
import { formatToken, hashToken, lastCharsOf, TOKEN_ENTROPY_BYTES } from '#shared/domain/api-token.ts';
import { conflict, forbidden } from '#shared/domain/errors.ts';
import { HOUR_MS } from '#shared/domain/time.ts';
import { keys, listSort, lists } from '#shared/store/keys.ts';
import { readPage } from '#shared/store/table/lists.ts';
import { type RecordKey, readTogether } from '#shared/store/table/records.ts';
import {
  absent,
  equals,
  type PutOperation,
  present,
  type RemoveOperation,
  type TableReader,
  type UpdateOperation,
  type WriteOperation,
} from '#shared/store/table/table.ts';
import { type LastUseRecord, lastUseKey, NotedGrains, newUse, type Use } from './last-use.ts';

/** The authenticated caller of a request. */
export interface Caller {
  accountId: string;
  /** The key's public identifier, for logs. */
  keyId: string;
  email: string;
  name: string;
  role: Role;
  /** When the key ends; null if it does not. */
  expiresAt: string | null;
  /** As whom its commands are noted. */
  actor: Actor;
  /** The session that the request came by, and when it ends; absent where it came by a token. */
  session?: { hash: string; endsAt: string };
}

/** A caller, and the uses of token and session that are not written down yet. */
export interface Identified {
  caller: Caller;
  uses: Use[];
}

/** Stored under the token's hash until the key is revoked. */
interface TokenRecord {
  account_id: string;
  key_id: string;
  /** The creator's name for the key. */
  key_name: string;
  role: Role;
  /** The person for whom the key acts. */
  email: string;
  name: string;
  expires_at: string | null;
  /** Set while its account is suspended; absent otherwise. */
  is_suspended?: boolean;
}

/** An API key; its `TokenRecord` is what lets requests in. */
export interface ApiKeyRecord {
  id: string;
  account_id: string;
  /** The creator's name for the key. */
  name: string;
  role: Role;
  /** The last characters of its token, by which a person tells keys apart. */
  last4: string;
  token_hash: string;
  /** Null for the account's first key. */
  created_by_key_id: string | null;
  created_at: string;
  expires_at: string | null;
  revoked_at: string | null;
}

/** `last_used_at` is true to this. */
const KEY_USE_GRAIN_MS = HOUR_MS;

export const apiKeyKey = (id: string): RecordKey<ApiKeyRecord> => keys.apiKey(id);

interface NewApiKey {
  id: string;
  account_id: string;
  name: string;
  role: Role;
  created_by_key_id: string | null;
  /** The person for whom the key acts. */
  person: { email: string; name: string };
  expires_at: string | null;
  now: Date;
}

interface MadeKey {
  token: string;
  key: ApiKeyRecord;
  ringKey: RingKey;
  writes: [PutOperation, PutOperation];
}

/** Creates a key and its token, without its place on the ring. Only the token's hash is stored. */
export const newApiKey = ({ person, now, ...given }: NewApiKey): MadeKey => {
  const { id, account_id, name, role, created_by_key_id, expires_at } = given;
  const token = formatToken(randomBytes(TOKEN_ENTROPY_BYTES));
  const token_hash = hashToken(token);
  const created_at = now.toISOString();
  const key: ApiKeyRecord = { ...given, last4: lastCharsOf(token), token_hash, created_at, revoked_at: null };
  const tokenRecord: TokenRecord = { account_id, key_id: id, key_name: name, role, ...person, expires_at };
  const listed = { list_pk: lists.apiKeys(account_id), list_sk: listSort(created_at, id) };
  return {
    token,
    key,
    ringKey: { id, parent_id: created_by_key_id, role, expires_at, token_hash },
    writes: [
      { put: { ...keys.token(token_hash), ...tokenRecord }, when: [absent('pk')] },
      { put: { ...keys.apiKey(id), ...key, ...listed }, when: [absent('pk')] },
    ],
  };
};

const readToken = async (table: TableReader, tokenHash: string, isNoted: boolean) => {
  const token: RecordKey<TokenRecord> = keys.token(tokenHash);
  if (isNoted) return { record: await table.get<TokenRecord>(token), used: undefined };
  return readTogether(table, { record: token, used: lastUseKey(tokenHash) });
};

/**
 * The caller whose token has this hash; undefined if it is unknown, or its key is revoked or expired. Every way in leads
 * through here.
 * @throws Refusal 403 while its account is suspended.
 */
export const callerOf = async (
  table: TableReader,
  tokenHash: string,
  now: Date,
  noted = new NotedGrains(),
): Promise<Identified | undefined> => {
  const isNoted = noted.has(tokenHash, now, KEY_USE_GRAIN_MS);
  const { record, used } = await readToken(table, tokenHash, isNoted);
  if (!record || isExpired(record, now)) return undefined;
  if (record.is_suspended) throw forbidden();
  if (used) noted.add(tokenHash, used);
  const { account_id: accountId, key_id: keyId, key_name, role, email, name, expires_at: expiresAt } = record;
  const actor: Actor = { type: 'api_key', id: keyId, name: key_name };
  const use = isNoted ? undefined : newUse(tokenHash, used, { now, grainMs: KEY_USE_GRAIN_MS });
  return { caller: { accountId, keyId, email, name, role, expiresAt, actor }, uses: use ? [use] : [] };
};

/** The caller with this token; undefined if it is unknown, revoked or expired. @throws Refusal 403 as `callerOf`. */
export const findCaller = (
  table: TableReader,
  token: string,
  now: Date,
  noted?: NotedGrains,
): Promise<Identified | undefined> => callerOf(table, hashToken(token), now, noted);

type ListedKey = ApiKeyRecord & { last_used_at: string | null };

/** Newest first, including revoked and expired keys. */
export const listApiKeyRecords = async (
  table: TableReader,
  accountId: string,
  page: { limit: number; offset: number },
): Promise<{ items: ListedKey[]; count: number }> => {
  const list = { list: lists.apiKeys(accountId), filter: [], ...page };
  const { items, count } = await readPage<ApiKeyRecord>(table, list);
  const useKeys = items.map(({ token_hash }) => lastUseKey(token_hash));
  const uses = await table.getMany<LastUseRecord>(useKeys, { mayLag: true });
  return { items: items.map((key, at) => ({ ...key, last_used_at: uses[at]?.used_at ?? null })), count };
};

type Revoked = Pick<RingKey, 'id' | 'token_hash'>;

const end = ({ id, token_hash }: Revoked, now: Date): [UpdateOperation, RemoveOperation] => [
  { update: keys.apiKey(id), set: { revoked_at: now.toISOString() }, when: [equals('revoked_at', null)] },
  { delete: keys.token(token_hash) },
];

/**
 * Marks a key and some that descend from it as revoked, and takes their tokens away. Fails if a descendant was revoked
 * meanwhile, since its own keys may then descend from another.
 * @throws Refusal 409 when the key itself was already revoked.
 */
export const revocation = (key: Revoked, descendants: Revoked[], now: Date): WriteOperation[] => {
  const [mark, takeToken] = end(key, now);
  const refuse = () => conflict(`The API key "${key.id}" is revoked already.`);
  return [{ ...mark, refuse }, takeToken, ...descendants.flatMap((each) => end(each, now))];
};

/** Closes the tokens of keys while their account is suspended, or opens them again. Each must exist. */
export const suspendTokens = (ringKeys: Pick<RingKey, 'token_hash'>[], isSuspended: boolean): UpdateOperation[] =>
  ringKeys.map(({ token_hash }) => ({
    update: keys.token(token_hash),
    ...(isSuspended ? { set: { is_suspended: true } } : { remove: ['is_suspended'] }),
    when: [present('pk')],
  }));
