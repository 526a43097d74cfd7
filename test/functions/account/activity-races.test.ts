import { randomUUID } from 'node:crypto';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { describe, expect, test } from '@jest/globals';
import { LOCAL_CREDENTIALS, LOCAL_REGION } from '#infra/local/process/local-aws.ts';
import { stopCalls } from '#shared/engine/account/stop-calls.ts';
import { pauseCampaign } from '#shared/engine/campaign/stop.ts';
import { setWebhook } from '#shared/engine/webhook/set-webhook.ts';
import { oncePerKey } from '#shared/runtime/http/idempotency.ts';
import { dynamodbTable } from '#shared/store/table/dynamodb-table.ts';
import type { TableWriter } from '#shared/store/table/table.ts';
import { actionsDuring } from '#test/harness/activity.ts';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import { callerOf } from '#test/harness/given/caller.ts';
import { campaignIn, closedWindow } from '#test/harness/given/campaigns.ts';
import { calleePhone, numberForSale } from '#test/harness/given/phones.ts';
import { DEAD_URL, setUrl } from '#test/harness/given/webhooks.ts';
import { expectRefused, statusesOf, statusOf } from '#test/harness/refusals.ts';
import { stack } from '#test/harness/stack/environment.ts';
import { testTable } from '#test/harness/stack/table.ts';

/** Every change is noted once, and nothing else is, whoever comes at once, twice, or after a crash. */

const AT_ONCE = 20;
/** The database loses replies of its own, too. */
const ATTEMPTS = 10;

const tally = (actions: string[]): Record<string, number> =>
  Object.fromEntries([...Map.groupBy(actions, (action) => action)].map(([action, all]) => [action, all.length]));

const times = <Answer>(count: number, work: (at: number) => Promise<Answer>): Promise<Answer[]> =>
  Promise.all(Array.from({ length: count }, (_, at) => work(at)));

describe('twenty commands at once', () => {
  test('that all want the same are noted once', async () => {
    const account = await newAccount();
    const { api } = account;
    const { id } = await campaignIn(account, 'running');
    await setUrl(account, 'billing', DEAD_URL);
    const statuses: number[] = [];
    const commands = async (): Promise<void> => {
      await times(AT_ONCE, () => api.pauseCampaign({ id }));
      await times(AT_ONCE, () => api.stopCalls({}));
      await times(AT_ONCE, () => setUrl(account, 'call', DEAD_URL));
      statuses.push(
        ...(await statusesOf(Array.from({ length: AT_ONCE }, () => api.removeWebhook({ kind: 'billing' })))),
      );
    };
    expect(await actionsDuring(account, commands)).toEqual([
      'campaign.paused',
      'calls.stopped',
      'webhook.set',
      'webhook.removed',
    ]);
    expect(statuses).toEqual([200, ...Array(AT_ONCE - 1).fill(404)]);
  });

  test('that undo each other are noted as often as they took effect', async () => {
    const account = await newAccount();
    const { api } = account;
    const { id } = await campaignIn(account, 'paused');
    const resumed: number[] = [];
    const noted = await actionsDuring(account, async () => {
      const turns = times(AT_ONCE, async (at) => {
        if (at % 2 === 0) await api.pauseCampaign({ id });
        else resumed.push(await statusOf(api.resumeCampaign({ id })));
      });
      await turns;
      await api.pauseCampaign({ id });
    });
    const { 'campaign.paused': paused = 0, 'campaign.resumed': begun = 0 } = tally(noted);
    expect(begun).toBe(resumed.filter((status) => status === 200).length);
    expect(paused).toBe(begun);
    expect(noted).toHaveLength(paused + begun);
  });

  test('that each do something are each noted', async () => {
    const account = await newAccount();
    const { api, slug: accountSlug } = account;
    const noted = await actionsDuring(account, () =>
      times(AT_ONCE, (at) => api.createApiKey({ accountSlug, name: `Key ${at}` })),
    );
    expect(tally(noted)).toEqual({ 'api_key.created': AT_ONCE });
  });

  test('by which contacts suppress one number are noted once, new contacts and old ones', async () => {
    const account = await newAccount();
    const { api, given, teamId } = account;
    const phone = calleePhone();
    const [{ id: companyId }, contacts] = [await given.company(), await given.contacts(8, { phone })];
    const row = { firstName: 'Ada', lastName: 'Lovelace', companyId, phone, doNotCall: true };
    const suppress = (at: number): Promise<unknown> => {
      const contact = contacts[at];
      if (contact) return api.updateContact({ id: contact.id, doNotCall: true });
      return at % 2 === 0 ? api.createContact({ teamId, ...row }) : api.bulkCreateContacts({ teamId, contacts: [row] });
    };
    expect(await actionsDuring(account, () => times(AT_ONCE, suppress))).toEqual(['suppression.added']);
  });
});

type Send = (args: { input: object }) => Promise<object>;

