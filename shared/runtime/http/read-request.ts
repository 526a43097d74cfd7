import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type * as z from 'zod';
import { type Issue, invalid, Refusal } from '#shared/domain/errors.ts';
import { checkAgainst, typeName } from '#shared/schemas/fields/check.ts';
import { brokenBodyRules } from '#shared/schemas/fields/json-shape.ts';
import type { Caller } from '#shared/store/access/tokens.ts';
import type { FieldRules, RawRequest, ServedEndpoint } from './endpoint-definition.ts';

export const BODY_MAX_BYTES = 1024 * 1024;

const check = (schema: z.ZodType | undefined, value: unknown, problems: Issue[]): Record<string, unknown> => {
  if (!schema) return {};
  const { data, issues } = checkAgainst(schema, value);
  problems.push(...issues);
  return (data ?? {}) as Record<string, unknown>;
};

/** What the rules of an endpoint may depend on. */
interface Circumstances {
  now: Date;
  caller: Caller;
}

type PathParameters = Record<string, unknown>;

/** Applies the rules to the well-formed fields, so that one answer names every problem. */
const brokenRules = (
  { body, bodyRules = {} }: ServedEndpoint,
  sent: Record<string, unknown>,
  { now, caller }: Circumstances,
  path: PathParameters,
): Issue[] =>
  Object.entries(bodyRules as FieldRules<z.ZodObject>).flatMap(([name, rule]) => {
    const field = body?.shape[name]?.safeParse(sent[name]);
    const message = field?.success ? rule?.(field.data, now, caller, path) : null;
    return message ? [{ path: name, message }] : [];
  });

const parseBody = ({ body }: RawRequest): unknown => {
  const text = body.toString('utf8').replace(/^\uFEFF/, '');
  if (text.trim() === '') return {};
  try {
    return JSON.parse(text);
  } catch (error) {
    throw invalid([{ path: '', message: `The body is not valid JSON: ${(error as Error).message}` }]);
  }
};

const bodyOf = (raw: RawRequest): Record<string, unknown> => {
  const body = parseBody(raw);
  if (body === null || typeof body !== 'object' || Array.isArray(body)) {
    throw invalid([{ path: '', message: `The body must be a JSON object, not ${typeName(body)}.` }]);
  }
  const issues = brokenBodyRules(body);
  if (issues.length > 0) throw invalid(issues);
  return body as Record<string, unknown>;
};

export const refuseLargeBody = ({ body }: RawRequest): void => {
  if (body.byteLength > BODY_MAX_BYTES) {
    throw new Refusal(413, `The body has ${body.byteLength} bytes; at most ${BODY_MAX_BYTES} are accepted.`);
  }
};

/**
 * Reads the query of a DELETE from the URL or the body, because many HTTP clients drop the body and some send nothing
 * else. Two different values of a field are refused, because only one of them would be checked.
 */
const queryOf = (
  { method, query }: ServedEndpoint,
  event: APIGatewayProxyEventV2,
  raw: RawRequest,
  problems: Issue[],
): Record<string, unknown> => {
  const sent: Record<string, unknown> = event.queryStringParameters ?? {};
  if (method !== 'DELETE' || !query) return sent;
  const body = bodyOf(raw);
  const differing = Object.keys(query.shape).filter(
    (name) => name in sent && name in body && sent[name] !== body[name],
  );
  problems.push(...differing.map((path) => ({ path, message: 'must not differ between query and body' })));
  return { ...body, ...sent };
};

/** Path, query and body as one checked input. @throws Refusal 400 with every problem at once. */
export const readInput = (
  endpoint: ServedEndpoint,
  event: APIGatewayProxyEventV2,
  raw: RawRequest,
  circumstances: Circumstances,
): Record<string, unknown> => {
  const issues: Issue[] = [];
  const body = endpoint.body ? bodyOf(raw) : {};
  const path = event.pathParameters ?? {};
  const input = {
    ...check(endpoint.body, body, issues),
    ...check(endpoint.query, queryOf(endpoint, event, raw, issues), issues),
    ...check(endpoint.params, path, issues),
  };
  issues.push(...brokenRules(endpoint, body, circumstances, path));
  if (issues.length > 0) throw invalid(issues);
  return input;
};
