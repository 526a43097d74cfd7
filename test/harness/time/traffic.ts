import { randomUUID } from 'node:crypto';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { ClientRequest, IncomingMessage, ServerResponse } from 'node:http';
import { onMachine, turn } from './timers.ts';

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
  /** A server never answers what it was asked by now; to wait for that is to wait for time. */
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

/** By the machine's clock: as long as nothing but a request that hangs takes. */
const PATIENCE_MS = 30_000;

interface Exchange {
  /** Method, address and operation, for whoever looks for a request that hangs. */
  what: string;
  host: string;
  stage: 'sent' | 'handled' | 'answered';
  number: number;
  isDatabase: boolean;
  isSilent: boolean;
  isNews: boolean;
}

interface FetchRequest {
  origin: string;
  path: string;
  method: string;
  addHeader(name: string, value: string): void;
}

const doesSystemWork = (): boolean =>
  process.getActiveResourcesInfo().some((name) => SYSTEM_WORK.test(name) && !HANDLES.test(name));

export const watchTraffic = (options: { onOuterRequest(): void }): Traffic => {
  const underWay = new Map<string, Exchange>();
  const fetches = new WeakMap<object, string>();
  const servedHere = new Set<string>();
  /** Requests from other processes, with the number of exchanges that had begun before. */
  const outer = new Map<ServerResponse, number>();
  let begun = 0;
  let changed = Promise.withResolvers<void>();
  let changes = 0;
  let news = 0;

  const noteChange = (): void => {
    changes += 1;
    changed.resolve();
    changed = Promise.withResolvers();
  };
  const begin = (exchange: Omit<Exchange, 'stage' | 'number' | 'isSilent'>): string => {
    const id = randomUUID();
    underWay.set(id, { ...exchange, stage: 'sent', number: begun++, isSilent: false });
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
    const host = String(request.getHeader('host'));
    const what = `${request.method} http://${host}${request.path} ${target}`;
    const isNews = !UNREMARKABLE.test(target) && request.method !== 'GET';
    const id = begin({ host, what, isNews, isDatabase: target.startsWith('DynamoDB') });
    // Headers that were given as a list cannot be added to: such a request counts as one to another process.
    if (!request.headersSent) request.setHeader(MARK, id);
    request.once('close', () => end(id));
  };
  const onFetch = (message: unknown): void => {
    const { request } = message as { request: FetchRequest };
    const { origin, path, method } = request;
    const what = `${method} ${origin}${path}`;
    const id = begin({ host: new URL(origin).host, what, isNews: method !== 'GET', isDatabase: false });
    request.addHeader(MARK, id);
    fetches.set(request, id);
  };
  const onFetched = (message: unknown): void => end(fetches.get((message as { request: object }).request));
  const onServed = (message: unknown): void => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
    // Node would write the machine's date, and an SDK that finds its clock wrong repeats what was refused.
    response.setHeader('date', new Date().toUTCString());
    if (request.headers[ABOUT_TIME]) return;
    const id = request.headers[MARK];
    if (typeof id === 'string' && underWay.has(id)) {
      servedHere.add(underWay.get(id)?.host ?? '');
      move(id, 'handled');
      response.once('close', () => move(id, 'answered'));
      return;
    }
    outer.set(response, begun);
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

  /** Another process may ask for something here before it answers; then both would wait for time to pass. */
  const mayWaitForUs = ({ host, isDatabase, number }: Exchange): boolean =>
    !isDatabase && !servedHere.has(host) && [...outer.values()].some((before) => before > number);
  const busy = (): Exchange[] =>
    [...underWay.values()].filter(
      (exchange) => exchange.stage !== 'handled' && !exchange.isSilent && !mayWaitForUs(exchange),
    );
  const isBusy = (): boolean => busy().length > 0;

  const complain = (): void => {
    const lines = busy().map(({ what, stage }) => `  ${what} (${stage})`);
    console.error(`Time stands still: for ${PATIENCE_MS / 1000} s nothing has come of\n${lines.join('\n')}`);
  };
  const nextChange = async (): Promise<void> => {
    const timer = onMachine.later(complain, PATIENCE_MS);
    await changed.promise;
    onMachine.cancel(timer);
  };

  return {
    outer: () => outer.size,
    news: () => news,
    expectSilence(host) {
      for (const exchange of underWay.values()) exchange.isSilent ||= exchange.host === host;
      noteChange();
    },
    async settled() {
      for (;;) {
        while (isBusy()) await nextChange();
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
