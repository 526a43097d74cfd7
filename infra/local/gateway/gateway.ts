import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import { close, listen } from '#infra/local/process/json-http.ts';
import { lambdaContext } from '#infra/local/process/lambda-context.ts';
import { isMeantForHere } from '#infra/local/process/loopback.ts';
import { BadEscape, splitTarget, toEvent } from './gateway-event.ts';
import {
  answerTooLarge,
  assertLambdaReturns,
  assertLambdaTakes,
  REQUEST_MAX_BYTES,
  RequestTooLarge,
} from './gateway-limits.ts';
import { answerOf, type HttpAnswer, internalServerError, jsonAnswer, writeAnswer } from './gateway-response.ts';
import { compileRoutes } from './gateway-routes.ts';
import { answerOfStream, findStream, type GatewayStream } from './gateway-streams.ts';
import { answerUnreadableRequests } from './unreadable-requests.ts';

/** API Gateway's limit on the request line and all headers. */
const MAX_HEADER_BYTES = 10_240;
/** API Gateway waits this long for a function. */
const TIMEOUT_SECONDS = 30;
/** Time for requests in progress when the service stops. */
const STOP_MS = 1_000;
/** A refused body is read on for this long, so that a client that still sends it sees the refusal. */
const DRAIN_MS = 5_000;

type Handler = (event: APIGatewayProxyEventV2, context: Context) => Promise<unknown>;

interface GatewayFunctions {
  endpoints: { id: string; method: string; path: string; handler: Handler }[];
  streams: GatewayStream[];
  fallback: { id: string; handler: Handler } | undefined;
}

export interface Gateway {
  /** `http://localhost:PORT` */
  url: string;
  port: number;
  /** Requests wait until this is called; called again, it replaces the functions for later requests. */
  serve(functions: GatewayFunctions): void;
  stop(): Promise<void>;
}

interface GatewayOptions {
  /** 0 lets the system choose. */
  port: number;
  /** Names by which it may be reached beside those of this machine. */
  publicHosts?: readonly string[] | undefined;
  /** One readable line per request. */
  log(line: string): void;
  /** A function threw; the client never sees the error. */
  onError(functionName: string, error: unknown): void;
}

const readBody = async (request: IncomingMessage): Promise<Buffer> => {
  if (Number(request.headers['content-length'] ?? 0) > REQUEST_MAX_BYTES) throw new RequestTooLarge(REQUEST_MAX_BYTES);
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    size += (chunk as Buffer).length;
    if (size > REQUEST_MAX_BYTES) throw new RequestTooLarge(REQUEST_MAX_BYTES);
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks);
};

const refusalOf = (error: unknown): HttpAnswer | undefined => {
  if (error instanceof BadEscape)
    return jsonAnswer(400, { success: false, error: error.message, issues: [{ path: '', message: error.message }] });
  return error instanceof RequestTooLarge ? answerTooLarge(error) : undefined;
};

const answerOfLambda = (result: unknown): HttpAnswer => {
  assertLambdaReturns(result);
  return answerOf(result);
};

/** API Gateway has a name of its own too and answers to no other. */
const unknownName = ({ headers }: IncomingMessage): HttpAnswer => {
  const error =
    `This service is not known as ${JSON.stringify(headers.host ?? '')}, only as localhost and 127.0.0.1. ` +
    'Start it with PUBLIC_HOSTS=<name> to reach it by another name.';
  return jsonAnswer(421, { success: false, error });
};

const withDeadline = async (work: Promise<unknown>): Promise<HttpAnswer> => {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<HttpAnswer>((resolve) => {
    timer = setTimeout(() => resolve(jsonAnswer(503, { message: 'Service Unavailable' })), TIMEOUT_SECONDS * 1_000);
  });
  try {
    return await Promise.race([work.then(answerOfLambda), timeout]);
  } finally {
    clearTimeout(timer);
  }
};

/** Ends a response after the client has sent the rest of a refused body. */
const finish = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  if (!request.complete && !request.destroyed) {
    const timer = setTimeout(() => request.destroy(), DRAIN_MS);
    await new Promise<void>((resolve) => {
      request
        .once('close', resolve)
        .once('end', resolve)
        .once('error', () => resolve())
        .resume();
    });
    clearTimeout(timer);
  }
  response.end();
};

interface Target {
  id: string;
  invoke(bytes: Buffer): Promise<HttpAnswer>;
}

