import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { oncePerKey } from '#shared/runtime/http/idempotency.ts';
import { commandsOf } from '#test/harness/carrier-log.ts';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import { numberForSale } from '#test/harness/given/phones.ts';
import { testTable } from '#test/harness/stack/table.ts';

const COMPANIES = '/api/crm/companies';

let account: TestAccount;
beforeAll(async () => {
  account = await newAccount();
});

const newKey = () => ({ 'idempotency-key': randomUUID() });

const createCompany = (name: string, headers: Record<string, string>, by = account) =>
  by.api.post(COMPANIES, { teamId: by.teamId, name }, headers);

const companiesNamed = async (name: string): Promise<number> =>
  (await account.api.get(`${COMPANIES}?teamId=${account.teamId}&search=${name}`)).body.count;

describe('the same key and body', () => {
  test('again answers the first response, and creates once', async () => {
    const [key, name] = [newKey(), `again-${randomUUID()}`];
    const first = await createCompany(name, key);
    const second = await createCompany(name, key);
    expect(first.status).toBe(200);
    expect([second.status, second.body]).toEqual([200, first.body]);
    expect(await companiesNamed(name)).toBe(1);
  });

  test('at once: one succeeds, the others get its response or a 409, and one record exists', async () => {
    const [key, name] = [newKey(), `at-once-${randomUUID()}`];
    const replies = await Promise.all(Array.from({ length: 5 }, () => createCompany(name, key)));
    const created = replies.filter(({ status }) => status === 200);
    expect(created.length).toBeGreaterThanOrEqual(1);
    for (const { body } of created) expect(body).toEqual(created[0]?.body);
    for (const { status } of replies.filter((reply) => !created.includes(reply))) expect(status).toBe(409);
    expect(await companiesNamed(name)).toBe(1);
  });

  test('buys a number once, also when sent twice at once', async () => {
    const [key, phoneNumber] = [newKey(), numberForSale()];
    const buy = () => account.api.post('/api/phone-numbers/purchase', { teamId: account.teamId, phoneNumber }, key);
    const replies = await Promise.all([buy(), buy()]);
    expect(replies.some(({ status }) => status === 200)).toBe(true);
    for (const { status } of replies) expect([200, 409]).toContain(status);
    const again = await buy();
    expect([again.status, again.body.phoneNumber.phone_number]).toEqual([200, phoneNumber]);
    const orders = commandsOf({ command: 'order_number', to: phoneNumber });
    expect(new Set(orders.map(({ command_id }) => command_id)).size).toBe(1);
  });

  test('replays a refusal that the endpoint itself decided', async () => {
    const [key, body] = [newKey(), { teamId: account.teamId, phoneNumber: '+14155550001' }];
    const first = await account.api.post('/api/phone-numbers/purchase', body, key);
    const second = await account.api.post('/api/phone-numbers/purchase', body, key);
    expect([first.status, second.status, second.body]).toEqual([404, 404, first.body]);
  });

  test('of a run starts its calls once', async () => {
    const campaign = await account.given.campaignWith(await account.given.contacts(2));
    const key = newKey();
    const runs = [];
    for (let n = 0; n < 2; n++) runs.push(await account.api.post(`/api/crm/campaigns/${campaign.id}/run`, {}, key));
    expect(runs.map(({ status, body }) => [status, body.started])).toEqual([
      [200, 2],
      [200, 2],
    ]);
    expect(runs[1]?.body).toEqual(runs[0]?.body);
  });
});

describe('the same key', () => {
  test('with another body is a 409, and creates nothing', async () => {
    const [key, name] = [newKey(), `other-${randomUUID()}`];
    await createCompany(`${name}-first`, key);
    const { status, body } = await createCompany(`${name}-second`, key);
    expect([status, body.error]).toEqual([409, expect.stringContaining('Idempotency-Key')]);
    expect(await companiesNamed(`${name}-second`)).toBe(0);
  });

  test('on another path is another request', async () => {
    const [key, name] = [newKey(), `path-${randomUUID()}`];
    await createCompany(name, key);
    const assistant = await account.api.post('/api/assistants', { accountSlug: account.slug, name }, key);
    expect(assistant.status).toBe(200);
  });

  test('of another account is another request', async () => {
    const [key, name, other] = [newKey(), `account-${randomUUID()}`, await newAccount()];
    const [own, foreign] = [await createCompany(name, key), await createCompany(name, key, other)];
    expect([own.status, foreign.status]).toEqual([200, 200]);
    expect(foreign.body.company.id).not.toBe(own.body.company.id);
  });

  test('may be used again after a refusal of what was sent', async () => {
    const key = newKey();
    expect((await account.api.post(COMPANIES, { teamId: account.teamId }, key)).status).toBe(400);
    expect((await createCompany(`corrected-${randomUUID()}`, key)).status).toBe(200);
  });
});

test('a fault of the service is not kept: the same key works afterwards, and then is kept', async () => {
  const request = {
    key: randomUUID(),
    accountId: account.accountId,
    method: 'POST',
    path: COMPANIES,
    body: '{}',
    now: new Date(),
  };
  const once = (run: () => Promise<unknown>) => oncePerKey(testTable(), request, run);
  await expect(once(() => Promise.reject(new Error('the disk is on fire')))).rejects.toThrow('on fire');
  expect(await once(async () => ({ n: 1 }))).toEqual({ status: 200, body: { n: 1 } });
  expect(await once(async () => ({ n: 2 }))).toEqual({ status: 200, body: { n: 1 } });
});

test('a key that is empty or longer than 255 characters is a 400', async () => {
  for (const value of ['', 'x'.repeat(256)]) {
    const { status, body } = await createCompany('x', { 'idempotency-key': value });
    expect([status, body.issues.map(({ path }) => path)]).toEqual([400, ['Idempotency-Key']]);
  }
});

test('without a key, the same request twice creates twice', async () => {
  const name = `twice-${randomUUID()}`;
  await Promise.all([createCompany(name, {}), createCompany(name, {})]);
  expect(await companiesNamed(name)).toBe(2);
});
