import middy from '@middy/core';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context as LambdaContext } from 'aws-lambda';
import type { Log } from '#shared/ports/log.ts';
import { createLog } from '#shared/runtime/log.ts';
import { clock } from '#shared/runtime/system.ts';
import type { Use } from '#shared/store/access/last-use.ts';
import type { Caller } from '#shared/store/access/tokens.ts';
import { NOBODY } from './authenticate.ts';
import type { RawRequest } from './endpoint-definition.ts';

/** What the steps of a request find out for each other. */
export interface RequestContext extends LambdaContext {
  startedAtMs: number;
  now: Date;
  log: Log;
  raw: RawRequest;
  caller: Caller;
  /** The network address of whoever sent the request. */
  address: string;
  /** Uses of the caller's token and session that are not written down yet. */
  uses: Use[];
  /** What the answer has the browser keep. */
  cookies: string[];
  idempotencyKey: string | undefined;
  input: Record<string, unknown>;
  loaded: Record<string, unknown>;
}

type Event = APIGatewayProxyEventV2;
export type Answer = APIGatewayProxyStructuredResultV2;
export type LambdaHandler = (event: Event, context: LambdaContext) => Promise<Answer>;
export type Handle = (event: Event, context: RequestContext) => Promise<Answer>;

/** Only the handler answers: a step refuses by throwing, or changes the answer on its way out. */
export type Hook = (request: middy.Request<Event, Answer, Error, RequestContext>) => void | Promise<void>;
export type Step = { before: Hook } | { after: Hook } | { after: Hook; onError: Hook } | { onError: Hook };

/** A request begins with nobody and nothing, so that a step which is missing opens nothing. */
const contextOf = (event: Event, lambda: LambdaContext): RequestContext => ({
  ...lambda,
  startedAtMs: performance.now(),
  now: clock(),
  log: createLog({
    request_id: event.requestContext.requestId,
    function: lambda.functionName,
    route: event.routeKey,
  }),
  raw: {
    headers: event.headers ?? {},
    cookies: event.cookies ?? [],
    body: Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8'),
  },
  caller: NOBODY,
  address: event.requestContext.http.sourceIp,
  uses: [],
  cookies: [],
  idempotencyKey: undefined,
  input: {},
  loaded: {},
});

/** The Lambda handler that takes these steps: on the way in from first to last, on the way out from last to first. */
export const chain = (steps: Step[], handle: Handle): LambdaHandler => {
  const run = middy<Event, Answer, Error, RequestContext>(handle);
  run.use(steps);
  return (event, lambda) => run(event, contextOf(event, lambda));
};