/** Finds the function for a request; undefined if there is none. */
const targetsOf = ({ endpoints, streams, fallback }: GatewayFunctions, onError: GatewayOptions['onError']) => {
  const match = compileRoutes(endpoints);
  return (request: IncomingMessage, requestId: string): Target | undefined => {
    const stream = findStream(streams, request);
    if (stream) {
      const { id } = stream;
      const invoke = async (bytes: Buffer): Promise<HttpAnswer> => {
        assertLambdaTakes(bytes, { body: bytes.toString('utf8') });
        return answerOfStream(stream, request, bytes, (error) => onError(id, error));
      };
      return { id, invoke };
    }
    const found = match(request.method ?? '', splitTarget(request.url ?? '/').rawPath);
    const routeKey = found ? `${found.route.method} ${found.route.path}` : '$default';
    const target = found?.route ?? fallback;
    if (!target) return undefined;
    const { id, handler } = target;
    const invoke = async (bytes: Buffer): Promise<HttpAnswer> => {
      const rawParameters = found?.rawParameters ?? {};
      const event = toEvent({ request, bytes, routeKey, rawParameters, requestId, now: new Date() });
      assertLambdaTakes(bytes, event);
      return withDeadline(handler(event, lambdaContext(id, TIMEOUT_SECONDS)));
    };
    return { id, invoke };
  };
};

const answererFor = (functions: GatewayFunctions, onError: GatewayOptions['onError']) => {
  const targetFor = targetsOf(functions, onError);
  return async (request: IncomingMessage, requestId: string): Promise<HttpAnswer> => {
    const target = targetFor(request, requestId);
    if (!target) return jsonAnswer(404, { message: 'Not Found' });
    try {
      return await target.invoke(await readBody(request));
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal) return refusal;
      // An incomplete request means that the client disconnected, not that the function failed.
      if (request.complete) onError(target.id, error);
      return internalServerError();
    }
  };
};

const closeGently = async (server: Server): Promise<void> => {
  const timer = setTimeout(() => server.closeAllConnections(), STOP_MS);
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  clearTimeout(timer);
};

const listenOnLoopback = async (servers: [Server, Server], port: number): Promise<number> => {
  const actualPort = await listen(servers[0], port, '127.0.0.1');
  try {
    await listen(servers[1], actualPort, '::1');
  } catch (error) {
    // Without IPv6 on the machine IPv4 is enough; a port in use on either address is an error.
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') {
      await close(servers[0]);
      throw error;
    }
  }
  return actualPort;
};

/**
 * Serves functions over HTTP as API Gateway does. Listens at once on both loopback addresses; rejects with
 * `EADDRINUSE` if the port is in use.
 */
export const openGateway = async ({ port, publicHosts, log, onError }: GatewayOptions): Promise<Gateway> => {
  type Answerer = ReturnType<typeof answererFor>;
  let resolveFirst: (first: Answerer) => void;
  let answerer: Answerer | Promise<Answerer> = new Promise<Answerer>((resolve) => {
    resolveFirst = resolve;
  });

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const start = performance.now();
    const requestId = randomUUID();
    const answer = isMeantForHere(request, publicHosts)
      ? await (await answerer)(request, requestId)
      : unknownName(request);
    if (!answer.headers.some(([name]) => name.toLowerCase() === 'x-request-id')) {
      response.setHeader('x-request-id', requestId);
    }
    if (!request.complete) response.setHeader('connection', 'close');
    const { rawPath } = splitTarget(request.url ?? '/');
    const milliseconds = Math.round(performance.now() - start);
    log(`${request.method} ${rawPath} ${answer.status} ${milliseconds} ms ${requestId}`);
    await writeAnswer(response, answer);
    await finish(request, response);
  };
  const newServer = (): Server => {
    const server = createServer({ maxHeaderSize: MAX_HEADER_BYTES, requireHostHeader: false }, (request, response) => {
      handle(request, response).catch(() => response.destroy());
    });
    answerUnreadableRequests(server);
    return server;
  };
  const servers: [Server, Server] = [newServer(), newServer()];
  const actualPort = await listenOnLoopback(servers, port);
  return {
    url: `http://localhost:${actualPort}`,
    port: actualPort,
    serve: (functions) => {
      answerer = answererFor(functions, onError);
      resolveFirst(answerer);
    },
    stop: async () => {
      await Promise.all(servers.filter(({ listening }) => listening).map(closeGently));
    },
  };
};
