import type { Actor } from '#shared/domain/account/actor.ts';
import { CODE_VALID_MS, hashSecret, newSecret, SESSION_MAX_MS, sessionEnd } from '#shared/domain/account/session.ts';
import { unauthorized } from '#shared/domain/errors.ts';
import { epochSeconds, MINUTE_MS } from '#shared/domain/time.ts';
import { keys } from '#shared/store/keys.ts';
import { type RecordKey, readTogether } from '#shared/store/table/records.ts';
import {
  absent,
  type PutOperation,
  present,
  type RemoveOperation,
  type TableReader,
} from '#shared/store/table/table.ts';
import { TTL_ATTRIBUTE } from '#shared/store/table/table-schema.ts';
import { lastUseKey, type NotedGrains, newUse } from './last-use.ts';
import { type Caller, callerOf, type Identified } from './tokens.ts';

/** A session of the dashboard, under the hash of what its cookie holds. It opens nothing without its key. */
interface SessionRecord {
  id: string;
  account_id: string;
  token_hash: string;
  created_at: string;
}

/** A one-time code, under its hash: whoever has it may begin a session of that key. */
interface SignInCodeRecord {
  token_hash: string;
  expires_at: string;
}

/** A session's last use is written once in this time at most, so it may end that much early. */
const SESSION_USE_GRAIN_MS = MINUTE_MS;

type SessionCaller = Caller & { session: NonNullable<Caller['session']> };

interface NewSession {
  id: string;
  tokenHash: string;
  caller: Caller;
  now: Date;
}

/** A session of a caller's key: what the cookie holds, the caller as it will be known, and the write. */
export const newSession = (given: NewSession): { secret: string; caller: SessionCaller; put: PutOperation } => {
  const { id, tokenHash: token_hash, caller, now } = given;
  const secret = newSecret();
  const created_at = now.toISOString();
  const record: SessionRecord = { id, account_id: caller.accountId, token_hash, created_at };
  const hash = hashSecret(secret);
  return {
    secret,
    caller: callerBySession(caller, record, hash, undefined),
    put: {
      put: { ...keys.session(hash), ...record, [TTL_ATTRIBUTE]: epochSeconds(now.getTime() + SESSION_MAX_MS) },
      when: [absent('pk')],
    },
  };
};

const callerBySession = (
  caller: Caller,
  { id, created_at: createdAt }: SessionRecord,
  hash: string,
  usedAt: string | undefined,
): SessionCaller => {
  const actor: Actor = { type: 'session', id, name: caller.actor.name };
  const endsAt = sessionEnd({ createdAt, usedAt, keyEndsAt: caller.expiresAt });
  return { ...caller, actor, session: { hash, endsAt } };
};

/** The caller with this session; undefined if it is unknown or has ended, also with its key. */
export const findSession = async (
  table: TableReader,
  secret: string,
  now: Date,
  noted?: NotedGrains,
): Promise<Identified | undefined> => {
  const hash = hashSecret(secret);
  const session: RecordKey<SessionRecord> = keys.session(hash);
  const { record, used } = await readTogether(table, { record: session, used: lastUseKey(hash) });
  if (!record) return undefined;
  const found = await callerOf(table, record.token_hash, now, noted);
  if (!found) return undefined;
  const asBefore = callerBySession(found.caller, record, hash, used?.used_at);
  if (asBefore.session.endsAt <= now.toISOString()) return undefined;
  const forgetAt = epochSeconds(Date.parse(record.created_at) + SESSION_MAX_MS);
  const use = newUse(hash, used, { now, grainMs: SESSION_USE_GRAIN_MS, forgetAt });
  if (!use) return { ...found, caller: asBefore };
  return { caller: callerBySession(found.caller, record, hash, use.at), uses: [...found.uses, use] };
};

/** @throws Refusal 401 when the session has ended already. */
export const endSession = (hash: string): RemoveOperation => ({
  delete: keys.session(hash),
  when: [present('pk')],
  refuse: unauthorized,
});

/** A one-time code for a key's sessions. Only its hash is stored. */
export const newSignInCode = (tokenHash: string, now: Date): { code: string; put: PutOperation } => {
  const code = newSecret();
  const endsMs = now.getTime() + CODE_VALID_MS;
  const record: SignInCodeRecord = { token_hash: tokenHash, expires_at: new Date(endsMs).toISOString() };
  const put = { ...keys.signInCode(hashSecret(code)), ...record, [TTL_ATTRIBUTE]: epochSeconds(endsMs) };
  return { code, put: { put, when: [absent('pk')] } };
};

/** The hash of the token whose sessions a code begins; undefined if the code is unknown, spent or too old. */
export const tokenHashOfCode = async (table: TableReader, code: string, now: Date): Promise<string | undefined> => {
  const record = await table.get<SignInCodeRecord>(keys.signInCode(hashSecret(code)));
  return record && record.expires_at > now.toISOString() ? record.token_hash : undefined;
};

/** Spends a code; fails if it is spent already. */
export const spendCode = (code: string): RemoveOperation => ({
  delete: keys.signInCode(hashSecret(code)),
  when: [present('pk')],
});
