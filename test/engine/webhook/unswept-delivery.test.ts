import { beforeEach, expect, test } from '@jest/globals';
import { DAY_MS, SECOND_MS } from '#shared/domain/time.ts';
import { applyEvent } from '#shared/engine/call/apply-event.ts';
import { deliverEvent } from '#shared/engine/webhook/deliver-event.ts';
import { SILENT_LOG } from '#shared/ports/log.ts';
import { CallEvent } from '#shared/schemas/call-event.ts';
import type { DeliveryReference } from '#shared/store/delivery/deliveries.ts';
import { listDeliveries, readDueDeliveries } from '#shared/store/delivery/delivery-lists.ts';
import { unsentDelivery } from '#shared/store/delivery/delivery-messages.ts';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import { type LiveCall, newLiveCall } from '#test/harness/given/calls/live-call.ts';
import { DEAD_URL, setUrl } from '#test/harness/given/webhooks.ts';
import { testTable } from '#test/harness/stack/table.ts';
import { tableBeforeWrite } from '#test/harness/stack/table-before-write.ts';

/** So late that the running stack leaves these deliveries alone. */
const MUCH_LATER_SECONDS = 70 * 365 * 24 * 3600;
const LEASE_SECONDS = 30;
const PER_SHARD = 1_000;

let account: TestAccount;
let bench: LiveCall;
/** Messages in the queue, in the order in which they were sent. */
let queued: (DeliveryReference & { delaySeconds: number | undefined })[];
let posts: string[];
let post: () => Promise<{ statusCode: number; latencyMs: number; error: null }>;

const accepted = async () => ({ statusCode: 200, latencyMs: 1, error: null });

beforeEach(async () => {
  account = await newAccount();
  await setUrl(account, 'call', DEAD_URL);
  bench = await newLiveCall(account);
  bench.wait(MUCH_LATER_SECONDS);
  queued = [];
  posts = [];
  post = accepted;
  bench.ports.webhookQueue = {
    send: async (messages, options) =>
      void queued.push(...messages.map((message) => ({ ...message, delaySeconds: options?.delaySeconds }))),
  };
});

const receivedAt = (): string => bench.ports.clock().toISOString();

/** The carrier reports the answer, which tells of the call's beginning, too. */
const answer = (ports = bench.ports) => {
  const event = CallEvent.parse({
    type: 'call.answered',
    data: { call_control_id: bench.call.call_control_id },
  });
  return applyEvent(ports, bench.call.id, event, receivedAt());
};

const deliver = async (message: DeliveryReference | undefined): Promise<void> => {
  const { table, webhookQueue, clock } = bench.ports;
  const postWebhook = ({ headers }: { headers: Record<string, string> }) => {
    posts.push(String(headers['webhook-id']));
    return post();
  };
  const secret = { webhookSigningSecret: async () => 'master-secret-of-the-test' };
  const ports = { table, webhookQueue, clock, postWebhook, retrySeconds: [], log: SILENT_LOG, ...secret };
  if (message) await deliverEvent(ports, message.delivery_id, unsentDelivery(message));
};

const deliverAll = async (): Promise<void> => {
  for (const message of queued.splice(0)) await deliver(message);
};

const statuses = async (): Promise<string[]> => {
  const { items } = await listDeliveries(testTable(), account.accountId, {}, { limit: 10 }, bench.ports.clock());
  return items.map(({ status }) => status);
};

const sweptIds = async (): Promise<string[]> => {
  const tomorrow = new Date(bench.ports.clock().getTime() + DAY_MS);
  const due = (await readDueDeliveries(testTable(), tomorrow, PER_SHARD)).flat();
  return due.filter(({ account_id }) => account_id === account.accountId).map(({ delivery_id }) => delivery_id);
};

/** The first attempt dies with its lease. */
const dieInAttempt = async (message: DeliveryReference | undefined): Promise<void> => {
  post = () => Promise.reject(new Error('The machine is gone.'));
  await expect(deliver(message)).rejects.toThrow('The machine is gone.');
  post = accepted;
};

test('an event that is sent at once is never in the sweep', async () => {
  await answer();
  expect([queued.length, await sweptIds()]).toEqual([2, []]);
  await deliverAll();
  expect([posts.length, await statuses(), await sweptIds()]).toEqual([2, ['delivered', 'delivered'], []]);
});

test('an event whose function died before it was sent is sent when the carrier’s event comes again', async () => {
  const transact: typeof bench.ports.table.transact = async (operations) => {
    await testTable().transact(operations);
    throw new Error('The machine is gone.');
  };
  const table = { ...tableBeforeWrite(async () => undefined), transact };
  await expect(answer({ ...bench.ports, table })).rejects.toThrow('is gone');
  expect(queued).toEqual([]);
  await answer();
  await deliverAll();
  expect([posts.length, await statuses()]).toEqual([2, ['delivered', 'delivered']]);
});

test('a carrier’s event that comes twice sends nothing again that was attempted', async () => {
  await answer();
  await deliverAll();
  await answer();
  expect(queued).toEqual([]);
});

test('an event that the queue does not take is left to the sweep', async () => {
  const webhookQueue = { send: () => Promise.reject(new Error('The queue is out.')) };
  await answer({ ...bench.ports, webhookQueue });
  const swept = await sweptIds();
  expect(swept).toHaveLength(2);
  for (const delivery_id of swept) await deliver({ delivery_id, account_id: account.accountId });
  expect([posts.length, await statuses(), await sweptIds()]).toEqual([2, ['delivered', 'delivered'], []]);
});

test('a copy of the first message goes on to when the attempt must be over, should that die', async () => {
  await answer();
  const [first] = queued.splice(0);
  await dieInAttempt(first);
  await deliver(first);
  expect(posts).toHaveLength(1);
  expect(queued).toEqual([{ delivery_id: first?.delivery_id, account_id: account.accountId, delaySeconds: 30 }]);
  bench.wait(LEASE_SECONDS);
  await deliverAll();
  expect(posts).toEqual([posts[0], posts[0]]);
  expect(await statuses()).toContain('delivered');
});

test('from its second attempt on a delivery is in the sweep, whether that dies or fails', async () => {
  await answer();
  const [first, second] = queued.splice(0);
  await dieInAttempt(first);
  bench.wait(LEASE_SECONDS);
  await deliver(first);
  const [again] = queued.splice(0);
  expect([again?.delaySeconds, await sweptIds()]).toEqual([0, []]);
  await dieInAttempt(again);
  expect(await sweptIds()).toEqual([first?.delivery_id]);
  bench.wait(LEASE_SECONDS + SECOND_MS / 1_000);
  await deliver(again);
  await deliver(second);
  expect([await statuses(), await sweptIds()]).toEqual([['delivered', 'delivered'], []]);
});
