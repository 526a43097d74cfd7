import { beforeEach, describe, expect, test } from '@jest/globals';
import { MAX_LIVE_KEYS } from '#shared/domain/account/key-ring.ts';
import { HOUR_MS } from '#shared/domain/time.ts';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import { createExpiredKey, createKey, firstKey, type TestKey } from '#test/harness/given/api-keys.ts';
import { expectRefused, refusalOf, statusesOf, statusOf, UNAUTHORIZED, wrongFieldsOf } from '#test/harness/refusals.ts';

let account: TestAccount;
beforeEach(async () => {
  account = await newAccount();
});

/** A key that another one makes. */
const childOf = (parent: { api: TestKey['api'] }, fields: Parameters<typeof createKey>[1] = {}): Promise<TestKey> =>
  createKey({ ...account, api: parent.api }, fields);

const opens = async ({ api }: TestKey): Promise<boolean> => (await statusOf(api.listApiKeys())) === 200;

const revoke = (by: { api: TestKey['api'] }, { id }: { id: string }, descendants?: 'keep' | 'revoke') =>
  by.api.revokeApiKey({ apiKeyId: id, ...(descendants && { descendants }) });

const listed = async (by: { api: TestKey['api'] } = account) => (await by.api.listApiKeys({ limit: 200 })).api_keys;

const liveIds = async (by?: { api: TestKey['api'] }): Promise<string[]> =>
  (await listed(by)).filter(({ revoked_at }) => revoked_at === null).map(({ id }) => id);

const inHours = (hours: number): string => new Date(Date.now() + hours * HOUR_MS).toISOString();

describe('lineage', () => {
  test('a key shows its role, its last four characters and who made it, for good', async () => {
    const first = await firstKey(account);
    const child = await childOf(account, { role: 'full', name: 'Child' });
    const grandchild = await childOf(child, { role: 'read', name: 'Grandchild' });
    await revoke(account, child);
    expect(await listed()).toMatchObject([
      { id: grandchild.id, role: 'read', last4: grandchild.token.slice(-4), created_by_key_id: child.id },
      { id: child.id, role: 'full', last4: child.token.slice(-4), created_by_key_id: first.id },
      { id: first.id, role: 'full', last4: account.token.slice(-4), created_by_key_id: null },
    ]);
  });

  test('a revoked key leaves its descendants by default, which then descend from its own maker', async () => {
    const [outsider, child] = [await childOf(account), await childOf(account)];
    const grandchild = await childOf(child);
    const greatGrandchild = await childOf(grandchild);
    await revoke(outsider, await firstKey(account));
    await revoke(outsider, grandchild);
    expect(await Promise.all([outsider, child, grandchild, greatGrandchild].map(opens))).toEqual([
      true,
      true,
      false,
      true,
    ]);
    await revoke(outsider, child, 'revoke');
    expect(await Promise.all([outsider, child, greatGrandchild].map(opens))).toEqual([true, false, false]);
  });

  test('a revoked key takes all its descendants with it, if so asked', async () => {
    const child = await childOf(account);
    const grandchildren = await Promise.all([childOf(child), childOf(child, { role: 'operate' })]);
    const greatGrandchild = await childOf(grandchildren[0] as TestKey);
    const sibling = await childOf(account);
    await revoke(account, child, 'revoke');
    for (const gone of [child, ...grandchildren, greatGrandchild]) {
      expect(await refusalOf(gone.api.listApiKeys())).toEqual(UNAUTHORIZED);
    }
    expect(await opens(sibling)).toBe(true);
    const times = (await listed()).filter(({ revoked_at }) => revoked_at !== null).map(({ revoked_at }) => revoked_at);
    expect([times.length, new Set(times).size]).toEqual([4, 1]);
  });

  test('the fate may stand in query or body; two fates are a 400, of which neither is carried out', async () => {
    const child = await childOf(account);
    const grandchild = await childOf(child);
    const send = (query: string, body: object) =>
      account.api.send('DELETE', `/api/settings/api-keys/${child.id}${query}`, body);
    for (const [inQuery, inBody] of [
      ['keep', 'revoke'],
      ['revoke', 'keep'],
    ]) {
      const { status, body } = await send(`?descendants=${inQuery}`, { descendants: inBody });
      const issues = [{ path: 'descendants', message: 'must not differ between query and body' }];
      expect([status, body]).toMatchObject([400, { issues }]);
    }
    expect([await opens(child), await opens(grandchild)]).toEqual([true, true]);
    expect((await send('', { descendants: 'revoke' })).status).toBe(200);
    expect([await opens(child), await opens(grandchild)]).toEqual([false, false]);
  });

  test('400 for any other fate', async () => {
    const child = await childOf(account);
    const { status } = await account.api.send('DELETE', `/api/settings/api-keys/${child.id}?descendants=none`);
    expect([status, await opens(child)]).toEqual([400, true]);
  });
});

describe('a key that ends', () => {
  test('makes no key that lives longer', async () => {
    const parent = await childOf(account, { expiresAt: inHours(2) });
    expect(await wrongFieldsOf(createAs(parent, inHours(3)))).toEqual(['expiresAt']);
    const [same] = (await listed()).filter(({ id }) => id === parent.id);
    const children = [
      await childOf(parent),
      await childOf(parent, { expiresAt: null }),
      await childOf(parent, { expiresAt: same?.expires_at ?? '' }),
    ];
    const ends = (await listed()).filter(({ created_by_key_id }) => created_by_key_id === parent.id);
    expect(ends.map(({ expires_at }) => expires_at)).toEqual(children.map(() => same?.expires_at));
  });

  test('nor does what it makes, however long the chain', async () => {
    let parent = await childOf(account, { expiresAt: inHours(2) });
    for (let generation = 0; generation < 4; generation++) {
      expect(await statusOf(createAs(parent, inHours(3)))).toBe(400);
      parent = await childOf(parent);
    }
    const ends = (await listed()).filter(({ created_by_key_id }) => created_by_key_id !== null);
    expect([ends.length, new Set(ends.map(({ expires_at }) => expires_at)).size]).toEqual([5, 1]);
  });
});