/** A table whose transactions are all carried out, and lose their first reply. Answers how many were lost. */
const withLostReplies = async (work: (table: TableWriter) => Promise<unknown>): Promise<number> => {
  const { dynamodb_url: endpoint, table_name: tableName } = stack();
  const credentials = { region: LOCAL_REGION, credentials: LOCAL_CREDENTIALS };
  const client = new DynamoDBClient({ endpoint, ...credentials, maxAttempts: ATTEMPTS });
  const lost = new Set<string>();
  const lose =
    (next: Send): Send =>
    async (args) => {
      const answer = await next(args);
      const { ClientRequestToken: token } = args.input as { ClientRequestToken?: string };
      if (token === undefined || lost.has(token)) return answer;
      lost.add(token);
      throw Object.assign(new Error('socket hang up'), { name: 'TimeoutError', code: 'ECONNRESET' });
    };
  client.middlewareStack.add(lose as never, { step: 'finalizeRequest', priority: 'low' });
  await work(dynamodbTable({ tableName, client: DynamoDBDocumentClient.from(client) }));
  client.destroy();
  return lost.size;
};

describe('a lost reply', () => {
  test('of the database: what is sent again is noted once', async () => {
    const account = await newAccount();
    const { accountId } = account;
    const { id } = await campaignIn(account, 'running');
    const by = callerOf(accountId);
    const noted = await actionsDuring(account, async () => {
      const lost = await withLostReplies(async (table) => {
        const ports = { table, clock: () => new Date(), sleep: async () => undefined };
        await pauseCampaign(ports, id, by);
        await stopCalls(ports, by);
        await setWebhook(table, by, { kind: 'call', url: DEAD_URL, enabled: true, extraEvents: [] }, new Date());
      });
      expect(lost).toBe(3);
    });
    expect(noted).toEqual(['campaign.paused', 'calls.stopped', 'webhook.set']);
  });

  test('of the service: a client that sends everything twice finds it noted once', async () => {
    const account = await newAccount();
    const { api, given } = account;
    const contact = await given.contact();
    const { id } = await given.campaignWith([contact, await given.contact()], closedWindow());
    const phoneNumber = numberForSale();
    const commands: (() => Promise<{ success: boolean }>)[] = [
      () => api.purchasePhoneNumber({ teamId: account.teamId, phoneNumber }),
      () => api.runCampaign({ id }),
      () => api.updateContact({ id: contact.id, doNotCall: true }),
      () => api.cancelCampaign({ id }),
      () => api.deleteCampaign({ id }),
    ];
    const noted = await actionsDuring(account, async () => {
      for (const command of commands) {
        expect(await statusOf(command())).toBe(200);
        await statusOf(command());
      }
    });
    expect(noted).toEqual([
      'phone_number.purchased',
      'campaign.run',
      'suppression.added',
      'campaign.cancelled',
      'campaign.deleted',
    ]);
  });
});

describe('an Idempotency-Key', () => {
  const replayed = async (account: TestAccount, send: (key: { idempotencyKey: string }) => Promise<unknown>) => {
    const key = { idempotencyKey: randomUUID() };
    return actionsDuring(account, async () => {
      for (let time = 0; time < 3; time++) await send(key);
    });
  };

  test('that is replayed notes nothing again', async () => {
    const account = await newAccount();
    const { api, given, slug: accountSlug, teamId } = account;
    const { id: companyId } = await given.company();
    const { id } = await given.campaignWith([await given.contact()], closedWindow());
    const phoneNumber = numberForSale();
    const row = { firstName: 'Ada', lastName: 'Lovelace', companyId, phone: calleePhone(), doNotCall: true };
    expect(await replayed(account, (key) => api.runCampaign({ id, maxCalls: 2 }, key))).toEqual(['campaign.run']);
    expect(await replayed(account, (key) => api.stopCalls({}, key))).toEqual(['calls.stopped']);
    const buy = (key: { idempotencyKey: string }) => api.purchasePhoneNumber({ teamId, phoneNumber }, key);
    expect(await replayed(account, buy)).toEqual(['phone_number.purchased']);
    const importOne = (key: { idempotencyKey: string }) => api.bulkCreateContacts({ teamId, contacts: [row] }, key);
    expect(await replayed(account, importOne)).toEqual(['suppression.added']);
    const create = (key: { idempotencyKey: string }) =>
      api.createContact({ teamId, ...row, phone: `${row.phone.slice(0, -1)}7` }, key);
    expect(await replayed(account, create)).toEqual(['suppression.added']);
    const key = { idempotencyKey: randomUUID() };
    const made = await actionsDuring(account, async () => {
      await api.createApiKey({ accountSlug, name: 'Once' }, key);
      await expectRefused(api.createApiKey({ accountSlug, name: 'Once' }, key), 409, 'showed a secret');
    });
    expect(made).toEqual(['api_key.created']);
  });

  test('of a request that crashed after its effect notes nothing again', async () => {
    const account = await newAccount();
    const { accountId } = account;
    const { id } = await campaignIn(account, 'running');
    const request = { key: randomUUID(), accountId, method: 'POST', path: '/x', body: '{}', now: new Date() };
    const ports = { table: testTable(), clock: () => new Date(), sleep: async () => undefined };
    const crash = new Error('The process was killed.');
    const pause = (fate: () => unknown) =>
      oncePerKey(testTable(), request, async () => {
        await pauseCampaign(ports, id, callerOf(accountId));
        return fate();
      });
    const noted = await actionsDuring(account, async () => {
      await expect(pause(() => Promise.reject(crash))).rejects.toBe(crash);
      expect(await pause(() => ({ done: true }))).toMatchObject({ status: 200 });
    });
    expect(noted).toEqual(['campaign.paused']);
  });
});
