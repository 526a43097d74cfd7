import { mkdirSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { type Json, type LoopbackServer, RequestError, readJson } from '#infra/local/process/json-http.ts';
import { openCarrierStore } from './carrier-store.ts';
import { openCommandLog } from './command-log.ts';
import { startEventDelivery } from './event-delivery.ts';
import { type Carrier, dial, findCall, startInboundCall } from './http/call-routes.ts';
import { type CarrierReply, serveCarrier } from './http/carrier-server.ts';
import { act, actionAt } from './http/command-routes.ts';
import { deleteKept, deletionAt } from './http/deletion-routes.ts';
import { findOrder, orderNumber, releaseNumber, searchNumbers } from './http/number-routes.ts';
import { recordingAt } from './recordings.ts';
import { openSigningKey } from './signing-key.ts';

export interface CarrierOptions {
  stateDir: string;
  /** Receives the events, which are kept until it is known. */
  webhookUrl?: string | undefined;
  /** Divides every duration; above 0. */
  speed: number;
  /** 0 reuses the port of the last run, or lets the system choose. */
  port: number;
}

export interface RunningCarrier extends LoopbackServer {
  /** Base64 of the 32 raw bytes of the Ed25519 public key that verifies the events. */
  publicKey: string;
  setWebhookUrl(url: string): void;
}

const RELEASE_PATH = /^\/numbers\/([^/]+)\/actions\/release$/;

const read = (carrier: Carrier, { pathname, searchParams }: URL): CarrierReply => {
  switch (pathname) {
    case '/numbers':
      return searchNumbers(carrier, searchParams);
    case '/calls':
      return findCall(carrier, searchParams);
    case '/number-orders':
      return findOrder(carrier, searchParams);
  }
  const wav = recordingAt(carrier.store, pathname, Date.now());
  if (wav) return { wav };
  throw new RequestError(404, 'not_found', 'The carrier has nothing at this address.');
};

const obey = (carrier: Carrier, path: string, body: Json): CarrierReply => {
  switch (path) {
    case '/number-orders':
      return orderNumber(carrier, body);
    case '/calls':
      return dial(carrier, body);
    case '/inbound-calls':
      return startInboundCall(carrier, body);
  }
  const release = RELEASE_PATH.exec(path);
  if (release?.[1]) return releaseNumber(carrier, decodeURIComponent(release[1]), body);
  const target = actionAt(path);
  if (target) return act(carrier, target.callControlId, target.action, body);
  const toDelete = deletionAt(path);
  if (toDelete) return deleteKept(carrier, toDelete.callControlId, toDelete.deletion);
  throw new RequestError(404, 'not_found', 'The carrier has no such operation.');
};

const route = async (carrier: Carrier, request: IncomingMessage, url: URL): Promise<CarrierReply> => {
  if (request.method === 'GET') return read(carrier, url);
  if (request.method === 'POST') return obey(carrier, url.pathname, await readJson(request));
  throw new RequestError(405, 'method_not_allowed', 'The carrier knows GET and POST.');
};

/** A carrier without real calls: the called number decides what happens, and events report it. */
export const startCarrier = async ({ stateDir, webhookUrl, speed, port }: CarrierOptions): Promise<RunningCarrier> => {
  mkdirSync(stateDir, { recursive: true });
  const store = openCarrierStore(stateDir);
  const log = openCommandLog(stateDir);
  const key = openSigningKey(stateDir);
  const server = await serveCarrier(stateDir, port, (request, url) => route(carrier, request, url));
  const delivery = startEventDelivery(store, key, webhookUrl);
  const settings = { speed, recordingsUrl: server.recordingsUrl };
  const carrier: Carrier = { store, log, settings, limited: new Set(), eventsChanged: delivery.wake };
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
