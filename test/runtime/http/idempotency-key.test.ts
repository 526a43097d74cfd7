import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { CallOptions } from '#shared/client/client.ts';
import { oncePerKey } from '#shared/runtime/http/idempotency.ts';
import { ConditionFailed, Contended } from '#shared/store/table/table.ts';
import { commandsOf } from '#test/harness/carrier-log.ts';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import { numberForSale } from '#test/harness/given/phones.ts';
import { expectRefused, refusalOf, statusesOf, statusOf, wrongFieldsOf } from '#test/harness/refusals.ts';
import { testTable } from '#test/harness/stack/table.ts';

const COMPANIES = '/api/crm/companies';

let account: TestAccount;
beforeAll(async () => {
  account = await newAccount();
});

const newKey = () => ({ idempotencyKey: randomUUID() });

const createCompany = (name: string, options: CallOptions, by = account) =>
  by.api.createCompany({ teamId: by.teamId, name }, options);

const companiesNamed = async (name: string): Promise<number> =>
  (await account.api.listCompanies({ teamId: account.teamId, search: name })).count;

describe('the same key and body', () => {
  test('again answers the first response, and creates once', async () => {
    const [key, name] = [newKey(), `again-${randomUUID()}`];
    const first = await createCompany(name, key);
    expect(await createCompany(name, key)).toEqual(first);
    expect(await companiesNamed(name)).toBe(1);
  });

  test('at once: one succeeds, the others get its response or a 409, and one record exists', async () => {
    const [key, name] = [newKey(), `at-once-${randomUUID()}`];
    const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => createCompany(name, key)));
    const created = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
    expect(created.length).toBeGreaterThanOrEqual(1);
    for (const body of created) expect(body).toEqual(created[0]);
    const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    for (const reason of refused) expect(reason).toMatchObject({ status: 409 });
    expect(await companiesNamed(name)).toBe(1);
  });

  test('buys a number once, also when sent twice at once', async () => {
    const [key, phoneNumber] = [newKey(), numberForSale()];
    const buy = () => account.api.purchasePhoneNumber({ teamId: account.teamId, phoneNumber }, key);
    const [first, second] = await statusesOf([buy(), buy()]);
    expect(first).toBe(200);
    expect([200, 409]).toContain(second);
    expect((await buy()).phoneNumber.phone_number).toBe(phoneNumber);
    const orders = commandsOf({ command: 'order_number', to: phoneNumber });
    expect(new Set(orders.map(({ command_id }) => command_id)).size).toBe(1);
  });

  test('replays a refusal that the endpoint itself decided', async () => {
    const [key, body] = [newKey(), { teamId: account.teamId, phoneNumber: '+14155550001' }];
    const first = await refusalOf(account.api.purchasePhoneNumber(body, key));
    expect(first.status).toBe(404);
    expect(await refusalOf(account.api.purchasePhoneNumber(body, key))).toEqual(first);
  });

  test('of a run starts its calls once', async () => {
    const campaign = await account.given.campaignWith(await account.given.contacts(2));
    const key = newKey();
    const first = await account.api.runCampaign({ id: campaign.id }, key);
    expect(first.started).toBe(2);
    expect(await account.api.runCampaign({ id: campaign.id }, key)).toEqual(first);
  });
});

describe('the same key', () => {
  test('with another body is a 409, and creates nothing', async () => {
    const [key, name] = [newKey(), `other-${randomUUID()}`];
    await createCompany(`${name}-first`, key);
    await expectRefused(createCompany(`${name}-second`, key), 409, 'Idempotency-Key');
    expect(await companiesNamed(`${name}-second`)).toBe(0);
  });

  test('on another path is another request', async () => {
    const [key, name] = [newKey(), `path-${randomUUID()}`];
    await createCompany(name, key);
    await account.api.createAssistant({ accountSlug: account.slug, name }, key);
  });

  test('of another account is another request', async () => {
    const [key, name, other] = [newKey(), `account-${randomUUID()}`, await newAccount()];
    const [own, foreign] = [await createCompany(name, key), await createCompany(name, key, other)];
    expect(foreign.company.id).not.toBe(own.company.id);
  });

  test('may be used again after a refusal of what was sent', async () => {
    const key = newKey();
    expect(await statusOf(createCompany(undefined as never, key))).toBe(400);
    await createCompany(`corrected-${randomUUID()}`, key);
  });
});

test.each([
  ['a fault of the service', new Error('the disk is on fire')],
  ['a race lost against others', new Contended(new ConditionFailed([]))],
])('%s is not kept: the same key works afterwards, with the same ids, and then is kept', async (_, error) => {
  const { accountId } = account;
  const request = { key: randomUUID(), accountId, method: 'POST', path: COMPANIES, body: '{}', now: new Date() };
  const seeds: string[] = [];
  const once = (run: () => Promise<unknown>) =>
    oncePerKey(testTable(), request, (_, seed) => {
      seeds.push(seed);
      return run();
    });
  await expect(once(() => Promise.reject(error))).rejects.toBe(error);
  expect(await once(async () => ({ n: 1 }))).toEqual({ status: 200, body: { n: 1 } });
  expect(await once(async () => ({ n: 2 }))).toEqual({ status: 200, body: { n: 1 } });
  expect(seeds).toEqual([seeds[0], seeds[0]]);
});

test('a key that is empty or longer than 255 characters is a 400', async () => {
  for (const value of ['', 'x'.repeat(256)]) {
    expect(await wrongFieldsOf(createCompany('x', { idempotencyKey: value }))).toEqual(['Idempotency-Key']);
  }
});

test('without a key, the same request twice creates twice', async () => {
  const name = `twice-${randomUUID()}`;
  await Promise.all([createCompany(name, {}), createCompany(name, {})]);
  expect(await companiesNamed(name)).toBe(2);
});
