import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serverForAwsClients } from './loopback.ts';

export type Json = Record<string, unknown>;

/** A small server on the loopback address; `stop` closes it at once. */
export interface LoopbackServer {
  url: string;
  stop(): Promise<void>;
}

export interface JsonReply {
  status: number;
  body: Json;
  headers?: Record<string, string>;
}

/** A request that cannot be served, with the error that it gets. */
export class RequestError extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

export const readBytes = async (request: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
};

/** The JSON object in a request's body; `{}` when it is empty. */
export const readJson = async (request: IncomingMessage): Promise<Json> => {
  const text = (await readBytes(request)).toString('utf8');
  if (!text) return {};
  try {
    const value: unknown = JSON.parse(text);
    if (value && typeof value === 'object' && !Array.isArray(value)) return value as Json;
  } catch {
    // Refused below.
  }
  throw new RequestError(400, 'invalid_request', 'The body must be a JSON object.');
};

export const sendJson = (response: ServerResponse, { status, body, headers = {} }: JsonReply): void => {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
};

/** For Node: an idle connection stays open until the client closes it. */
const KEEP_IDLE_CONNECTIONS_MS = 0;

/**
 * Listens on one address and returns the port; 0 lets the system choose. Rejects with Node's error (`EADDRINUSE`).
 * Clients hang up first: a server that closes an idle connection may do so while a busy client sends its next request
 * over it, and a `POST` that fails this way cannot be repeated blindly.
 */
export const listen = (server: Server, port: number, host = '127.0.0.1'): Promise<number> =>
  new Promise((resolve, reject) => {
    server.keepAliveTimeout = KEEP_IDLE_CONNECTIONS_MS;
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });

/** Closes a server and all its connections. */
export const close = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });

/** Serves JSON to AWS clients with this start's credentials; `undefined` from `handle` leaves a request without a reply. */
export const serveJson = async (
  port: number,
  handle: (request: IncomingMessage, url: URL) => Promise<JsonReply | undefined>,
  describeError: (error: unknown) => JsonReply,
): Promise<LoopbackServer> => {
  const server = serverForAwsClients((request, response) => {
    handle(request, new URL(request.url ?? '/', 'http://127.0.0.1'))
      .catch(describeError)
      .then((reply) => reply && sendJson(response, reply));
  });
  const actualPort = await listen(server, port);
  return { url: `http://127.0.0.1:${actualPort}`, stop: () => close(server) };
};