const createAs = ({ api }: TestKey, expiresAt: string) =>
  api.createApiKey({ accountSlug: account.slug, name: 'Longer', expiresAt });

describe('the last live full key', () => {
  test('409, alone or with descendants, whatever other roles there are', async () => {
    const own = await firstKey(account);
    await childOf(account, { role: 'operate' });
    await childOf(account, { role: 'read' });
    await createExpiredKey(account);
    for (const fate of ['keep', 'revoke'] as const) await expectRefused(revoke(account, own, fate), 409, 'role full');
    expect(await opens(own)).toBe(true);
  });

  test('409 where the only other full one would end with it', async () => {
    const [own, child] = [await firstKey(account), await childOf(account)];
    await expectRefused(revoke(account, own, 'revoke'), 409, 'role full');
    await expectRefused(revoke(child, own, 'revoke'), 409, 'role full');
    await revoke(child, own);
    expect([await opens(own), await opens(child)]).toEqual([false, true]);
  });
});

test('a key that ends leaves the account a full key that lasts as long as those it revokes', async () => {
  const [own, short] = [await firstKey(account), await childOf(account, { expiresAt: inHours(1) })];
  const longer = await childOf(account, { expiresAt: inHours(2) });
  for (const fate of ['keep', 'revoke'] as const) await expectRefused(revoke(short, own, fate), 409, 'lasts as long');
  await revoke(short, longer);
  const heir = await childOf(account);
  await revoke(short, own);
  expect(await Promise.all([own, longer, short, heir].map(opens))).toEqual([false, false, true, true]);
});

describe('at most 50 live keys', () => {
  const create = () => account.api.createApiKey({ accountSlug: account.slug, name: 'One of many' });

  test('exactly so many, however many are asked for at once', async () => {
    const statuses = await statusesOf(Array.from({ length: 70 }, create));
    const made = statuses.filter((status) => status === 200).length;
    expect([made, new Set(statuses.slice(made))]).toEqual([MAX_LIVE_KEYS - 1, new Set([409])]);
    expect(await liveIds()).toHaveLength(MAX_LIVE_KEYS);
    await expectRefused(create(), 409, '50 live API keys');
  });

  test('all that descend from one key end in one revocation', async () => {
    const parent = await childOf(account);
    const children = await Promise.all(Array.from({ length: MAX_LIVE_KEYS - 2 }, () => childOf(parent)));
    await revoke(account, parent, 'revoke');
    expect(await liveIds()).toEqual([(await firstKey(account)).id]);
    expect(await Promise.all(children.slice(0, 5).map(opens))).toEqual(Array(5).fill(false));
  });

  test('a revoked one makes room for one, and nobody needs to wait for it', async () => {
    const keys = await Promise.all(Array.from({ length: MAX_LIVE_KEYS - 1 }, () => createKey(account)));
    expect(await statusOf(create())).toBe(409);
    await revoke(account, keys[0] as TestKey);
    expect(await statusesOf([create(), create(), create()])).toEqual([200, 409, 409]);
  });
});

describe('a leaked key that tries to outlive its revocation', () => {
  /** Makes keys from every key it has, until none of them opens anything any more. */
  const spread = async (leaked: TestKey): Promise<TestKey[]> => {
    const [held, made] = [[leaked], [] as TestKey[]];
    for (let next = held.shift(); next; next = held.shift()) {
      const outcomes = await Promise.allSettled([childOf(next), childOf(next), childOf(next)]);
      const children = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
      held.push(...children);
      made.push(...children);
    }
    return made;
  };

  test('makes key after key while it is revoked with its descendants: none is left', async () => {
    const leaked = await childOf(account);
    const [made] = await Promise.all([spread(leaked), revoke(account, leaked, 'revoke')]);
    expect(await Promise.all([leaked, ...made].map(opens))).toEqual([leaked, ...made].map(() => false));
    expect(await liveIds()).toEqual([(await firstKey(account)).id]);
  });

  test('makes and revokes keys without end, and is revoked all the same', async () => {
    const leaked = await childOf(account);
    let isOver = false;
    const churn = async (): Promise<void> => {
      while (!isOver) {
        const child = await childOf(leaked).catch(() => undefined);
        if (child) await revoke(leaked, child).catch(() => undefined);
      }
    };
    const churning = [churn(), churn(), churn()];
    await revoke(account, leaked, 'revoke');
    isOver = true;
    await Promise.all(churning);
    expect(await liveIds()).toEqual([(await firstKey(account)).id]);
  });

  test('revokes itself and leaves a child: it is on the list as what it is, and can be ended', async () => {
    const leaked = await childOf(account);
    const hidden = await childOf(leaked);
    await revoke(leaked, leaked);
    const left = (await listed()).filter(({ created_by_key_id }) => created_by_key_id === leaked.id);
    expect(left.map(({ id }) => id)).toEqual([hidden.id]);
    await revoke(account, hidden, 'revoke');
    expect(await opens(hidden)).toBe(false);
  });
});
