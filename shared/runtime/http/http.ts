import middy from '@middy/core';
import httpCors from '@middy/http-cors';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context as LambdaContext } from 'aws-lambda';
import { Refusal } from '#shared/domain/errors.ts';
import type { Log } from '#shared/ports/log.ts';
import { env } from '#shared/runtime/env.ts';
import { createLog } from '#shared/runtime/log.ts';

export type HttpHandler = (event: APIGatewayProxyEventV2, log: Log) => Promise<APIGatewayProxyStructuredResultV2>;

/** Answers of these statuses have no `success` field: their bodies are fixed to the letter. */
const BARE_STATUSES: readonly number[] = [401];
const PREFLIGHT_MAX_AGE_SECONDS = 600;

export const json = (statusCode: number, body: unknown): APIGatewayProxyStructuredResultV2 => ({
  statusCode,
  headers: { 'content-type': 'application/json; charset=utf-8' },
  body: JSON.stringify(body),
});

const isBare = ({ status, message }: Refusal): boolean =>
  BARE_STATUSES.includes(status) || (status === 403 && message === 'Forbidden');

export const refusalBody = (refusal: Refusal): Record<string, unknown> =>
  isBare(refusal) ? { error: refusal.message } : { success: false, error: refusal.message, ...refusal.details };

const answer = async (event: APIGatewayProxyEventV2, log: Log, handle: HttpHandler) => {
  try {
    return await handle(event, log);
  } catch (error) {
    if (error instanceof Refusal) return json(error.status, refusalBody(error));
    log.error('The request failed through a fault of the service.', error);
    return json(500, { success: false, error: 'Internal server error. Quote the x-request-id of this response.' });
  }
};

type LambdaHandler = (
  event: APIGatewayProxyEventV2,
  context: LambdaContext,
) => Promise<APIGatewayProxyStructuredResultV2>;

const logOf = (event: APIGatewayProxyEventV2, context: LambdaContext): Log =>
  createLog({ request_id: event.requestContext.requestId, function: context.functionName, route: event.routeKey });

/** Built at the first request: the allowed origins come from the environment, which synthesis does not have. */
const withCors = (handler: LambdaHandler): LambdaHandler =>
  middy(handler).use(
    httpCors({
      disableBeforePreflightResponse: false,
      origins: env.corsAllowedOrigins.split(',').map((origin) => origin.trim()),
      methods: 'GET,POST,PUT,PATCH,DELETE,OPTIONS',
      headers: 'authorization,content-type,idempotency-key',
      exposeHeaders: 'x-request-id',
      maxAge: PREFLIGHT_MAX_AGE_SECONDS,
    }),
  ) as unknown as LambdaHandler;

/** What every HTTP function has: a request id on the response and in its log line, CORS, and refusals as answers. */
export const wrapHttp = (handle: HttpHandler): LambdaHandler => {
  let inner: LambdaHandler | undefined;
  return async (event, context) => {
    inner ??= withCors((request, invocation) => answer(request, logOf(request, invocation), handle));
    const { http, requestId } = event.requestContext;
    const startedAt = performance.now();
    const reply = await inner(event, context);
    const ms = Math.round(performance.now() - startedAt);
    logOf(event, context).info('request', { method: http.method, path: http.path, status: reply.statusCode, ms });
    return { ...reply, headers: { ...reply.headers, 'x-request-id': requestId } };
  };
};
