import type { Entry } from '#infra/catalog.ts';
import type { Endpoint } from '#shared/runtime/define/endpoint.ts';
import type { Method } from '#shared/runtime/http/endpoint-definition.ts';
import { BODY_MAX_DEPTH, BODY_MAX_LEAVES } from '#shared/schemas/fields/json-shape.ts';
import { errorResponseRefs, errorResponses, errorSchemas } from './error-responses.ts';
import { acceptedExample, exampleOf } from './example.ts';
import { type Components, type JsonSchema, toJsonSchema } from './json-schema.ts';
import { idempotencyKey, isBearer, type Parameter, parametersOf, readsBody, takesCookie } from './parameters.ts';

interface Content {
  'application/json': { schema: JsonSchema; example: unknown };
}

interface Response {
  description: string;
  headers: object;
  content: Content;
}

export interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  description?: string;
  security?: Record<string, string[]>[];
  parameters?: (Parameter | { $ref: string })[];
  requestBody?: { description?: string; required: boolean; content: Content };
  responses: Record<string, Response | { $ref: string }>;
}

interface OpenApiDocument {
  openapi: '3.1.0';
  info: { title: string; version: string; description: string; license: object };
  tags: { name: string }[];
  security: Record<string, string[]>[];
  paths: Record<string, Record<string, Operation>>;
  components: Record<string, Record<string, unknown>> & { schemas: Components };
}

const METHOD_ORDER: Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

const DESCRIPTION =
  'AI voice assistants, phone numbers, a CRM of companies and contacts, and outbound calling campaigns. Requests and ' +
  'responses are JSON. Unknown fields of a request are ignored; responses may gain fields. Refusals are decided in the ' +
  `order 401, 403 while the account is suspended, 403 for the origin, 403 for the role, 429, 413, 400, 404 and 403, 409. A body nested deeper than ` +
  `${BODY_MAX_DEPTH} levels, with more than ${BODY_MAX_LEAVES} values, with a key \`__proto__\` or with text that is ` +
  'not well-formed Unicode is a 400. An answer holds at most 5 MB: a page of a list ends early, and its `limit` says ' +
  'how many rows there are. Request line and headers together have at most 10 KB.';

const BODY_OF_DELETE =
  'Fields of the query may be sent in a JSON body instead; a field that stands in both must not differ.';

const requestBodyOf = (endpoint: Endpoint, components: Components): Operation['requestBody'] => {
  const fields = endpoint.body ?? (readsBody(endpoint) ? endpoint.query : undefined);
  if (!fields) return undefined;
  const schema = toJsonSchema(fields, 'input', components);
  const { required = [] } = schema.$ref ? { required: ['everything'] } : schema;
  return {
    ...(!endpoint.body && { description: BODY_OF_DELETE }),
    required: required.length > 0,
    content: { 'application/json': { schema, example: acceptedExample(fields, schema, components) } },
  };
};

const successResponse = (endpoint: Endpoint, components: Components): Response => {
  const schema = toJsonSchema(endpoint.output, 'output', components);
  return {
    description: 'Done.',
    headers: { 'x-request-id': { $ref: '#/components/headers/RequestId' } },
    content: { 'application/json': { schema, example: exampleOf(schema, components) } },
  };
};

const operationOf = (endpoint: Entry<Endpoint>, components: Components): Operation => {
  const parameters = parametersOf(endpoint, components);
  const requestBody = requestBodyOf(endpoint, components);
  return {
    operationId: endpoint.id,
    tags: [endpoint.tag],
    summary: endpoint.summary,
    ...(endpoint.description !== undefined && { description: endpoint.description }),
    ...(!isBearer(endpoint) && { security: takesCookie(endpoint) ? [{ sessionCookie: [] }] : [] }),
    ...(parameters.length > 0 && { parameters }),
    ...(requestBody && { requestBody }),
    responses: { 200: successResponse(endpoint, components), ...errorResponseRefs(endpoint) },
  };
};

const byPathThenMethod = (a: Endpoint, b: Endpoint): number =>
  a.path === b.path ? METHOD_ORDER.indexOf(a.method) - METHOD_ORDER.indexOf(b.method) : a.path < b.path ? -1 : 1;

const sortedByName = <Value>(values: Record<string, Value>): Record<string, Value> =>
  Object.fromEntries(Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1)));

/**
 * The endpoints as an OpenAPI 3.1 document, in an order that depends on nothing but their content.
 * @throws Error when schemas with one id differ, or a signature's header is not known.
 */
export const toOpenApi = (endpoints: readonly Entry<Endpoint>[], version: string): OpenApiDocument => {
  const schemas: Components = errorSchemas();
  const paths: OpenApiDocument['paths'] = {};
  for (const endpoint of [...endpoints].sort(byPathThenMethod)) {
    const operation = operationOf(endpoint, schemas);
    paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method.toLowerCase()]: operation };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Voice assistant calling service',
      version,
      description: DESCRIPTION,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    tags: [...new Set(endpoints.map(({ tag }) => tag))].sort().map((name) => ({ name })),
    security: [{ bearerAuth: [] }, { sessionCookie: [] }],
    paths,
    components: {
      securitySchemes: {
        bearerAuth: { type: 'http', scheme: 'bearer', description: 'An API token of your account.' },
        sessionCookie: {
          type: 'apiKey',
          in: 'cookie',
          name: '__Host-session',
          description:
            'A session that `POST /api/session` began; `session_<port>` at a loopback address over plain HTTP. A token ' +
            'wins where both are sent. Methods other than GET must be of the same origin, and a body `application/json`.',
        },
      },
      parameters: { IdempotencyKey: idempotencyKey },
      headers: {
        RequestId: { description: 'Identifies this request in the logs.', schema: { type: 'string' } },
        RetryAfter: { description: 'Seconds.', schema: { type: 'integer', minimum: 1 } },
      },
      responses: errorResponses(),
      schemas: sortedByName(schemas),
    },
  };
};
