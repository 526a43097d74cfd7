import { beforeEach, describe, expect, test } from '@jest/globals';
import type { Delivery } from '#shared/schemas/webhook.ts';
import { eventually } from '#test/harness/eventually.ts';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import {
  acceptedIds,
  DEAD_URL,
  listDeliveries,
  receiverFor,
  resend,
  sendTest,
  setUrl,
} from '#test/harness/given/webhooks.ts';
import { expectRefused, FORBIDDEN, refusalOf, statusOf, wrongFieldsOf } from '#test/harness/refusals.ts';
import { expectSilence } from '#test/harness/stack/stack-time.ts';
import { deliveriesBecome } from '#test/harness/wait-for.ts';

let account: TestAccount;
beforeEach(async () => {
  account = await newAccount();
});

/** Test events, one after the other: to a receiver that accepts them or to none. */
const send = async (...kinds: ('call' | 'billing')[]): Promise<Delivery[]> => {
  const sent: Delivery[] = [];
  for (const kind of kinds) sent.push((await sendTest(account, kind)).delivery);
  return sent;
};

describe('list', () => {
  test('newest first, by kind and status, in pages cut from all that match', async () => {
    await receiverFor(account);
    const [first, second] = (await send('call', 'billing')) as [Delivery, Delivery];
    await setUrl(account, 'call', DEAD_URL);
    const [third] = (await send('call')) as [Delivery];
    const idsOf = async (filter: object) => {
      const { deliveries, count } = await listDeliveries(account, filter);
      return [deliveries.map(({ id }) => id), count];
    };
    expect(await idsOf({})).toEqual([[third.id, second.id, first.id], 3]);
    expect(await idsOf({ kind: 'call' })).toEqual([[third.id, first.id], 2]);
    expect(await idsOf({ status: 'delivered' })).toEqual([[second.id, first.id], 2]);
    expect(await idsOf({ kind: 'call', status: 'dead_lettered' })).toEqual([[third.id], 1]);
    expect(await idsOf({ status: 'pending' })).toEqual([[], 0]);
    expect(await idsOf({ limit: 1, offset: 1 })).toEqual([[second.id], 3]);
    expect(await listDeliveries(account, { limit: 1000 })).toMatchObject({
      success: true,
      limit: 200,
      offset: 0,
    });
  });

  test('by cursor: each once while new ones arrive, with the filters of the first page alone', async () => {
    await setUrl(account, 'call', DEAD_URL);
    const sent = await send('call', 'call', 'call');
    const first = await listDeliveries(account, { kind: 'call', limit: 2 });
    await send('call');
    const cursor = String(first.next_cursor);
    const second = await listDeliveries(account, { kind: 'call', limit: 2, cursor });
    const shown = [...first.deliveries, ...second.deliveries].map(({ id }) => id);
    expect(shown).toEqual(sent.map(({ id }) => id).reverse());
    expect([first, second].map(({ count, count_is_exact }) => [count, count_is_exact])).toEqual([
      [3, true],
      [3, true],
    ]);
    expect(second.next_cursor).toBeNull();
    expect(await wrongFieldsOf(listDeliveries(account, { kind: 'billing', cursor }))).toEqual(['cursor']);
    expect(await wrongFieldsOf(listDeliveries(account, { kind: 'call', cursor, offset: 0 }))).toEqual(['offset']);
  });

  test('shows nothing of another account', async () => {
    await receiverFor(account);
    await send('call');
    const other = await newAccount();
    expect(await listDeliveries(other)).toMatchObject({ deliveries: [], count: 0 });
    expect(await statusOf(other.api.listWebhookDeliveries({ accountSlug: account.slug }))).toBe(403);
  });

  test.each(['kind', 'status', 'limit', 'offset'])('400 for a wrong %s', async (field) => {
    expect(await wrongFieldsOf(listDeliveries(account, { [field]: '-x' }))).toEqual([field]);
  });
});

describe('resend', () => {
  test('what was given up arrives, under the id and with the body of before', async () => {
    const receiver = await receiverFor(account, 500);
    const [given] = (await send('call')) as [Delivery];
    receiver.answerWith(200);
    const sentAgain = (await resend(account, given)).delivery;
    expect(sentAgain).toMatchObject({ id: given.id, event_id: given.event_id, status: 'pending' });
    const [delivery] = await deliveriesBecome(account, 1, { status: 'delivered' });
    expect(delivery?.attempts.map(({ status_code }) => status_code)).toEqual([500, 200]);
    const [refused, accepted] = receiver.received;
    expect([accepted?.id, accepted?.body]).toEqual([refused?.id, refused?.body]);
    expect(acceptedIds(receiver)).toEqual([given.event_id]);
  });

  test('what was delivered arrives again; the receiver knows it by its id', async () => {
    const receiver = await receiverFor(account);
    const [given] = (await send('billing')) as [Delivery];
    await resend(account, given);
    await eventually(() => expect(receiver.received.map(({ isDuplicate }) => isDuplicate)).toEqual([false, true]));
    await deliveriesBecome(account, 1, { status: 'delivered' });
    expect(acceptedIds(receiver)).toEqual([given.event_id]);
  });

  test('goes to the URL that is set now', async () => {
    await setUrl(account, 'call', DEAD_URL);
    const [given] = (await send('call')) as [Delivery];
    const receiver = await receiverFor(account);
    await resend(account, given);
    await eventually(() => expect(acceptedIds(receiver)).toEqual([given.event_id]));
  });

  test('409 while an attempt is under way, which then is in the log', async () => {
    const arrival = Promise.withResolvers<void>();
    const receiver = await receiverFor(account, 200, () => arrival.resolve());
    receiver.answerWith('hang');
    const sending = send('call');
    await arrival.promise;
    const [underWay] = (await listDeliveries(account)).deliveries as [Delivery];
    await expectRefused(resend(account, underWay), 409, 'under way');
    await expectSilence(receiver.url);
    const [given] = (await sending) as [Delivery];
    expect((await listDeliveries(account)).deliveries).toEqual([given]);
    expect(given.attempts).toMatchObject([{ status_code: null, error: 'No answer within 5 seconds.' }]);
  });

  test('409 while no URL is set, or its webhook is disabled', async () => {
    await setUrl(account, 'call', DEAD_URL);
    const [given] = (await send('call')) as [Delivery];
    await setUrl(account, 'call', DEAD_URL, false);
    expect(await refusalOf(resend(account, given))).toMatchObject({
      status: 409,
      error: 'No receiver is set for call webhooks.',
    });
    await account.api.removeWebhook({ kind: 'call' });
    expect(await statusOf(resend(account, given))).toBe(409);
    expect((await listDeliveries(account)).deliveries).toEqual([given]);
  });

  test('403 for a delivery of another account, 404 for one that does not exist', async () => {
    const receiver = await receiverFor(account);
    const [given] = (await send('call')) as [Delivery];
    const other = await newAccount();
    await setUrl(other, 'call', DEAD_URL);
    expect(await refusalOf(resend(other, given))).toEqual(FORBIDDEN);
    expect(await statusOf(resend(account, { id: 'dlv_unknown' }))).toBe(404);
    expect(receiver.received).toHaveLength(1);
    expect((await listDeliveries(account)).deliveries).toEqual([given]);
  });
});
