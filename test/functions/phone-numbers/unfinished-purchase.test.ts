import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { sweep } from '#functions/workers/sweep.ts';
import type { CallOptions } from '#shared/client/client.ts';
import { NUMBERS_DUE_PARTITION } from '#shared/store/keys.ts';
import {
  beginDrop,
  dropReservation,
  getNumber,
  type PhoneNumberRecord,
  renewReservation,
} from '#shared/store/phone-numbers.ts';
import { SCHEMA_VERSION } from '#shared/store/schema-version.ts';
import type { Query } from '#shared/store/table/table.ts';
import { activityOf } from '#test/harness/activity.ts';
import { commandsOf } from '#test/harness/carrier-log.ts';
import { eventually } from '#test/harness/eventually.ts';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import {
  buy,
  buyInSilence,
  carrier,
  deadCarrier,
  ELEVEN_MINUTES_MS,
  expectNothingLeft,
  numberSoldInSilence,
  numbersHeld,
  reconcile,
  recordOf,
} from '#test/harness/given/numbers.ts';
import { numberForSale } from '#test/harness/given/phones.ts';
import { expectRefused, statusOf } from '#test/harness/refusals.ts';
import { testTable } from '#test/harness/stack/table.ts';

interface Unfinished {
  account: TestAccount;
  phoneNumber: string;
  number: PhoneNumberRecord;
  key: CallOptions;
}

/** A free account whose only purchase the carrier has sold without saying so. */
const leaveUnfinished = async (): Promise<Unfinished> => {
  const account = await newAccount({ plan: 'free' });
  const phoneNumber = numberSoldInSilence();
  const key = { idempotencyKey: randomUUID() };
  await buyInSilence(account, phoneNumber, key);
  return { account, phoneNumber, key, number: await recordOf(phoneNumber) };
};

const PURCHASES = { action: 'phone_number.purchased' as const };

const TESTS = 6;

/** One for each test, made at once: the service waits for the carrier for seconds. */
let prepared: Unfinished[];
beforeAll(async () => {
  prepared = await Promise.all(Array.from({ length: TESTS }, leaveUnfinished));
});

const unfinished = (): Unfinished => prepared.pop() as Unfinished;

const ordersOf = (phoneNumber: string): string[] =>
  commandsOf({ command: 'order_number', to: phoneNumber }).map(({ result }) => result);

const listed = ({ api, teamId }: TestAccount) => api.listPhoneNumbers({ teamId });

describe('a purchase that the carrier did not answer', () => {
  test('is finished by the same request, and bought once', async () => {
    const { account, phoneNumber, key } = unfinished();
    expect(await activityOf(account, PURCHASES)).toEqual([]);
    const first = await buy(account, phoneNumber, key);
    expect(await buy(account, phoneNumber, key)).toEqual(first);
    expect(await activityOf(account, PURCHASES)).toMatchObject([{ resource_id: first.phoneNumber.id }]);
    expect(ordersOf(phoneNumber)).toEqual(['ordered', 'duplicate']);
    expect(await numbersHeld(account)).toBe(1);
  });

  test('is finished by another request of the team, takes its place meanwhile, and is not shown', async () => {
    const { account, phoneNumber, number } = unfinished();
    const { numbers, count } = await listed(account);
    expect([number.status, numbers, count]).toEqual(['pending', [], 0]);
    expect(await statusOf(account.api.releasePhoneNumber({ id: number.id }))).toBe(404);
    expect(await statusOf(buy(account, numberForSale()))).toBe(403);
    expect(await statusOf(buy(await newAccount(), phoneNumber))).toBe(409);
    expect((await buy(account, phoneNumber)).phoneNumber).toMatchObject({ id: number.id, status: 'active' });
    await reconcile(number.id, ELEVEN_MINUTES_MS);
    expect((await getNumber(testTable(), number.id))?.status).toBe('active');
  });

  test('is undone when nobody comes back: the carrier has the number again, and nothing is left', async () => {
    const { account, phoneNumber, number } = unfinished();
    await reconcile(number.id);
    expect((await recordOf(phoneNumber)).status).toBe('pending');
    await Promise.all([reconcile(number.id, ELEVEN_MINUTES_MS), reconcile(number.id, ELEVEN_MINUTES_MS)]);
    await expectNothingLeft(account, phoneNumber, number.id);
    await reconcile(number.id, ELEVEN_MINUTES_MS);
    await expectNothingLeft(account, phoneNumber, number.id);
    expect(await carrier().findOrder(number.id)).toEqual({ result: 'not_found' });
    await buy(account, numberForSale());
  });

  test('is left as it is while the carrier cannot be asked; buying it again is refused from then on', async () => {
    const { account, phoneNumber, number } = unfinished();
    await expect(reconcile(number.id, ELEVEN_MINUTES_MS, deadCarrier())).rejects.toThrow('could not be asked');
    await expectRefused(buy(account, phoneNumber), 409, 'being undone');
    expect([await numbersHeld(account), (await listed(account)).numbers]).toEqual([1, []]);
    await reconcile(number.id);
    await expectNothingLeft(account, phoneNumber, number.id);
  });

  test('that was taken up again meanwhile is not undone by whoever looked before', async () => {
    const { phoneNumber, number } = unfinished();
    await testTable().write(renewReservation(number, new Date(Date.now() + 1_000)).operation);
    await expect(testTable().write(beginDrop(number, new Date()))).rejects.toThrow('lost its race');
    await expect(testTable().transact(dropReservation(number))).rejects.toThrow('lost its race');
    expect(await recordOf(phoneNumber)).toMatchObject({ status: 'pending', id: number.id });
  });

  test('is sent for by the sweep', async () => {
    const { number } = unfinished();
    const sent: { number_id: string }[] = [];
    const query = async (wanted: Query) =>
      wanted.partition === NUMBERS_DUE_PARTITION ? testTable().query(wanted) : [];
    const table = { get: async () => ({ version: SCHEMA_VERSION }), query, getMany: async () => [] };
    const swept = async (laterMs: number): Promise<string[]> => {
      sent.length = 0;
      const ignored = { send: async () => undefined };
      const numberQueue = { send: async (messages: { number_id: string }[]) => void sent.push(...messages) };
      const clock = () => new Date(Date.now() + laterMs);
      await sweep.definition.run({
        table,
        assertKeyFits: async () => undefined,
        clock,
        numberQueue,
        campaignQueue: ignored,
        webhookQueue: ignored,
      } as never);
      return sent.map(({ number_id }) => number_id);
    };
    expect(await swept(0)).not.toContain(number.id);
    await eventually(async () => expect(await swept(ELEVEN_MINUTES_MS)).toContain(number.id));
  });
});
