import { gzipSync } from 'node:zlib';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { HOUR_MS, SECOND_MS } from '#shared/domain/time.ts';
import { WEBHOOK_RETRY_SECONDS } from '#shared/domain/webhook/retries.ts';
import { deliverEvent, signingKeys } from '#shared/engine/webhook/deliver-event.ts';
import { SILENT_LOG } from '#shared/ports/log.ts';
import type { WebhookAnswer } from '#shared/ports/post-webhook.ts';
import { QUEUE_DELAY_MAX_SECONDS } from '#shared/ports/queue-sender.ts';
import {
  type DeliveryRecord,
  type DeliveryReference,
  getDelivery,
  newDelivery,
  putDelivery,
} from '#shared/store/delivery/deliveries.ts';
import { listDeliveries, readDueDeliveries } from '#shared/store/delivery/delivery-lists.ts';
import { firstReferenceOf, unsentDelivery } from '#shared/store/delivery/delivery-messages.ts';
import { payloadText } from '#shared/store/delivery/delivery-payloads.ts';
import { getWebhook, rotatedKey, type WebhookRecord } from '#shared/store/delivery/webhooks.ts';
import { keys } from '#shared/store/keys.ts';
import { newAccount } from '#test/harness/given/account.ts';
import { DEAD_URL, setUrl } from '#test/harness/given/webhooks.ts';
import { testTable } from '#test/harness/stack/table.ts';
import { tableBeforeWrite } from '#test/harness/stack/table-before-write.ts';

/** The schedule in virtual time, over the real table. So late that the running stack's sweep leaves it alone. */
const START = new Date('2099-01-01T00:00:00.000Z');

const LEASE_SECONDS = 30;
const PER_SHARD = 1_000;

let now: Date;
let answer: () => Promise<WebhookAnswer>;
let posts: { at: number; headers: Record<string, string>; body: string }[];
/** Seconds after which the queue would deliver a message. */
let delays: (number | undefined)[];
let ports: Parameters<typeof deliverEvent>[0];
let webhook: WebhookRecord;
let deliveryId: string;
let first: DeliveryReference;

const answering = (statusCode: number | null) => async (): Promise<WebhookAnswer> => ({
  statusCode,
  latencyMs: 1,
  error: null,
});

const secondsFromStart = (at: Date | string | null): number => (Date.parse(String(at)) - START.getTime()) / 1000;

const read = async (): Promise<DeliveryRecord> => (await getDelivery(testTable(), deliveryId)) as DeliveryRecord;

const isDueBy = async (at: Date): Promise<boolean> =>
  (await readDueDeliveries(testTable(), at, PER_SHARD)).flat().some(({ delivery_id }) => delivery_id === deliveryId);

const firstMessage = (): Promise<void> => deliverEvent(ports, deliveryId, unsentDelivery(first));

const countListed = async (status: string | undefined): Promise<number> => {
  const { items } = await listDeliveries(testTable(), webhook.account_id, { status }, { limit: 10 }, now);
  return items.length;
};

beforeEach(async () => {
  const account = await newAccount();
  await setUrl(account, 'call', DEAD_URL);
  webhook = (await getWebhook(testTable(), account.accountId, 'call')) as WebhookRecord;
  now = START;
  posts = [];
  delays = [];
  answer = answering(500);
  ports = {
    table: testTable(),
    webhookQueue: { send: async (_, options) => void delays.push(options?.delaySeconds) },
    webhookSigningSecret: async () => 'master-secret-of-the-test',
    postWebhook: async ({ headers, body }) => {
      posts.push({ at: secondsFromStart(now.toISOString()), headers, body });
      return answer();
    },
    clock: () => now,
    log: SILENT_LOG,
    retrySeconds: WEBHOOK_RETRY_SECONDS,
  };
  const event = {
    id: `evt_${webhook.account_id}`,
    type: 'call.answered',
    payload: { type: 'call.answered', data: {} },
  };
  const delivery = newDelivery(webhook, event, START);
  deliveryId = delivery.id;
  first = firstReferenceOf(delivery);
  await testTable().write(putDelivery(delivery));
});

