import { randomUUID } from 'node:crypto';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { ClientRequest, IncomingMessage, ServerResponse } from 'node:http';

/**
 * What this process is doing over HTTP, as client and as server: whether anything happens by itself, or everything waits
 * for time to pass. A request between two parts of this process is under way until its handler begins and again from its
 * answer on; while the handler works, whatever that asks for tells. A request to another process is under way throughout.
 */
export interface Traffic {
  /** Requests from other processes that have no answer yet. */
  outer(): number;
  /** How often something has happened that others can see: a write, a command, a post. */
  news(): number;
  /** A server that never answers; to wait for it is to wait for time. */
  expectSilence(host: string): void;
  /** Resolves when nothing happens any more unless time passes. */
  settled(): Promise<void>;
  stop(): void;
}

const MARK = 'x-request-of-this-process';
/** On requests about time itself, which take none. */
export const ABOUT_TIME = 'x-about-time';

/** Turns of the event loop without any traffic after which all code that was resumed waits again. */
const QUIET_TURNS = 3;
/** Work of the system on behalf of this process: file access, compression, name look-ups. */
const SYSTEM_WORK = /Req|Wrap$|^Zlib/;
/** What may wait for others as long as it likes; a connection that a request needs is told by the request. */
const HANDLES = /^(TCPServer|TCPSocket|Connect|Pipe|TTY|Process|Signal|Message)/;

const UNREMARKABLE = /ReceiveMessage|SendMessage|DeleteMessage|GetItem|Query/;

interface Exchange {
  host: string;
  stage: 'sent' | 'handled' | 'answered';
  isNews: boolean;
}

interface FetchRequest {
  origin: string;
  method: string;
  addHeader(name: string, value: string): void;
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const doesSystemWork = (): boolean =>
  process.getActiveResourcesInfo().some((name) => SYSTEM_WORK.test(name) && !HANDLES.test(name));

export const watchTraffic = (options: { onOuterRequest(): void }): Traffic => {
  const underWay = new Map<string, Exchange>();
  const fetches = new WeakMap<object, string>();
  const silent = new Set<string>();
  const outer = new Set<ServerResponse>();
  let changed = Promise.withResolvers<void>();
  let changes = 0;
  let news = 0;

  const noteChange = (): void => {
    changes += 1;
    changed.resolve();
    changed = Promise.withResolvers();
  };
  const begin = (host: string, isNews: boolean): string => {
    const id = randomUUID();
    underWay.set(id, { host, stage: 'sent', isNews });
    noteChange();
    return id;
  };
  const move = (id: string, stage: Exchange['stage']): void => {
    const exchange = underWay.get(id);
    if (exchange) exchange.stage = stage;
    noteChange();
  };
  const end = (id: string | undefined): void => {
    if (id !== undefined && underWay.get(id)?.isNews) news += 1;
    if (id !== undefined && underWay.delete(id)) noteChange();
  };

  const onRequest = (message: unknown): void => {
    const { request } = message as { request: ClientRequest };
    const target = String(request.getHeader('x-amz-target') ?? '');
    const id = begin(String(request.getHeader('host')), !UNREMARKABLE.test(target) && request.method !== 'GET');
    // Headers that were given as a list cannot be added to: such a request counts as one to another process.
    if (!request.headersSent) request.setHeader(MARK, id);
    request.once('close', () => end(id));
  };
  const onFetch = (message: unknown): void => {
    const { request } = message as { request: FetchRequest };
    const id = begin(new URL(request.origin).host, request.method !== 'GET');
    request.addHeader(MARK, id);
    fetches.set(request, id);
  };
  const onFetched = (message: unknown): void => end(fetches.get((message as { request: object }).request));
  const onServed = (message: unknown): void => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
    if (request.headers[ABOUT_TIME]) return;
    const id = request.headers[MARK];
    if (typeof id === 'string' && underWay.has(id)) {
      move(id, 'handled');
      response.once('close', () => move(id, 'answered'));
      return;
    }
    outer.add(response);
    for (const name of ['finish', 'close']) response.once(name, () => outer.delete(response));
    noteChange();
    options.onOuterRequest();
  };
  const subscriptions: [string, (message: unknown) => void][] = [
    ['http.client.request.created', onRequest],
    ['http.server.request.start', onServed],
    ['undici:request:create', onFetch],
    ['undici:request:trailers', onFetched],
    ['undici:request:error', onFetched],
  ];
  for (const [name, listener] of subscriptions) subscribe(name, listener);

  const isBusy = (): boolean => {
    for (const { stage, host } of underWay.values()) if (stage !== 'handled' && !silent.has(host)) return true;
    return false;
  };

  return {
    outer: () => outer.size,
    news: () => news,
    expectSilence(host) {
      silent.add(host);
      noteChange();
    },
    async settled() {
      for (;;) {
        while (isBusy()) await changed.promise;
        const before = changes;
        for (let quiet = 0; quiet < QUIET_TURNS; quiet += 1) await turn();
        if (changes === before && !isBusy() && !doesSystemWork()) return;
      }
    },
    stop() {
      for (const [name, listener] of subscriptions) unsubscribe(name, listener);
    },
  };
};
