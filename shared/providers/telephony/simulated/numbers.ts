import type { FoundOrder, NumberOrderResult, Telephony } from '#shared/ports/telephony.ts';
import { type Answer, type CarrierRequest, expectSuccess, isText, reasonOf } from './client.ts';

interface ListedNumber {
  phone_number: string;
  monthly_price: string;
  setup_price: string;
  features: string[];
}

const availableNumberOf = (number: ListedNumber) => ({
  phoneNumber: number.phone_number,
  monthlyPrice: number.monthly_price,
  setupPrice: number.setup_price,
  features: number.features,
});

const foundOrderOf = ({ status, body }: Answer): FoundOrder => {
  if (status === 404) return { result: 'not_found' };
  const { provider_number_id: providerNumberId } = body;
  return status < 300 && isText(providerNumberId) ? { result: 'ordered', providerNumberId } : { result: 'unavailable' };
};

type Numbers = Pick<Telephony, 'searchNumbers' | 'orderNumber' | 'findOrder' | 'releaseNumber'>;

export const numbers = (request: CarrierRequest): Numbers => ({
  async searchNumbers({ countryCode, areaCode, numberType, limit }) {
    const query = { country_code: countryCode, area_code: areaCode, number_type: numberType, limit: String(limit) };
    const { numbers } = expectSuccess(await request('/numbers', { query }));
    return (numbers as ListedNumber[]).map(availableNumberOf);
  },

  async orderNumber({ phoneNumber, orderReference, connectionId }): Promise<NumberOrderResult> {
    const body = { phone_number: phoneNumber, order_reference: orderReference, connection_id: connectionId };
    const answer = await request('/number-orders', { body });
    if (answer.status === 404 || answer.status === 409) return { result: 'unavailable', reason: reasonOf(answer) };
    return { result: 'ordered', providerNumberId: String(expectSuccess(answer).provider_number_id) };
  },

  async findOrder(orderReference) {
    try {
      return foundOrderOf(await request('/number-orders', { query: { order_reference: orderReference } }));
    } catch {
      return { result: 'unavailable' };
    }
  },

  async releaseNumber({ providerNumberId, phoneNumber }) {
    const path = `/numbers/${encodeURIComponent(providerNumberId)}/actions/release`;
    const answer = await request(path, { body: { phone_number: phoneNumber } });
    if (answer.status !== 404) expectSuccess(answer);
  },
});
