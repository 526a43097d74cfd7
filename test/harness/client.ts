import { type Client, createClient } from '#shared/client/client.ts';
import { checkContract } from './contract.ts';
import { ownStack, stack } from './stack/environment.ts';

/** A suite must see the stack's time from its first look at the clock; a benchmark starts its stack later. */
if (ownStack()) stack();

type HeaderFields = Record<string, string>;

export interface Reply {
  status: number;
  headers: Headers;
  body: unknown;
}

/** A text body is sent as it is, any other as JSON. */
type Send = (method: string, path: string, body?: unknown, headers?: HeaderFields) => Promise<Reply>;

/** The typed client, and `send` for requests it never makes: wrong methods, paths, bodies and headers. */
export type Api = Client & { send: Send };

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

/** Holds every reply to its endpoint's contract, whoever asked. */
const checkedFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, init);
  const { status, headers } = response;
  const path = String(input).slice(stack().base_url.length);
  checkContract(init?.method ?? 'GET', path, { status, headers, body: parse(await response.clone().text()) });
  return response;
};

const asText = (body: unknown): string | undefined =>
  body === undefined || typeof body === 'string' ? body : JSON.stringify(body);

/** Sends requests under a token, if there is one. */
export const sender =
  (token?: string): Send =>
  async (method, path, body, headers) => {
    const text = asText(body);
    const response = await checkedFetch(`${stack().base_url}${path}`, {
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(text !== body && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(text !== undefined && { body: text }),
    });
    return { status: response.status, headers: response.headers, body: parse(await response.text()) };
  };

export const apiClient = (token: string): Api => ({
  ...createClient({ baseUrl: stack().base_url, token, fetch: checkedFetch }),
  send: sender(token),
});
