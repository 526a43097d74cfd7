import { randomUUID } from 'node:crypto';
import type { CarrierStore } from '#infra/local/carrier/carrier-store.ts';
import type { CommandLine } from '#infra/local/carrier/command-log.ts';
import { isInInventory, repliesToFirstOrder, searchInventory } from '#infra/local/carrier/inventory.ts';
import { type Json, type JsonReply, RequestError } from '#infra/local/process/json-http.ts';
import { type Carrier, requiredText } from './call-routes.ts';

const DEFAULT_SEARCH_LIMIT = 20;

const lineOf = (command: CommandLine['command'], commandId: string, to: string, result: string): CommandLine => ({
  command,
  command_id: commandId,
  call_control_id: null,
  from: null,
  to,
  result,
});

export const searchNumbers = ({ store }: Carrier, query: URLSearchParams): JsonReply => {
  const search = {
    countryCode: query.get('country_code') ?? '',
    areaCode: query.get('area_code') ?? undefined,
    numberType: query.get('number_type') === 'toll-free' ? ('toll-free' as const) : ('local' as const),
  };
  const limit = Number(query.get('limit') ?? DEFAULT_SEARCH_LIMIT);
  return { status: 200, body: { numbers: searchInventory(search, limit, store.isSold) } };
};

const sellNumber = (store: CarrierStore, phoneNumber: string, orderReference: string): JsonReply => {
  const sales = store.sales(phoneNumber, orderReference);
  const same = sales.find((sale) => sale.phoneNumber === phoneNumber && sale.orderReference === orderReference);
  if (same) return { status: 200, body: { provider_number_id: same.providerNumberId } };
  if (sales.length > 0) throw new RequestError(409, 'number_sold', `${phoneNumber} is sold under another order.`);
  if (!isInInventory(phoneNumber)) {
    throw new RequestError(404, 'number_not_found', `${phoneNumber} is not in the inventory.`);
  }
  const providerNumberId = `pn_${randomUUID()}`;
  store.sell({ phoneNumber, orderReference, providerNumberId });
  return { status: 200, body: { provider_number_id: providerNumberId } };
};

/** Sells a number once per order; `undefined` leaves the request without a reply. */
export const orderNumber = ({ store, log }: Carrier, body: Json): JsonReply | undefined => {
  const phoneNumber = requiredText(body, 'phone_number');
  const orderReference = requiredText(body, 'order_reference');
  const record = (result: string): void =>
    log.append(Date.now(), lineOf('order_number', orderReference, phoneNumber, result));
  const repeated = store.saleUnder(orderReference)?.phoneNumber === phoneNumber;
  try {
    const reply = sellNumber(store, phoneNumber, orderReference);
    record(repeated ? 'duplicate' : 'ordered');
    return repeated || repliesToFirstOrder(phoneNumber) ? reply : undefined;
  } catch (error) {
    record(error instanceof RequestError ? error.code : 'error');
    throw error;
  }
};

export const findOrder = ({ store }: Carrier, query: URLSearchParams): JsonReply => {
  const sale = store.saleUnder(query.get('order_reference') ?? '');
  if (!sale) throw new RequestError(404, 'order_not_found', 'There is no such order.');
  return { status: 200, body: { phone_number: sale.phoneNumber, provider_number_id: sale.providerNumberId } };
};

/** Makes a number available for sale again. */
export const releaseNumber = ({ store, log }: Carrier, providerNumberId: string, body: Json): JsonReply => {
  const phoneNumber = requiredText(body, 'phone_number');
  const isSold = store.takeBack(providerNumberId);
  log.append(
    Date.now(),
    lineOf('release_number', providerNumberId, phoneNumber, isSold ? 'released' : 'number_not_found'),
  );
  if (!isSold) throw new RequestError(404, 'number_not_found', 'This number is not sold.');
  return { status: 200, body: { result: 'ok' } };
};
