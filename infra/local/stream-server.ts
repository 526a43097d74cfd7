import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { StreamFunction, StreamResponse } from '#shared/runtime/define-stream.ts';
import { close, listen } from './json-http.ts';

const MAX_BODY_BYTES = 6 * 1024 * 1024;

export interface StreamServer {
  url: string;
  /** Before that there is nothing at any path. */
  serve(functions: StreamFunction[]): void;
  stop(): Promise<void>;
}

const readBody = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += (chunk as Buffer).length;
    if (bytes > MAX_BODY_BYTES) throw new Error('The body is larger than a function takes.');
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks).toString('utf8');
};

const headersOf = ({ headers }: IncomingMessage): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]));

/** Goes on to the end although whoever asked may have hung up, as Lambda does. */
const send = async (pieces: StreamResponse['pieces'], response: ServerResponse): Promise<void> => {
  for await (const piece of pieces) if (!response.destroyed) response.write(piece);
  response.end();
};

const answer = async (streams: StreamFunction[], request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const { pathname } = new URL(request.url ?? '/', 'http://localhost');
  const stream = streams.find(({ path }) => path === pathname);
  if (!stream || request.method !== 'POST') {
    response.writeHead(404).end();
    return;
  }
  const asked = { method: 'POST', path: pathname, headers: headersOf(request), body: await readBody(request) };
  const { status, contentType, pieces } = await stream.respond(asked);
  response.writeHead(status, { 'content-type': contentType });
  await send(pieces, response);
};

/** Functions that answer piece by piece, at an address of their own as on AWS. */
export const startStreamServer = async (onError: (error: unknown) => void): Promise<StreamServer> => {
  let streams: StreamFunction[] = [];
  const server = createServer((request, response) => {
    answer(streams, request, response).catch((error: unknown) => {
      onError(error);
      response.destroy();
    });
  });
  const port = await listen(server, 0, '127.0.0.1');
  return {
    url: `http://127.0.0.1:${port}`,
    serve: (functions) => {
      streams = functions;
    },
    stop: () => close(server),
  };
};
