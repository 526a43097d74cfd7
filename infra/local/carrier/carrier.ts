import { mkdirSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { type JsonReply, type LoopbackServer, RequestError, readJson, serveJson } from '../json-http.ts';
import type { CallAction } from './calls.ts';
import { act, type Carrier, dial, findCall, startInboundCall } from './carrier-routes.ts';
import { openCarrierStore } from './carrier-store.ts';
import { openCommandLog } from './command-log.ts';
import { startEventDelivery } from './event-delivery.ts';
import { findOrder, orderNumber, releaseNumber, searchNumbers } from './number-routes.ts';
import { openSigningKey } from './signing-key.ts';

export interface CarrierOptions {
  stateDir: string;
  /** Where events go; until it is known they are kept. */
  webhookUrl?: string | undefined;
  /** Divides every duration; above 0. */
  speed: number;
  /** 0 lets the system choose. */
  port: number;
}

export interface RunningCarrier extends LoopbackServer {
  /** Base64 of the 32 raw bytes of the Ed25519 public key that verifies the events. */
  publicKey: string;
  setWebhookUrl(url: string): void;
}

const RELEASE_PATH = /^\/numbers\/([^/]+)\/actions\/release$/;
const ACTION_PATH = /^\/calls\/([^/]+)\/actions\/(answer|reject|hangup)$/;

const route = async (carrier: Carrier, request: IncomingMessage, url: URL): Promise<JsonReply | undefined> => {
  switch (`${request.method} ${url.pathname}`) {
    case 'GET /numbers':
      return searchNumbers(carrier, url.searchParams);
    case 'GET /calls':
      return findCall(carrier, url.searchParams);
    case 'GET /number-orders':
      return findOrder(carrier, url.searchParams);
    case 'POST /number-orders':
      return orderNumber(carrier, await readJson(request));
    case 'POST /calls':
      return dial(carrier, await readJson(request));
    case 'POST /inbound-calls':
      return startInboundCall(carrier, await readJson(request));
  }
  const release = request.method === 'POST' ? RELEASE_PATH.exec(url.pathname) : null;
  if (release?.[1]) return releaseNumber(carrier, decodeURIComponent(release[1]), await readJson(request));
  const action = request.method === 'POST' ? ACTION_PATH.exec(url.pathname) : null;
  if (action?.[1]) {
    return act(carrier, decodeURIComponent(action[1]), action[2] as CallAction, await readJson(request));
  }
  throw new RequestError(404, 'not_found', 'The carrier has no such operation.');
};

const describeError = (error: unknown): JsonReply =>
  error instanceof RequestError
    ? { status: error.status, body: { code: error.code, message: error.message } }
    : { status: 500, body: { code: 'internal_error', message: String(error) } };

/** A carrier that places no real call: it decides what happens by the number that is called, and reports it. */
export const startCarrier = async ({ stateDir, webhookUrl, speed, port }: CarrierOptions): Promise<RunningCarrier> => {
  mkdirSync(stateDir, { recursive: true });
  const store = openCarrierStore(stateDir);
  const log = openCommandLog(stateDir);
  const key = openSigningKey(stateDir);
  const delivery = startEventDelivery(store, key, webhookUrl);
  const carrier: Carrier = { store, log, speed, eventsChanged: delivery.wake };
  const server = await serveJson(port, (request, url) => route(carrier, request, url), describeError);
  return {
    url: server.url,
    publicKey: key.publicKey,
    setWebhookUrl: delivery.setWebhookUrl,
    stop: async () => {
      await Promise.all([server.stop(), delivery.stop()]);
      log.close();
      store.close();
    },
  };
};
