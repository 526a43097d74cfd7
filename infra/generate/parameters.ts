import type * as z from 'zod';
import type { Entry } from '#infra/catalog.ts';
import type { Endpoint } from '#shared/runtime/define/endpoint.ts';
import { exampleOf, fullestAccepted } from './example.ts';
import { type Components, type JsonSchema, toJsonSchema } from './json-schema.ts';

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  description?: string;
  schema: JsonSchema;
  example?: unknown;
}

/** The headers whose signature an endpoint verifies, by operation id; one of them must be sent. */
const SIGNATURE_HEADERS: Record<string, Record<string, string>> = {
  receiveCallEvent: { 'Telephony-Signature-Ed25519': 'Ed25519 over the raw body, base64.' },
  receiveBillingEvent: {
    'Stripe-Signature': 'As Stripe sends it: `t=<seconds>,v1=<HMAC-SHA256, hexadecimal>`.',
    'X-Signature': 'As Lemon Squeezy sends it: HMAC-SHA256 over the raw body, hexadecimal.',
  },
};

const TRUE_OR_FALSE = JSON.stringify(['true', 'false']);

/** Everything in a URL is text; the document names the type that the text encodes. */
const meaningOfText = (schema: JsonSchema): JsonSchema => {
  if (schema.type === 'integer') {
    const { pattern: _pattern, ...rest } = schema;
    return { ...rest, examples: schema.examples?.map(Number) ?? [schema.minimum ?? 0] };
  }
  if (JSON.stringify(schema.enum) === TRUE_OR_FALSE) return { type: 'boolean', examples: [true] };
  return schema;
};

/** As parameters stand in a URL. */
const textsOf = (parameters: Parameter[]): Record<string, string> =>
  Object.fromEntries(parameters.map(({ name, example }) => [name, String(example)]));

const parametersIn = (
  place: 'path' | 'query',
  fields: z.ZodObject | undefined,
  components: Components,
): Parameter[] => {
  if (!fields) return [];
  const { properties = {}, required = [] } = toJsonSchema(fields, 'input', components);
  const all = Object.entries(properties).map(([name, property]): Parameter & { example: unknown } => {
    const described = meaningOfText(property as JsonSchema);
    const { description, examples: _examples, ...schema } = described;
    return {
      name,
      in: place,
      required: required.includes(name),
      ...(description !== undefined && { description }),
      schema,
      example: exampleOf(described, components),
    };
  });
  const accepted = fullestAccepted(fields, textsOf(all), textsOf(all.filter((parameter) => parameter.required)));
  return all.map(({ example, ...parameter }) => ({ ...parameter, ...(parameter.name in accepted && { example }) }));
};

const signatureParameters = (endpoint: Entry<Endpoint>): Parameter[] => {
  if (typeof endpoint.auth !== 'function') return [];
  const headers = Object.entries(SIGNATURE_HEADERS[endpoint.id] ?? {});
  if (headers.length === 0) {
    throw new Error(`${endpoint.id} verifies a signature: name its header in SIGNATURE_HEADERS of parameters.ts.`);
  }
  return headers.map(([name, description]) => ({
    name,
    in: 'header',
    required: headers.length === 1,
    description,
    schema: { type: 'string' },
  }));
};

export const isBearer = (endpoint: Endpoint): boolean => (endpoint.auth ?? 'bearer') === 'bearer';

/** A DELETE takes the fields of its query in a body as well. */
export const readsBody = ({ method, body, query }: Endpoint): boolean =>
  body !== undefined || (method === 'DELETE' && query !== undefined);
/** A session's cookie opens whatever a token opens, and the session itself. */
export const takesCookie = (endpoint: Endpoint): boolean => isBearer(endpoint) || endpoint.auth === 'session';

export const takesIdempotencyKey = (endpoint: Endpoint): boolean => endpoint.method === 'POST' && isBearer(endpoint);

export const idempotencyKey: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Makes the request safe to repeat for 24 hours: the same key and body get the first response again. ' +
    'The key with another body, or while the first request is still at work, is a 409.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
  example: '8e03978e-40d5-43e8-bc93-6894a57f9324',
};

/** Path, query and headers of one endpoint. @throws Error for a signature whose header is not known. */
export const parametersOf = (endpoint: Entry<Endpoint>, components: Components): (Parameter | { $ref: string })[] => [
  ...parametersIn('path', endpoint.params, components),
  ...parametersIn('query', endpoint.query, components),
  ...signatureParameters(endpoint),
  ...(takesIdempotencyKey(endpoint) ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
];
