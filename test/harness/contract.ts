import { isDeepStrictEqual } from 'node:util';
import { endpoints } from '#infra/catalog.ts';
import { compileRoutes } from '#infra/local/gateway/gateway-routes.ts';

interface PlainReply {
  status: number;
  body: unknown;
  headers: Headers;
}

/** Statuses that any endpoint may answer with undeclared. */
const COMMON_STATUSES = [400, 401, 413, 429];

/** A role or another origin may forbid whatever is not a GET, and a suspension whatever needs a token. */
const forbiddable = ({ auth, method }: Pick<Endpoint, 'auth' | 'method'>): number[] =>
  method !== 'GET' || auth === undefined || auth === 'bearer' || auth === 'session' ? [403] : [];

const match = compileRoutes(endpoints);

/** The endpoint behind a request, if there is one. */
const endpointOf = (method: string, path: string) => match(method, path.split('?')[0] ?? path)?.route;

type Endpoint = NonNullable<ReturnType<typeof endpointOf>>;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isIssue = (issue: unknown): boolean =>
  isObject(issue) &&
  isDeepStrictEqual(Object.keys(issue).sort(), ['message', 'path']) &&
  Object.values(issue).every((part) => typeof part === 'string');

const problemOfSuccess = (endpoint: Endpoint, body: unknown): string | undefined => {
  const parsed = endpoint.output.safeParse(body);
  if (!parsed.success) return `it breaks the declared schema: ${parsed.error.message}`;
  return isDeepStrictEqual(parsed.data, body) ? undefined : 'it has fields that the schema does not declare';
};

/** The bodies of 401 and of refused foreign resources are fixed to the letter; all others share one shape. */
const problemOfFailure = (status: number, body: unknown): string | undefined => {
  if (status === 401) return isDeepStrictEqual(body, { error: 'Unauthorized' }) ? undefined : 'the 401 body is fixed';
  if (status === 403 && isDeepStrictEqual(body, { error: 'Forbidden' })) return undefined;
  if (!isObject(body) || body.success !== false || typeof body.error !== 'string' || body.error === '') {
    return 'an error must be {"success": false, "error": "<words>"}';
  }
  if (status !== 400) return undefined;
  const { issues } = body;
  const hasIssues = Array.isArray(issues) && issues.length > 0 && issues.every(isIssue);
  return hasIssues ? undefined : 'a 400 must list its issues as {path, message}';
};

const problemOf = (method: string, path: string, { status, body, headers }: PlainReply): string | undefined => {
  if (!headers.get('x-request-id')) return 'the header x-request-id is missing';
  if (!headers.get('content-type')?.startsWith('application/json')) return 'the content type is not application/json';
  if (headers.get('cache-control') !== 'no-store') return 'the header cache-control is not no-store';
  if (headers.get('x-content-type-options') !== 'nosniff') return 'the header x-content-type-options is not nosniff';
  const endpoint = endpointOf(method, path);
  if (status === 200) return endpoint ? problemOfSuccess(endpoint, body) : 'no endpoint of the catalog has this route';
  const allowed: readonly number[] = endpoint
    ? [...COMMON_STATUSES, ...forbiddable(endpoint), ...(endpoint.errors ?? [])]
    : [404, 413];
  if (!allowed.includes(status)) return `the endpoint does not declare the status ${status}`;
  if (status === 429 && !/^[1-9]\d*$/.test(headers.get('retry-after') ?? '')) return 'a 429 must say when to try again';
  return problemOfFailure(status, body);
};

/** Holds a reply to its endpoint's declaration: no field missing or extra, errors in their one shape. */
export const checkContract = (method: string, path: string, reply: PlainReply): void => {
  const problem = problemOf(method, path, reply);
  if (!problem) return;
  throw new Error(`${method} ${path} answered ${reply.status} ${JSON.stringify(reply.body)}, but ${problem}.`);
};
