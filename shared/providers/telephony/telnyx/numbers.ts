import { setTimeout as sleep } from 'node:timers/promises';
import type { Telnyx } from 'telnyx';
import type {
  AvailableNumber,
  FoundOrder,
  NumberOrder,
  NumberOrderResult,
  Telephony,
} from '#shared/ports/telephony.ts';
import type { TelnyxRequest } from './client.ts';
import { failureOf, telnyxError } from './failure.ts';

interface NumberSettings {
  /** The connection for numbers that are ordered without one. */
  connectionId: string;
  deadlineMs: number;
}

/** Looks at a pending order; each wait is twice the one before, and all together stay below the deadline. */
const ORDER_LOOKS = 5;
/** Statuses that say nothing about the number: a wrong key, no credit, the rate limit, a timeout. */
const NOT_ABOUT_THE_NUMBER = new Set([401, 402, 403, 408, 429]);
/** Statuses of numbers that are not, or no longer, in the account. */
const NOT_HELD = new Set(['purchase-failed', 'deleted', 'ported-out']);

type Listed = NonNullable<Telnyx.AvailablePhoneNumberListResponse['data']>[number];
type Order = Telnyx.NumberOrderListResponse;
type Held = Telnyx.NumbersPhoneNumberDetailed;

const availableNumberOf = ({ phone_number, cost_information, features = [] }: Listed): AvailableNumber[] => {
  const { monthly_cost, upfront_cost } = cost_information ?? {};
  if (!phone_number || !monthly_cost || !upfront_cost) return [];
  return [
    {
      phoneNumber: phone_number,
      monthlyPrice: monthly_cost,
      setupPrice: upfront_cost,
      features: features.flatMap(({ name }) => name ?? []),
    },
  ];
};

const searcher =
  (request: TelnyxRequest): Telephony['searchNumbers'] =>
  async ({ countryCode, areaCode, numberType, limit }) => {
    const query = {
      'filter[country_code]': countryCode,
      'filter[national_destination_code]': areaCode,
      'filter[phone_number_type]': numberType === 'toll-free' ? 'toll_free' : 'local',
      // The SDK would omit the brackets that Telnyx documents.
      'filter[features][]': 'voice',
      'filter[limit]': limit,
    };
    try {
      const { data = [] } = await request((client, limits) =>
        client.availablePhoneNumbers.list(null, { ...limits, query }),
      );
      // Best-effort rows lie outside the requested area code.
      return data.filter(({ best_effort }) => !best_effort).flatMap(availableNumberOf);
    } catch (error) {
      throw telnyxError(error);
    }
  };

const ORDER_RANK = { success: 0, pending: 1, failure: 2 };
const rankOf = ({ status = 'pending' }: Order): number => ORDER_RANK[status];

/** The account's numbers and orders. */
const numberAccount = (request: TelnyxRequest) => ({
  /** The order under a reference. Racing purchases may leave two; the one that got furthest counts. */
  async orderOf(orderReference: string): Promise<Order | undefined> {
    const filter = { customer_reference: orderReference };
    const { data } = await request((client, limits) => client.numberOrders.list({ filter }, limits));
    return data
      .filter(({ customer_reference }) => customer_reference === orderReference)
      .sort((one, other) => rankOf(one) - rankOf(other))[0];
  },

  /** Finds the id that a number is released by, which its order does not contain. */
  async heldNumber(phoneNumber: string): Promise<Held | undefined> {
    const filter = { phone_number: phoneNumber };
    const { data } = await request((client, limits) => client.phoneNumbers.list({ filter }, limits));
    return data.find(({ phone_number, status }) => phone_number === phoneNumber && !NOT_HELD.has(status));
  },

  async create(order: NumberOrder, connectionId: string): Promise<Order | undefined> {
    const { data } = await request((client, limits) =>
      client.numberOrders.create(
        {
          phone_numbers: [{ phone_number: order.phoneNumber }],
          connection_id: connectionId,
          customer_reference: order.orderReference,
        },
        limits,
      ),
    );
    return data as Order | undefined;
  },

  connect: (held: Held, connectionId: string) =>
    request((client, limits) => client.phoneNumbers.update(held.id, { connection_id: connectionId }, limits)),

  remove: (id: string) => request((client, limits) => client.phoneNumbers.delete(id, limits)),
});

