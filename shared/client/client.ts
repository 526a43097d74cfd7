import type * as registry from '#functions/registry.ts';
import { ApiError } from './api-error.ts';
import { type Input, type QueryMethod, type Route, requestOf } from './build-request.ts';
import { routes } from './routes.ts';

export { ApiError } from './api-error.ts';

export interface ClientOptions {
  /** Where the service is, without `/api`. */
  baseUrl: string;
  /** Left out where a session's cookie speaks for the caller, as in a browser. */
  token?: string;
  /** Replaces the global `fetch`. */
  fetch?: typeof fetch;
}

export interface CallOptions {
  /** For POSTs: repeating the call with the same key and input has its effect once. */
  idempotencyKey?: string;
}

type Operations = typeof routes;
export type OperationId = keyof Operations;
type Types<Id extends OperationId> = NonNullable<(typeof registry)[Id]['types']>;

type WholeNumberField = 'limit' | 'offset';

/** A URL carries text only; the client writes numbers, true and false into it. */
type QueryValue<Name, Value> = Name extends WholeNumberField
  ? Value | number
  : Value extends 'true' | 'false'
    ? Value | boolean
    : Value;

type Given<Id extends OperationId> = Types<Id>['input'];

export type InputOf<Id extends OperationId> = Operations[Id] extends `${QueryMethod} ${string}`
  ? { [Name in keyof Given<Id>]: QueryValue<Name, Given<Id>[Name]> }
  : Given<Id>;

export type OutputOf<Id extends OperationId> = Types<Id>['output'];

/** An operation whose fields may all be left out may be called without an input. */
type Arguments<Fields> = object extends Fields
  ? [input?: Fields, options?: CallOptions]
  : [input: Fields, options?: CallOptions];

/** One method for every operation that a token can call, named by its operation id. */
export type Client = { [Id in OperationId]: (...given: Arguments<InputOf<Id>>) => Promise<OutputOf<Id>> };

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

const send = async (client: ClientOptions, route: Route, input: Input, options: CallOptions): Promise<unknown> => {
  const { method, target, body } = requestOf(route, input);
  const request = client.fetch ?? fetch;
  const response = await request(client.baseUrl.replace(/\/+$/, '') + target, {
    method,
    headers: {
      ...(client.token !== undefined && { authorization: `Bearer ${client.token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(options.idempotencyKey !== undefined && { 'idempotency-key': options.idempotencyKey }),
    },
    ...(body !== undefined && { body }),
  });
  const answer = parse(await response.text());
  // An answer that is not JSON comes from something between, such as a proxy's page.
  if (response.ok && typeof answer === 'object') return answer;
  const { status, headers } = response;
  throw new ApiError(`${method} ${target}`, { status, body: answer, requestId: headers.get('x-request-id') });
};

/**
 * A client of the service, typed by the schemas of its endpoints.
 * Every method throws ApiError for an answer that is not a success, and whatever `fetch` throws when there is none.
 */
export const createClient = (options: ClientOptions): Client =>
  Object.fromEntries(
    Object.entries(routes).map(([id, route]) => [
      id,
      (input: Input = {}, call: CallOptions = {}) => send(options, route, input, call),
    ]),
  ) as unknown as Client;
