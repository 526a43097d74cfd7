import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { formatToken, hashToken, TOKEN_ENTROPY_BYTES } from '#shared/domain/api-token.ts';
import { HOUR_MS } from '#shared/domain/time.ts';
import { type LastUseRecord, lastUseKey, noteUse } from '#shared/store/access/last-use.ts';
import { callerOf } from '#shared/store/access/tokens.ts';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import { createKey, type TestKey } from '#test/harness/given/api-keys.ts';
import { statusOf } from '#test/harness/refusals.ts';
import { testTable } from '#test/harness/stack/table.ts';

let account: TestAccount;
let key: TestKey;
beforeEach(async () => {
  account = await newAccount();
  key = await createKey(account, { role: 'read' });
});

const lastUse = async (): Promise<string | null | undefined> =>
  (await account.api.listApiKeys()).api_keys.find(({ id }) => id === key.id)?.last_used_at;

const hourOf = (at: Date | number): string => new Date(Math.floor(Number(at) / HOUR_MS) * HOUR_MS).toISOString();

/** The record with the mark of the write that made it. */
const written = () => testTable().get<LastUseRecord & { wid: string }>(lastUseKey(hashToken(key.token)));

describe('last_used_at', () => {
  test('is null before the first use, then the beginning of the hour', async () => {
    expect(await lastUse()).toBeNull();
    const before = Date.now();
    await key.api.listApiKeys();
    expect([hourOf(before), hourOf(Date.now())]).toContain(await lastUse());
  });

  test('is written once, however many requests come within an hour', async () => {
    await Promise.all(Array.from({ length: 20 }, () => key.api.listApiKeys()));
    const first = await written();
    await Promise.all(Array.from({ length: 20 }, () => key.api.listApiKeys()));
    if ((await written())?.used_at === first?.used_at) expect(await written()).toEqual(first);
  });

  test('tells a use that was refused for the role, and none of a wrong token', async () => {
    const unknown = formatToken(randomBytes(TOKEN_ENTROPY_BYTES));
    for (const token of [`${key.token}x`, unknown])
      await key.api.send('GET', '/api/settings/api-keys', undefined, { authorization: `Bearer ${token}` });
    expect(await lastUse()).toBeNull();
    expect(await testTable().get(lastUseKey(hashToken(unknown)))).toBeUndefined();
    expect(await statusOf(key.api.resumeCalls({}))).toBe(403);
    expect(await lastUse()).not.toBeNull();
  });

  test('moves on with the hours, and never back', async () => {
    const [table, hash] = [testTable(), hashToken(key.token)];
    const usesAt = async (now: Date) => (await callerOf(table, hash, now))?.uses ?? [];
    const start = Date.parse('2026-03-02T15:59:59.999Z');
    const [first] = await usesAt(new Date(start));
    expect(first).toEqual({ hash, at: '2026-03-02T15:00:00.000Z' });
    await noteUse(table, first ?? { hash, at: '' });
    expect(await usesAt(new Date(start))).toEqual([]);
    const [second] = await usesAt(new Date(start + 1));
    await noteUse(table, second ?? { hash, at: '' });
    await noteUse(table, first ?? { hash, at: '' });
    expect(await lastUse()).toBe('2026-03-02T16:00:00.000Z');
  });
});