type NumberAccount = ReturnType<typeof numberAccount>;

/**
 * The order under the reference, placed now unless it exists. Orders at Telnyx are not idempotent: a refusal counts
 * only if there is still no order, because a purchase at the same time may have got the number.
 */
const placeOrder = async (
  account: NumberAccount,
  order: NumberOrder,
  connectionId: string,
): Promise<Order | { refused: string }> => {
  const existing = await account.orderOf(order.orderReference);
  if (existing) return existing;
  try {
    return (await account.create(order, connectionId)) ?? {};
  } catch (error) {
    const { status, reason } = failureOf(error);
    if (status === undefined || status >= 500 || NOT_ABOUT_THE_NUMBER.has(status)) throw error;
    return (await account.orderOf(order.orderReference)) ?? { refused: reason };
  }
};

const orderer =
  (account: NumberAccount, settings: NumberSettings): Telephony['orderNumber'] =>
  async (wanted): Promise<NumberOrderResult> => {
    const connectionId = wanted.connectionId ?? settings.connectionId;
    try {
      let order = await placeOrder(account, wanted, connectionId);
      for (let look = 1; look <= ORDER_LOOKS; look++) {
        if ('refused' in order) return { result: 'unavailable', reason: order.refused };
        if (order.status === 'failure') return { result: 'unavailable', reason: 'Telnyx could not fulfil the order.' };
        const held = order.status === 'success' ? await account.heldNumber(wanted.phoneNumber) : undefined;
        if (held) {
          if ((held.connection_id ?? order.connection_id) !== connectionId) await account.connect(held, connectionId);
          return { result: 'ordered', providerNumberId: held.id };
        }
        await sleep(settings.deadlineMs / 2 ** (ORDER_LOOKS + 1 - look));
        order = (await account.orderOf(wanted.orderReference)) ?? order;
      }
    } catch (error) {
      throw telnyxError(error);
    }
    throw new Error('The order is still pending at Telnyx.');
  };

const orderFinder =
  (account: NumberAccount): Telephony['findOrder'] =>
  async (orderReference): Promise<FoundOrder> => {
    try {
      const order = await account.orderOf(orderReference);
      if (!order || order.status === 'failure') return { result: 'not_found' };
      const phoneNumber = order.phone_numbers?.[0]?.phone_number;
      const held = order.status === 'success' && phoneNumber ? await account.heldNumber(phoneNumber) : undefined;
      return held ? { result: 'ordered', providerNumberId: held.id } : { result: 'unavailable' };
    } catch {
      return { result: 'unavailable' };
    }
  };

/**
 * Releases by id if there is one, because the number may meanwhile belong to somebody else under another id. A number
 * without an id was ordered but never became active here, so its id is looked up.
 */
const releaser =
  (account: NumberAccount): Telephony['releaseNumber'] =>
  async ({ providerNumberId, phoneNumber }) => {
    try {
      const id = providerNumberId || (await account.heldNumber(phoneNumber))?.id;
      if (id) await account.remove(id);
    } catch (error) {
      if (failureOf(error).status !== 404) throw telnyxError(error);
    }
  };

type Numbers = Pick<Telephony, 'searchNumbers' | 'orderNumber' | 'findOrder' | 'releaseNumber'>;

export const phoneNumbers = (request: TelnyxRequest, settings: NumberSettings): Numbers => {
  const account = numberAccount(request);
  return {
    searchNumbers: searcher(request),
    orderNumber: orderer(account, settings),
    findOrder: orderFinder(account),
    releaseNumber: releaser(account),
  };
};
