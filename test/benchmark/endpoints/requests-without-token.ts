import type { OperationId } from '#shared/client/client.ts';
import type { Client } from '#test/benchmark/service/measured-service.ts';
import { signatureOf, stripeEvents } from '#test/harness/given/billing-events.ts';
import type { Ask, Prepare, World } from './world.ts';

const PAGE_HEADERS = { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' };

const cookieOf = (response: Response): string => response.headers.getSetCookie()[0]?.split(';')[0] ?? '';

/** A request of a page, with the cookie of a session that another request has used already. */
const inSession =
  (method: string): Prepare =>
  async ({ ask, token }) => {
    const signedIn = await ask('POST', '/api/session', JSON.stringify({ token }), PAGE_HEADERS);
    const headers = { ...PAGE_HEADERS, cookie: cookieOf(signedIn) };
    await ask('GET', '/api/session', undefined, headers);
    return (_, marked) => marked(method, '/api/session', undefined, headers);
  };

export const sessions = {
  startSession:
    async ({ token }: World) =>
    (_: Client, ask: Ask) =>
      ask('POST', '/api/session', JSON.stringify({ token }), PAGE_HEADERS),
  getSession: inSession('GET'),
  endSession: inSession('DELETE'),
} satisfies Partial<Record<OperationId, Prepare>>;

export const system = {
  getHealth: async () => (_: Client, ask: Ask) => ask('GET', '/api/health'),
  getOpenapi: async () => (_: Client, ask: Ask) => ask('GET', '/api/openapi.json'),
} satisfies Partial<Record<OperationId, Prepare>>;

export const inbound = {
  receiveBillingEvent: async ({ teamId }: World) => {
    const event = stripeEvents({ id: 'sub_benchmark', teamId }).created;
    const headers = { 'content-type': 'application/json', ...signatureOf(event) };
    return (_: Client, ask: Ask) => ask('POST', '/api/billing/webhook', event.body, headers);
  },
  receiveCallEvent: async ({ signCarrierEvent }: World) => {
    const body = JSON.stringify({ type: 'call.initiated', data: { event_id: 'benchmark' } });
    const signature = signCarrierEvent(Buffer.from(body));
    const headers = { 'content-type': 'application/json', 'Telephony-Signature-Ed25519': signature };
    return (_: Client, ask: Ask) => ask('POST', '/api/db/webhook', body, headers);
  },
};
