import { randomInt, randomUUID } from 'node:crypto';
import type { Json, JsonReply } from '#infra/local/process/json-http.ts';
import { filtersOf } from './query-filters.ts';
import { notFound, TelnyxRefusal } from './refusal.ts';
import { BODIES, parseBody } from './request-bodies.ts';

const NUMBERS_PER_AREA = 100;
/** An order for a number with this ending fails after it was accepted. */
const FAILING_ENDING = '0199';
const DEFAULT_AREA = '212';
const TOLL_FREE_AREA = '800';

interface Order {
  id: string;
  status: 'pending' | 'success' | 'failure';
  phoneNumber: string;
  connectionId: string | null;
  reference: string | null;
  looksLeft: number;
}

interface Held {
  id: string;
  phone_number: string;
  connection_id: string | null;
  customer_reference: string | null;
  status: 'active';
}

const FILTERS = {
  available: ['country_code', 'national_destination_code', 'phone_number_type', 'features', 'limit', 'best_effort'],
  orders: ['customer_reference', 'status'],
  numbers: ['phone_number', 'status', 'connection_id'],
};

const inventoryOf = (area: string): string[] =>
  Array.from({ length: NUMBERS_PER_AREA }, (_, index) => `+1${area}555${String(100 + index).padStart(4, '0')}`);

const isInInventory = (phoneNumber: string): boolean => inventoryOf(phoneNumber.slice(2, 5)).includes(phoneNumber);

const orderData = ({ id, status, phoneNumber, connectionId, reference }: Order): Json => ({
  id,
  record_type: 'number_order',
  status,
  connection_id: connectionId,
  customer_reference: reference,
  phone_numbers_count: 1,
  phone_numbers: [
    {
      id: `line-${id}`,
      record_type: 'number_order_phone_number',
      phone_number: phoneNumber,
      status,
      requirements_met: true,
    },
  ],
});

const list = (data: unknown[]): JsonReply => ({
  status: 200,
  body: { data, meta: { page_number: 1, page_size: 250, total_pages: 1, total_results: data.length } },
});

/** The fake's numbers. `orderLooks`: how often a new order is still pending when it is looked at. */
export const newNumbers = (orderLooks: number) => {
  const orders: Order[] = [];
  const held = new Map<string, Held>();
  const isHeld = (phoneNumber: string): boolean =>
    [...held.values()].some(({ phone_number }) => phone_number === phoneNumber);

  const settle = (order: Order): Order => {
    if (order.status !== 'pending' || order.looksLeft-- > 0) return order;
    order.status = order.phoneNumber.endsWith(FAILING_ENDING) ? 'failure' : 'success';
    const id = String(randomInt(2 ** 40));
    if (order.status === 'success') {
      const { phoneNumber: phone_number, connectionId: connection_id, reference: customer_reference } = order;
      held.set(id, { id, phone_number, connection_id, customer_reference, status: 'active' });
    }
    return order;
  };

  return {
    search(query: URLSearchParams): JsonReply {
      const filters = filtersOf(query, FILTERS.available);
      const isTollFree = filters.phone_number_type === 'toll_free';
      const area = filters.national_destination_code ?? (isTollFree ? TOLL_FREE_AREA : DEFAULT_AREA);
      const free = inventoryOf(area).filter((phoneNumber) => !isHeld(phoneNumber));
      const rows = free.slice(0, Number(filters.limit ?? NUMBERS_PER_AREA)).map((phone_number) => ({
        record_type: 'available_phone_number',
        phone_number,
        best_effort: false,
        features: [{ name: 'voice' }, { name: 'sms' }],
        cost_information: { monthly_cost: '1.00', upfront_cost: '0.50', currency: 'USD' },
      }));
      return { status: 200, body: { data: rows, meta: { total_results: rows.length, best_effort_results: 0 } } };
    },

    order(body: Json): JsonReply {
      const { phone_numbers, connection_id, customer_reference } = parseBody(BODIES.order, body);
      const phoneNumber = phone_numbers[0]?.phone_number ?? '';
      const isTaken =
        isHeld(phoneNumber) || orders.some((one) => one.phoneNumber === phoneNumber && one.status === 'pending');
      if (isTaken || !isInInventory(phoneNumber)) {
        throw new TelnyxRefusal(422, '10015', 'Bad Request', {
          detail: `The phone number ${phoneNumber} is not available.`,
          pointer: '/phone_numbers/0',
        });
      }
      const order: Order = {
        id: randomUUID(),
        status: 'pending',
        phoneNumber,
        connectionId: connection_id ?? null,
        reference: customer_reference ?? null,
        looksLeft: orderLooks,
      };
      orders.push(order);
      return { status: 200, body: { data: orderData(settle(order)) } };
    },

    listOrders(query: URLSearchParams): JsonReply {
      const { customer_reference } = filtersOf(query, FILTERS.orders);
      return list(
        orders
          .filter(({ reference }) => reference === customer_reference)
          .map(settle)
          .map(orderData),
      );
    },

    findOrder(id: string): JsonReply {
      const order = orders.find((one) => one.id === id);
      if (!order) throw notFound();
      return { status: 200, body: { data: orderData(settle(order)) } };
    },

    listNumbers(query: URLSearchParams): JsonReply {
      const { phone_number } = filtersOf(query, FILTERS.numbers);
      const wanted = phone_number?.replace(/^\+/, '');
      return list([...held.values()].filter((one) => !wanted || one.phone_number.slice(1) === wanted));
    },

    updateNumber(id: string, body: Json): JsonReply {
      const changes = parseBody(BODIES.updateNumber, body);
      const number = held.get(id);
      if (!number) throw notFound();
      Object.assign(number, changes);
      return { status: 200, body: { data: number } };
    },

    deleteNumber(id: string): JsonReply {
      const number = held.get(id);
      if (!number) throw notFound();
      held.delete(id);
      return { status: 200, body: { data: { ...number, status: 'deleted' } } };
    },
  };
};
