import { afterEach, expect, test } from '@jest/globals';
import { DIAL_REPLY_DEADLINE_MS } from '#shared/ports/telephony.ts';
import { telnyxTelephony } from '#shared/providers/telephony/telnyx/telnyx-telephony.ts';
import { type FakeTelnyx, type FakeTelnyxOptions, startFakeTelnyx } from '#test/harness/fake-telnyx/fake-telnyx.ts';
import type { Misbehaviour } from '#test/harness/fake-telnyx/misbehaviour.ts';
import { newSuiteTime } from '#test/harness/time/suite-time.ts';

const PHONE_NUMBER = '+14155550100';
/** The fake accepts an order for it and cannot fulfil it. */
const FAILING_NUMBER = '+14155550199';
const ORDER = { phoneNumber: PHONE_NUMBER, orderReference: 'num_1' };

const time = newSuiteTime();

let telnyx: FakeTelnyx;
const start = async (options: FakeTelnyxOptions = {}) => {
  telnyx = await startFakeTelnyx(options);
  return telnyxTelephony(telnyx);
};
afterEach(() => telnyx.stop());

const taken = (request: string) => telnyx.requests.filter((one) => one.request.startsWith(request));

test('a search asks with the filters that Telnyx documents', async () => {
  const telephony = await start();
  await telephony.searchNumbers({ countryCode: 'US', areaCode: '415', numberType: 'local', limit: 3 });
  expect(taken('GET /available_phone_numbers')[0]?.query).toEqual({
    'filter[country_code]': 'US',
    'filter[national_destination_code]': '415',
    'filter[phone_number_type]': 'local',
    'filter[features][]': 'voice',
    'filter[limit]': '3',
  });
  await telephony.searchNumbers({ countryCode: 'US', numberType: 'toll-free', limit: 1 });
  expect(taken('GET /available_phone_numbers')[1]?.query).toEqual({
    'filter[country_code]': 'US',
    'filter[phone_number_type]': 'toll_free',
    'filter[features][]': 'voice',
    'filter[limit]': '1',
  });
});

test('an order is looked for, placed with its reference and connection, and resolved to the id of the number', async () => {
  const telephony = await start();
  const ordered = await telephony.orderNumber(ORDER);
  expect(telnyx.requests.map(({ request }) => request)).toEqual([
    'GET /number_orders',
    'POST /number_orders',
    'GET /phone_numbers',
  ]);
  expect(taken('GET /number_orders')[0]?.query).toEqual({ 'filter[customer_reference]': 'num_1' });
  expect(taken('POST /number_orders')[0]?.body).toEqual({
    phone_numbers: [{ phone_number: PHONE_NUMBER }],
    connection_id: telnyx.connectionId,
    customer_reference: 'num_1',
  });
  expect(taken('GET /phone_numbers')[0]?.query).toEqual({ 'filter[phone_number]': PHONE_NUMBER });
  expect(ordered).toEqual({ result: 'ordered', providerNumberId: expect.stringMatching(/^\d+$/) });
});

test('another connection is ordered with the number; a number that came with a different one is moved', async () => {
  const telephony = await start();
  const ordered = await telephony.orderNumber({ ...ORDER, connectionId: 'conn-2' });
  expect(taken('POST /number_orders')[0]?.body).toMatchObject({ connection_id: 'conn-2' });
  expect(taken('PATCH')).toEqual([]);
  expect(await telephony.orderNumber(ORDER)).toEqual(ordered);
  expect(taken('PATCH')).toMatchObject([{ body: { connection_id: telnyx.connectionId } }]);
});

test('an order that is pending for a while is waited for', async () => {
  const telephony = await start({ orderLooks: 3 });
  expect(await time.during(() => telephony.orderNumber(ORDER))).toMatchObject({ result: 'ordered' });
  expect(taken('POST /number_orders')).toHaveLength(1);
});

test('an order that stays pending fails, and is found once it is fulfilled', async () => {
  const telephony = await start({ orderLooks: 8 });
  const order = () => time.during(() => telephony.orderNumber(ORDER));
  const began = time.now();
  await expect(order()).rejects.toThrow('The order is still pending at Telnyx.');
  expect(time.now() - began).toBeLessThan(DIAL_REPLY_DEADLINE_MS);
  expect(await telephony.findOrder('num_1')).toEqual({ result: 'unavailable' });
  await expect(order()).resolves.toMatchObject({ result: 'ordered' });
  expect(await telephony.findOrder('num_1')).toMatchObject({ result: 'ordered' });
  expect(taken('POST /number_orders')).toHaveLength(1);
});

test('an order that Telnyx cannot fulfil is unavailable, then and later', async () => {
  const telephony = await start();
  const order = { ...ORDER, phoneNumber: FAILING_NUMBER };
  expect(await telephony.orderNumber(order)).toMatchObject({ result: 'unavailable' });
  expect(await telephony.orderNumber(order)).toMatchObject({ result: 'unavailable' });
  expect(await telephony.findOrder('num_1')).toEqual({ result: 'not_found' });
});

test('an order whose answer was lost is found by its reference', async () => {
  const telephony = await start();
  telnyx.misbehave('POST /number_orders', 'silent');
  const unanswered = time.during(() => telephony.orderNumber(ORDER));
  await expect(unanswered).rejects.toThrow('Telnyx gave no complete answer in time.');
  expect(await telephony.findOrder('num_1')).toMatchObject({ result: 'ordered' });
  expect(await telephony.orderNumber(ORDER)).toMatchObject({ result: 'ordered' });
  expect(taken('POST /number_orders')).toHaveLength(1);
});

test('two purchases under one reference at the same time get the same number', async () => {
  const telephony = await start();
  const both = await Promise.all([telephony.orderNumber(ORDER), telephony.orderNumber(ORDER)]);
  expect(both[0]).toMatchObject({ result: 'ordered' });
  expect(both[1]).toEqual(both[0]);
});

test.each<Misbehaviour>(['unauthorized', 'forbidden', 'rate_limited', 'server_error'])(
  'an order that meets %s says nothing about the number',
  async (misbehaviour) => {
    const telephony = await start();
    telnyx.misbehave('POST /number_orders', misbehaviour);
    await expect(telephony.orderNumber(ORDER)).rejects.toThrow(/^Telnyx answered \d{3}/);
  },
);

test('a refusal names the number to nobody', async () => {
  const telephony = await start();
  const refused = await telephony.orderNumber({ ...ORDER, phoneNumber: '+14155550001' });
  expect(JSON.stringify(refused)).not.toContain('4155550001');
});

test('a number whose id never became known is released by the number', async () => {
  const telephony = await start();
  await telephony.orderNumber(ORDER);
  await telephony.releaseNumber({ providerNumberId: '', phoneNumber: PHONE_NUMBER });
  expect(taken('DELETE')).toHaveLength(1);
  await telephony.releaseNumber({ providerNumberId: '', phoneNumber: PHONE_NUMBER });
  expect(taken('DELETE')).toHaveLength(1);
});

test('releasing a number again spares whoever holds it by now', async () => {
  const telephony = await start();
  const first = await telephony.orderNumber(ORDER);
  if (first.result !== 'ordered') throw new Error(first.reason);
  const { providerNumberId } = first;
  await telephony.releaseNumber({ providerNumberId, phoneNumber: PHONE_NUMBER });
  await telephony.orderNumber({ ...ORDER, orderReference: 'num_2' });
  await telephony.releaseNumber({ providerNumberId, phoneNumber: PHONE_NUMBER });
  expect(await telephony.findOrder('num_2')).toMatchObject({ result: 'ordered' });
});
