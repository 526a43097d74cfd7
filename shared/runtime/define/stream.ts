import type { APIGatewayProxyEventV2, Context as LambdaContext } from 'aws-lambda';
import type { Capability, Ports } from '#shared/ports/capabilities.ts';
import type { Log } from '#shared/ports/log.ts';
import { portsOnce } from '#shared/runtime/build-ports.ts';
import { SAFE_HEADERS } from '#shared/runtime/http/safe-headers.ts';
import { createLog } from '#shared/runtime/log.ts';
import { clock } from '#shared/runtime/system.ts';

/** A request to a function that answers piece by piece. */
export interface StreamRequest {
  method: string;
  path: string;
  headers: Record<string, string | undefined>;
  body: string;
}

export interface StreamResponse {
  status: number;
  contentType: string;
  /** The body, as it comes into being. It is read to its end even if whoever asked has hung up, as Lambda does. */
  pieces: AsyncIterable<string> | Iterable<string>;
}

interface StreamContext {
  clock(): Date;
  log: Log;
}

interface StreamDefinition<Uses extends Capability> {
  summary: string;
  /** Where the laptop's gateway serves it; on AWS it has an address of its own, because HTTP APIs cannot stream. */
  path: `/${string}`;
  timeoutSeconds: number;
  /** Concurrent runs that no other function can take away, and the most that it gets. */
  reservedConcurrency?: number;
  uses: readonly Uses[];
  respond(request: StreamRequest, context: StreamContext & Ports<Uses>): Promise<StreamResponse>;
}

/** The type-erased view: what CDK and the laptop read. */
export interface StreamFunction extends Omit<StreamDefinition<Capability>, 'respond'> {
  kind: 'stream';
  respond(request: StreamRequest): Promise<StreamResponse>;
  /** The Lambda handler, where the runtime can stream. */
  handler: unknown;
}

/** What Lambda's Node.js runtime provides for response streaming. */
interface LambdaStreaming {
  streamifyResponse(
    handle: (event: APIGatewayProxyEventV2, stream: NodeJS.WritableStream, context: LambdaContext) => Promise<void>,
  ): unknown;
  HttpResponseStream: {
    from(stream: NodeJS.WritableStream, metadata: { statusCode: number; headers: object }): NodeJS.WritableStream;
  };
}

const requestOf = (event: APIGatewayProxyEventV2): StreamRequest => ({
  method: event.requestContext.http.method,
  path: event.rawPath,
  headers: event.headers ?? {},
  body: Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8').toString('utf8'),
});

const cannotStream = (): never => {
  throw new Error('This function answers piece by piece; here is no Lambda runtime that can do so.');
};

const lambdaHandler = (respond: StreamFunction['respond']): unknown => {
  const { awslambda } = globalThis as { awslambda?: Partial<LambdaStreaming> };
  const { streamifyResponse, HttpResponseStream } = awslambda ?? {};
  if (!streamifyResponse || !HttpResponseStream) return cannotStream;
  return streamifyResponse(async (event, stream) => {
    const { status, contentType, pieces } = await respond(requestOf(event));
    const metadata = { statusCode: status, headers: { ...SAFE_HEADERS, 'content-type': contentType } };
    const out = HttpResponseStream.from(stream, metadata);
    for await (const piece of pieces) out.write(piece);
    out.end();
  });
};

export const defineStream = <const Uses extends Capability>(definition: StreamDefinition<Uses>): StreamFunction => {
  const ports = portsOnce(definition.uses);
  const respond: StreamFunction['respond'] = async (request) => {
    const log = createLog({ function: definition.path });
    const response = await definition.respond(request, { ...ports(), clock, log });
    log.info('request', { status: response.status });
    return response;
  };
  return { ...definition, kind: 'stream', respond, handler: lambdaHandler(respond) };
};
