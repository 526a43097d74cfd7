import httpCors from '@middy/http-cors';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { conflict, Refusal } from '#shared/domain/errors.ts';
import type { Log } from '#shared/ports/log.ts';
import { measure } from '#shared/ports/metrics.ts';
import { env } from '#shared/runtime/env.ts';
import { ConditionFailed, Contended } from '#shared/store/table/table.ts';
import type { Answer, Hook, Step } from './chain.ts';
import { SAFE_HEADERS } from './safe-headers.ts';
import { toldPath } from './told-path.ts';

/** Answers of these statuses have no `success` field: their bodies are fixed to the letter. */
const BARE_STATUSES: readonly number[] = [401];
const PREFLIGHT_MAX_AGE_SECONDS = 600;

export const json = (statusCode: number, body: unknown): Answer => ({
  statusCode,
  headers: { 'content-type': 'application/json; charset=utf-8' },
  body: JSON.stringify(body),
});

const isBare = ({ status, message }: Refusal): boolean =>
  BARE_STATUSES.includes(status) || (status === 403 && message === 'Forbidden');

export const refusalBody = (refusal: Refusal): Record<string, unknown> =>
  isBare(refusal) ? { error: refusal.message } : { success: false, error: refusal.message, ...refusal.details };

/** Others were faster; nothing is wrong with the request, nor with the service. */
const LOST_RACE = conflict('Others changed the same thing at the same time, again and again; repeat the request.');

const isLostRace = (error: unknown): boolean => error instanceof Contended || error instanceof ConditionFailed;

const refused = (refusal: Refusal): Answer => {
  const answer = json(refusal.status, refusalBody(refusal));
  return { ...answer, headers: { ...answer.headers, ...refusal.headers } };
};

const answerTo = (error: unknown, log: Log): Answer => {
  if (error instanceof Refusal) return refused(error);
  if (isLostRace(error)) {
    log.warn('The request lost every race against others: the caller got a 409 and was asked to repeat it.');
    return json(409, refusalBody(LOST_RACE));
  }
  log.error('The request failed through a fault of the service: the caller got a 500, and nothing is retried.', error);
  return json(500, { success: false, error: 'Internal server error. Quote the x-request-id of this response.' });
};

/** What is thrown becomes an answer: a refusal in its own words, a lost race as a 409, a fault without its cause. */
export const answerErrors: Step = {
  onError: (request) => {
    request.response = answerTo(request.error, request.context.log);
  },
};

/** CORS, built at the first request: the allowed origins come from the environment, which synthesis does not have. */
export const allowOrigins = (): Step => {
  let cors: ReturnType<typeof httpCors> | undefined;
  const addCors: Hook = (request) => {
    cors ??= httpCors({
      origins: env.corsAllowedOrigins.split(',').map((origin) => origin.trim()),
      methods: 'GET,POST,PUT,PATCH,DELETE,OPTIONS',
      headers: 'authorization,content-type,idempotency-key',
      exposeHeaders: 'x-request-id,retry-after,www-authenticate',
      maxAge: PREFLIGHT_MAX_AGE_SECONDS,
    });
    cors.after?.(request);
  };
  return { after: addCors, onError: addCors };
};

const addSafeHeaders: Hook = ({ response }) => {
  if (response) response.headers = { ...response.headers, ...SAFE_HEADERS };
};

/** Answers are not kept on their way and not taken for another type than they say. */
export const addHeaders: Step = { after: addSafeHeaders, onError: addSafeHeaders };

/** What a line says of a request beside its route. */
const beyondRoute = ({ pathParameters, requestContext: { http }, routeKey }: APIGatewayProxyEventV2) => {
  const path = toldPath(routeKey, pathParameters);
  if (path === undefined) return { method: http.method };
  return routeKey === `${http.method} ${path}` ? {} : { method: http.method, path };
};

const SERVER_ERRORS_FROM = 500;
const TOO_MANY_REQUESTS = 429;

const counted = (status: number) => ({
  ...(status === TOO_MANY_REQUESTS && { requests_limited: 1 }),
  ...(status >= SERVER_ERRORS_FROM && { server_errors: 1 }),
});

const finish: Hook = ({ event, context, response }) => {
  if (!response) return;
  const ms = Math.round(performance.now() - context.startedAtMs);
  const { statusCode: status = 200 } = response;
  measure(context.log, 'request', counted(status), { ...beyondRoute(event), status, ms });
  response.headers = { ...response.headers, 'x-request-id': event.requestContext.requestId };
};

/** The request's id on its answer, and one line in the log. */
export const logRequest: Step = { after: finish, onError: finish };
