import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import {
  close,
  type JsonReply,
  type LoopbackServer,
  listen,
  RequestError,
  sendJson,
} from '#infra/local/process/json-http.ts';

/** A WAV file, JSON, or no reply at all. */
export type CarrierReply = JsonReply | { wav: Buffer } | undefined;
type CarrierRoutes = (request: IncomingMessage, url: URL) => Promise<CarrierReply>;

const describeError = (error: unknown): JsonReply =>
  error instanceof RequestError
    ? { status: error.status, body: { code: error.code, message: error.message } }
    : { status: 500, body: { code: 'internal_error', message: String(error) } };

const send = (response: ServerResponse, reply: CarrierReply): void => {
  if (!reply) return;
  if ('wav' in reply) {
    response.writeHead(200, { 'content-type': 'audio/wav', 'content-length': reply.wav.length }).end(reply.wav);
  } else {
    sendJson(response, reply);
  }
};

const serve = async (port: number, routes: CarrierRoutes): Promise<LoopbackServer> => {
  const server = createServer((request, response) => {
    routes(request, new URL(request.url ?? '/', 'http://127.0.0.1'))
      .catch(describeError)
      .then((reply) => send(response, reply));
  });
  const actualPort = await listen(server, port);
  return { url: `http://127.0.0.1:${actualPort}`, stop: () => close(server) };
};

/**
 * Serves the carrier on the loopback address. Port 0 reuses the port of the last run, so that links to recordings
 * survive a restart; if that is in use, the system chooses.
 */
export const serveCarrier = async (stateDir: string, port: number, routes: CarrierRoutes): Promise<LoopbackServer> => {
  const file = join(stateDir, 'carrier-port');
  const lastPort = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
  const server = await serve(port || lastPort, routes).catch((error: NodeJS.ErrnoException) => {
    if (port === 0 && error.code === 'EADDRINUSE') return serve(0, routes);
    throw error;
  });
  writeFileSync(file, new URL(server.url).port);
  return server;
};
