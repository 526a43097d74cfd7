import type { Json } from '#infra/local/process/json-http.ts';
import { notFound, TelnyxRefusal } from './refusal.ts';

/** How a request can go wrong. `silent` and `dropped` requests are obeyed all the same, the others are not. */
const REFUSALS = {
  rate_limited: () => new TelnyxRefusal(429, '10011', 'Too many requests'),
  dial_rate: () => new TelnyxRefusal(429, '90103', 'Dial rate limit exceeded'),
  channel_limit: () => new TelnyxRefusal(403, '10010', 'User channel limit exceeded D1'),
  forbidden: () => new TelnyxRefusal(403, '10010', 'Authorization failed'),
  country_not_allowed: () =>
    new TelnyxRefusal(403, '10010', 'Dialed number is not included in whitelisted countries D13'),
  unauthorized: () => new TelnyxRefusal(401, '10009', 'Authentication failed'),
  bad_request: () => new TelnyxRefusal(422, '10015', 'Bad Request', { pointer: '/connection_id' }),
  not_found: notFound,
  server_error: () => new TelnyxRefusal(500, '10007', 'Unexpected error'),
  unavailable: () => new TelnyxRefusal(503, '10007', 'Service unavailable'),
} as const;

/** An answer as it stands, whatever was asked; nothing is obeyed. */
export interface GivenAnswer {
  status: number;
  /** Text is sent as a page of HTML. */
  body: Json | string;
}

export type Misbehaviour = keyof typeof REFUSALS | 'silent' | 'dropped';

interface Order {
  /** Method and path, or the beginning of it, as `POST /calls`. */
  request: string;
  as: Misbehaviour | GivenAnswer;
  times: number;
  /** Fields that its body must have. */
  body: Json;
}

/** The misbehaviours asked for, in order. */
export const newMisbehaviours = () => {
  const orders: Order[] = [];
  return {
    order: (request: string, as: Misbehaviour | GivenAnswer, times = 1, body: Json = {}): void =>
      void orders.push({ request, as, times, body }),
    /** Withdraws all orders. */
    clear: (): void => void orders.splice(0),
    /** Decides the fate of this request. @throws its refusal. */
    take(request: string, body: Json): 'silent' | 'dropped' | GivenAnswer | undefined {
      const has = (fields: Json) => Object.entries(fields).every(([name, value]) => body[name] === value);
      const order = orders.find((one) => one.times > 0 && request.startsWith(one.request) && has(one.body));
      if (!order) return undefined;
      order.times -= 1;
      if (order.as === 'silent' || order.as === 'dropped' || typeof order.as === 'object') return order.as;
      throw REFUSALS[order.as]();
    },
  };
};
