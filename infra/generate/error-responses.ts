import type { Entry } from '#infra/catalog.ts';
import type { Endpoint } from '#shared/runtime/define/endpoint.ts';
import { BODY_MAX_BYTES } from '#shared/runtime/http/read-request.ts';
import { FreeFormValue } from '#shared/schemas/fields/free-form.ts';
import { Eligibility } from '#shared/schemas/phone-number.ts';
import { type Components, type JsonSchema, toJsonSchema } from './json-schema.ts';
import { takesCookie, takesIdempotencyKey } from './parameters.ts';

type ErrorStatus = 400 | 401 | 403 | 404 | 409 | 413 | 429 | 500;

/** Endpoints that refuse with more than the common body of a status, by operation id. */
const SPECIAL_RESPONSES: Record<string, Partial<Record<ErrorStatus, string>>> = {
  purchasePhoneNumber: { 403: 'ForbiddenOrPlanLimitReached' },
};

const RESPONSE_NAMES: Record<ErrorStatus, string> = {
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  409: 'Conflict',
  413: 'BodyTooLarge',
  429: 'TooManyRequests',
  500: 'InternalError',
};

const object = (properties: Record<string, JsonSchema>): JsonSchema => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
});

const refusal = {
  success: { type: 'boolean', const: false },
  error: { type: 'string', description: 'What is wrong, in words.' },
} as const satisfies Record<string, JsonSchema>;

const fixed = (message: string): JsonSchema => object({ error: { type: 'string', const: message } });

const issue = object({
  path: { type: 'string', description: 'The field, with dots between levels; empty for the body as a whole.' },
  message: { type: 'string', description: 'The rule it breaks.' },
});

export const errorSchemas = (): Components => ({
  FreeFormValue: FreeFormValue as JsonSchema,
  Error: object(refusal),
  ValidationError: object({
    ...refusal,
    issues: { type: 'array', items: issue, description: 'Every problem with the request at once.' },
  }),
  UnauthorizedError: fixed('Unauthorized'),
  ForbiddenError: fixed('Forbidden'),
  PlanLimitError: object({ ...refusal, eligibility: toJsonSchema(Eligibility, 'output', {}) }),
});

const response = (description: string, schema: JsonSchema, examples: Record<string, unknown>) => ({
  description,
  headers: { 'x-request-id': { $ref: '#/components/headers/RequestId' } },
  content: {
    'application/json': {
      schema,
      examples: Object.fromEntries(Object.entries(examples).map(([name, value]) => [name, { value }])),
    },
  },
});

const withRetryAfter = (described: ReturnType<typeof response>) => ({
  ...described,
  headers: { ...described.headers, 'Retry-After': { $ref: '#/components/headers/RetryAfter' } },
});

const ref = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });

const refused = (error: string, details: object = {}) => ({ success: false, error, ...details });

const planLimit = refused('The plan "free" allows 1 phone number(s); the limit is reached.', {
  eligibility: { currentCount: 1, maxAllowed: 1, hasSubscription: false, planName: 'free' },
});

const FORBIDDEN =
  'More than the role of the key allows, which `WWW-Authenticate` then says; a resource of another account; or a ' +
  'request by cookie from a page of another origin';

export const errorResponses = () => ({
  BadRequest: response('The request breaks a rule; `issues` lists every problem.', ref('ValidationError'), {
    missingField: refused('teamId: is required', { issues: [{ path: 'teamId', message: 'is required' }] }),
  }),
  Unauthorized: response(
    'The token, session or signature is missing, malformed, expired or revoked.',
    ref('UnauthorizedError'),
    {
      unauthorized: { error: 'Unauthorized' },
    },
  ),
  Forbidden: response(`${FORBIDDEN}.`, ref('ForbiddenError'), { forbidden: { error: 'Forbidden' } }),
  ForbiddenOrPlanLimitReached: response(
    `${FORBIDDEN}; or the limit of the account's plan is reached.`,
    { anyOf: [ref('ForbiddenError'), ref('PlanLimitError')] },
    { forbidden: { error: 'Forbidden' }, planLimitReached: planLimit },
  ),
  NotFound: response('A resource that the request names does not exist.', ref('Error'), {
    unknownId: refused('teamId: the team "team_01JNB4Q8Z6W2" does not exist.'),
  }),
  Conflict: response('The request cannot be carried out in the current state.', ref('Error'), {
    keyReused: refused('This Idempotency-Key was used with another body.'),
  }),
  BodyTooLarge: response(`The body has more than ${BODY_MAX_BYTES} bytes.`, ref('Error'), {
    tooLarge: refused(`The body has ${BODY_MAX_BYTES + 1} bytes; at most ${BODY_MAX_BYTES} are accepted.`),
  }),
  TooManyRequests: withRetryAfter(
    response('More requests than the limit allows; `Retry-After` says when to repeat this one.', ref('Error'), {
      limitReached: refused(
        'The account may send 50 requests a second, 200 at once, and has used them up. Repeat the request in 1 s; who ' +
          'runs the service can change the limit.',
      ),
      tooManyFailedSignIns: refused(
        'More than 10 sign-ins from this address have failed within a minute; wait 42 s. The limit is fixed.',
      ),
    }),
  ),
  InternalError: response('A fault of the service; quote the `x-request-id`.', ref('Error'), {
    fault: refused('Internal server error. Quote the x-request-id of this response.'),
  }),
});

/** The statuses beside 200 that an endpoint can answer with. */
const errorStatusesOf = (endpoint: Endpoint): ErrorStatus[] => {
  const takesInput = endpoint.params || endpoint.query || endpoint.body || takesIdempotencyKey(endpoint);
  return [
    ...(takesInput ? [400 as const] : []),
    ...(endpoint.auth === 'none' ? [] : [401 as const]),
    // For a role, for another page's request, and while the account is suspended.
    ...(takesCookie(endpoint) ? [403 as const] : []),
    ...(endpoint.errors ?? []),
    // Whatever a request brings along is measured, read or not.
    413,
    ...(takesCookie(endpoint) ? [429 as const] : []),
    500,
  ];
};

export const errorResponseRefs = (endpoint: Entry<Endpoint>): Record<string, { $ref: string }> =>
  Object.fromEntries(
    errorStatusesOf(endpoint).map((status) => {
      const name = SPECIAL_RESPONSES[endpoint.id]?.[status] ?? RESPONSE_NAMES[status];
      return [status, { $ref: `#/components/responses/${name}` }];
    }),
  );
