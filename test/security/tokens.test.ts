import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { listApiKeys } from '#functions/settings/list-api-keys.ts';
import { SERVICE_LOG_FILE } from '#infra/local/process/service-log.ts';
import { formatToken, hashToken, isWellFormedToken, TOKEN_ENTROPY_BYTES } from '#shared/domain/api-token.ts';
import { authenticate } from '#shared/runtime/http/authenticate.ts';
import { findCaller } from '#shared/store/access/tokens.ts';
import { apiClient, sender } from '#test/harness/client.ts';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import { createExpiredKey, createKey, createRevokedKey } from '#test/harness/given/api-keys.ts';
import { refusalOf, UNAUTHORIZED } from '#test/harness/refusals.ts';
import { stack } from '#test/harness/stack/environment.ts';
import { testTable } from '#test/harness/stack/table.ts';
import { tableContents } from '#test/harness/stack/table-contents.ts';

const API_KEYS = '/api/settings/api-keys';
const MUTATIONS = 10_000;
const SENT_OVER_HTTP = 100;
const TOKEN_BITS = 8 * 'vac_'.length + 8 * 40;

let account: TestAccount;
/** Live ones. */
let tokens: string[];
beforeAll(async () => {
  account = await newAccount();
  const further = Array.from({ length: Math.ceil(MUTATIONS / TOKEN_BITS) }, () => createKey(account));
  tokens = (await Promise.all(further)).map(({ token }) => token);
});

/** The token with one bit of its bytes flipped. */
const withFlippedBit = (token: string, bit: number): string => {
  const bytes = Buffer.from(token, 'latin1');
  bytes.writeUInt8(bytes.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
  return bytes.toString('latin1');
};

/** Every mutation by one bit of every token. */
const mutationsOf = (all: string[]): string[] =>
  all.flatMap((token) => Array.from({ length: TOKEN_BITS }, (_, bit) => withFlippedBit(token, bit)));

/** Random characters of a token carry this many whole bits. */
const RANDOM_BITS = 202;
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

const randomBitsOf = (token: string): bigint =>
  [...token.slice('vac_'.length, -6)].reduce((value, char) => value * 62n + BigInt(ALPHABET.indexOf(char)), 0n);

const tokenOf = (random: bigint): string =>
  formatToken(Buffer.from(random.toString(16).padStart(2 * TOKEN_ENTROPY_BYTES, '0'), 'hex'));

const isUnauthorized = (outcome: object): boolean =>
  'reason' in outcome && (outcome.reason as { status?: unknown }).status === 401;

/** What a request under this token comes to, without HTTP, which could not carry every character. */
const callerUnder = (token: string) =>
  authenticate(
    listApiKeys,
    { headers: { authorization: `Bearer ${token}` }, cookies: [], body: Buffer.alloc(0) },
    { table: testTable, proof: () => ({}), now: new Date() },
  );

describe('a token with one bit flipped', () => {
  test('is refused, for every bit of many tokens', async () => {
    const mutations = mutationsOf(tokens);
    expect(mutations.length).toBeGreaterThanOrEqual(MUTATIONS);
    const outcomes = await Promise.allSettled(mutations.map(callerUnder));
    const refused = outcomes.filter(({ status, ...rest }) => status === 'rejected' && isUnauthorized(rest));
    expect(refused).toHaveLength(mutations.length);
    for (const token of tokens)
      expect(await callerUnder(token)).toMatchObject({ caller: { accountId: account.accountId } });
  });

  test('never has the checksum that belongs to it', () => {
    expect(mutationsOf(tokens).filter(isWellFormedToken)).toEqual([]);
  });

  test('is unknown also with the checksum that belongs to it', async () => {
    const [token = ''] = tokens;
    const random = randomBitsOf(token);
    expect(tokenOf(random)).toBe(token);
    const mutations = Array.from({ length: RANDOM_BITS }, (_, bit) => tokenOf(random ^ (1n << BigInt(bit))));
    expect(mutations.filter(isWellFormedToken)).toHaveLength(RANDOM_BITS);
    const now = new Date();
    const found = await Promise.all(mutations.map((mutation) => findCaller(testTable(), mutation, now)));
    expect(found.filter((caller) => caller !== undefined)).toEqual([]);
  });

  test('is a 401 with the exact body over HTTP', async () => {
    const sendable = mutationsOf(tokens).filter((token) => /^[\x21-\x7e\x80-\xff]+$/.test(token));
    const step = Math.floor(sendable.length / SENT_OVER_HTTP);
    const sample = sendable.filter((_, at) => at % step === 0);
    expect(sample.length).toBeGreaterThanOrEqual(SENT_OVER_HTTP);
    const refusals = await Promise.all(sample.map((token) => refusalOf(apiClient(token).listApiKeys())));
    for (const refusal of refusals) expect(refusal).toEqual(UNAUTHORIZED);
  });
});

test.each([
  ['revoked', createRevokedKey],
  ['expired', createExpiredKey],
])('a token of a key that is %s is a 401 with the exact body', async (_, create) => {
  const { api, token } = await create(account);
  expect(isWellFormedToken(token)).toBe(true);
  expect(await refusalOf(api.listApiKeys())).toEqual(UNAUTHORIZED);
});

test('a token is nowhere in the table: neither in a key nor in what an Idempotency-Key keeps', async () => {
  const [key, name] = [{ idempotencyKey: randomUUID() }, `kept-${randomUUID()}`];
  await account.api.createCompany({ teamId: account.teamId, name }, key);
  const made = await account.api.createApiKey({ accountSlug: account.slug, name: 'Secret' }, key);
  const { token } = made.api_key;
  const items = await tableContents();
  const holding = (text: string) => items.filter((item) => item.includes(text));
  expect(holding(`"pk":"IDEMPOTENCY`).filter((item) => item.includes(name))).toHaveLength(1);
  // The token's own item, its key, and its place on the account's ring.
  expect(holding(hashToken(token))).toHaveLength(3);
  for (const secret of [token, account.token, ...tokens]) expect(holding(secret)).toEqual([]);
});

test('a token is in no line of the log, whatever became of its request', async () => {
  const { token } = await createKey(account);
  const refused = withFlippedBit(token, 8 * token.length - 8);
  const requests = [
    sender(token)('GET', API_KEYS),
    sender(token)('GET', '/api/no-such-route'),
    sender(refused)('GET', API_KEYS),
    sender(token)('POST', API_KEYS, { accountSlug: 'no-such-account', name: 'Refused' }),
    createRevokedKey(account).then(({ api }) => api.send('GET', API_KEYS)),
  ];
  const requestIds = (await Promise.all(requests)).map(({ headers }) => headers.get('x-request-id'));
  const log = readFileSync(join(stack().state_dir, SERVICE_LOG_FILE), 'utf8');
  for (const id of requestIds) expect(log).toContain(id);
  expect(log).not.toMatch(/vac_/);
  expect(log).not.toContain(refused.slice(4));
});
