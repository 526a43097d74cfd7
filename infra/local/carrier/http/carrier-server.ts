import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import {
  close,
  type JsonReply,
  type LoopbackServer,
  listen,
  RequestError,
  sendJson,
} from '#infra/local/process/json-http.ts';
import { serverForPrograms } from '#infra/local/process/loopback.ts';
import { keptSecret } from '#infra/local/process/state-directory.ts';
import { isSameSecret } from '#shared/domain/signatures.ts';

/** A WAV file, JSON, or no reply at all. */
export type CarrierReply = JsonReply | { wav: Buffer } | undefined;
type CarrierRoutes = (request: IncomingMessage, url: URL) => Promise<CarrierReply>;

export interface CarrierServer extends LoopbackServer {
  /** Begins the address of every recording. */
  recordingsUrl: string;
}

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

/** Receivers of events are told where recordings are, so these addresses are below no secret; each is one of its own. */
const RECORDINGS = '/recordings/';

/** What follows the secret in a path. @throws RequestError 404 for a path without it. */
const urlWithin = (secret: string, request: IncomingMessage): URL => {
  const path = request.url ?? '/';
  if (path.startsWith(RECORDINGS)) return new URL(path, 'http://127.0.0.1');
  const given = /^\/([^/]*)/.exec(path)?.[1] ?? '';
  if (!isSameSecret(secret, given))
    throw new RequestError(404, 'not_found', 'The carrier has nothing at this address.');
  return new URL(path.slice(given.length + 1) || '/', 'http://127.0.0.1');
};

const serve = async (port: number, secret: string, routes: CarrierRoutes): Promise<CarrierServer> => {
  const answer = async (request: IncomingMessage): Promise<CarrierReply> => routes(request, urlWithin(secret, request));
  const server = serverForPrograms((request, response) => {
    answer(request)
      .catch(describeError)
      .then((reply) => send(response, reply));
  });
  const actualPort = await listen(server, port);
  const origin = `http://127.0.0.1:${actualPort}`;
  return { url: `${origin}/${secret}`, recordingsUrl: origin + RECORDINGS, stop: () => close(server) };
};

/**
 * Serves the carrier on the loopback address, below a path that is a secret, so that no other user of this machine makes
 * calls. Port 0 reuses the port of the last run, so that links to recordings
 * survive a restart; if that is in use, the system chooses.
 */
export const serveCarrier = async (stateDir: string, port: number, routes: CarrierRoutes): Promise<CarrierServer> => {
  const file = join(stateDir, 'carrier-port');
  const secret = keptSecret(stateDir, 'carrier-address');
  const lastPort = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
  const server = await serve(port || lastPort, secret, routes).catch((error: NodeJS.ErrnoException) => {
    if (port === 0 && error.code === 'EADDRINUSE') return serve(0, secret, routes);
    throw error;
  });
  writeFileSync(file, new URL(server.url).port);
  return server;
};