describe('the schedule', () => {
  test('is kept over a day, and then the delivery is a dead letter', async () => {
    const pauses: number[] = [];
    for (;;) {
      const before = now.getTime();
      await deliverEvent(ports, deliveryId);
      const { next_attempt_at } = await read();
      if (next_attempt_at === null) break;
      now = new Date(next_attempt_at);
      pauses.push((now.getTime() - before) / 1000);
    }
    expect(posts).toHaveLength(WEBHOOK_RETRY_SECONDS.length + 1);
    expect(await read()).toMatchObject({ status: 'dead_lettered', next_attempt_at: null });
    WEBHOOK_RETRY_SECONDS.forEach((seconds, nth) => {
      expect(pauses[nth]).toBeGreaterThanOrEqual(seconds);
      expect(pauses[nth]).toBeLessThanOrEqual(seconds * 1.1);
    });
    expect(new Set(posts.map(({ headers, body }) => `${headers['webhook-id']} ${body}`)).size).toBe(1);
    expect(new Set(posts.map(({ headers }) => headers['webhook-timestamp'])).size).toBe(posts.length);
  });

  test('waits in the queue as long as the queue can, and else in the table for the sweep', async () => {
    for (let attempt = 0; attempt < WEBHOOK_RETRY_SECONDS.length; attempt += 1) {
      await deliverEvent(ports, deliveryId);
      now = new Date((await read()).next_attempt_at ?? '');
    }
    const inQueue = WEBHOOK_RETRY_SECONDS.filter((seconds) => seconds * 1.1 <= QUEUE_DELAY_MAX_SECONDS);
    expect(delays).toHaveLength(inQueue.length);
    for (const delay of delays) expect(delay).toBeLessThanOrEqual(QUEUE_DELAY_MAX_SECONDS);
    expect([await isDueBy(new Date(now.getTime() - 1)), await isDueBy(now)]).toEqual([false, true]);
  });

  test('a message before its time does nothing', async () => {
    await deliverEvent(ports, deliveryId);
    now = new Date(START.getTime() + 3_000);
    await deliverEvent(ports, deliveryId);
    expect(posts).toHaveLength(1);
  });
});

describe('a delivery', () => {
  test('of which many messages come at once is attempted once', async () => {
    answer = answering(200);
    await Promise.all(Array.from({ length: 8 }, () => deliverEvent(ports, deliveryId)));
    await deliverEvent(ports, deliveryId);
    expect(posts).toHaveLength(1);
    expect(await read()).toMatchObject({ status: 'delivered', attempts: [{ status_code: 200 }] });
    expect(await isDueBy(new Date(START.getTime() + HOUR_MS))).toBe(false);
  });

  test('whose function died in the attempt is due again when its lease runs out, not before', async () => {
    answer = () => Promise.reject(new Error('The machine is gone.'));
    await expect(deliverEvent(ports, deliveryId)).rejects.toThrow('The machine is gone.');
    answer = answering(200);
    now = new Date(START.getTime() + (LEASE_SECONDS - 2) * SECOND_MS);
    await deliverEvent(ports, deliveryId);
    expect([posts.length, await isDueBy(now)]).toEqual([1, false]);
    now = new Date(START.getTime() + LEASE_SECONDS * SECOND_MS);
    expect(await isDueBy(now)).toBe(true);
    await deliverEvent(ports, deliveryId);
    expect([posts.length, (await read()).status]).toEqual([2, 'delivered']);
  });

  test('whose first message comes in many copies is attempted once, as it was written, and only the others look at it', async () => {
    answer = answering(200);
    const looks: string[] = [];
    ports.table = {
      ...tableBeforeWrite(async () => undefined),
      get: (key, reading) => {
        looks.push(key.sk);
        return testTable().get(key, reading);
      },
    };
    await Promise.all(Array.from({ length: 8 }, firstMessage));
    expect(looks.toSorted()).toEqual([...Array.from({ length: 7 }, () => 'DELIVERY'), 'WEBHOOK#call']);
    await firstMessage();
    expect(posts.map(({ body }) => body)).toEqual([payloadText(await read())]);
    expect(await read()).toMatchObject({ status: 'delivered', attempts: [{ status_code: 200 }], attempts_in_round: 1 });
  });

  test('whose first message comes after a failed attempt keeps to the schedule', async () => {
    await deliverEvent(ports, deliveryId);
    now = new Date(START.getTime() + HOUR_MS);
    await firstMessage();
    expect(posts).toHaveLength(1);
    await deliverEvent(ports, deliveryId);
    expect(posts).toHaveLength(2);
  });

  test('is found by its status from its first attempt on, and without one before', async () => {
    const pages = () => Promise.all([undefined, 'pending', 'delivered', 'dead_lettered'].map(countListed));
    const seen = [await pages()];
    await deliverEvent(ports, deliveryId);
    seen.push(await pages());
    answer = answering(200);
    now = new Date((await read()).next_attempt_at ?? '');
    await deliverEvent(ports, deliveryId);
    seen.push(await pages());
    expect(seen).toEqual([
      [1, 0, 0, 0],
      [1, 1, 0, 0],
      [1, 0, 1, 0],
    ]);
  });

  test('that an earlier release has gzipped arrives as it is', async () => {
    const body = JSON.stringify({ type: 'call.answered', data: { note: 'x'.repeat(1_000) } });
    await testTable().write({ update: keys.delivery(deliveryId), set: { payload: gzipSync(body) } });
    await deliverEvent(ports, deliveryId);
    expect(posts.map((post) => post.body)).toEqual([body]);
  });

  test('that is not there any more is left alone', async () => {
    await deliverEvent(ports, 'dlv_unknown');
    expect(posts).toEqual([]);
  });
});

test('a key that was rotated away signs for 24 hours', async () => {
  const rotated = { ...webhook, ...rotatedKey(webhook, START) };
  const countAt = async (ms: number) =>
    (await signingKeys(ports.webhookSigningSecret, rotated, new Date(START.getTime() + ms))).length;
  expect([await countAt(0), await countAt(24 * HOUR_MS - 1), await countAt(24 * HOUR_MS)]).toEqual([2, 2, 1]);
});
