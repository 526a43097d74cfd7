import { randomUUID } from 'node:crypto';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { ClientRequest, IncomingMessage, ServerResponse } from 'node:http';
import { onMachine, turn } from './timers.ts';

/**
 * The HTTP traffic of this process as client and server. It tells whether anything still happens by itself or
 * everything waits for time to pass. A request within this process is under way until its handler begins and again once
 * it is answered; in between, the handler's own requests count. A request to another process is under way throughout.
 */
export interface Traffic {
  /** Requests from other processes that have no answer yet. */
  outer(): number;
  /** The number of visible events so far: writes, commands, posts. */
  news(): number;
  /** The host never answers its pending requests, so time may pass while they wait. */
  expectSilence(host: string): void;
  /** Resolves when nothing more happens without time passing. */
  settled(): Promise<void>;
  stop(): void;
}

const MARK = 'x-request-of-this-process';
/** Marks requests about time itself; they take no time. */
export const ABOUT_TIME = 'x-about-time';

/** After this many turns of the event loop without traffic, all resumed code waits again. */
const QUIET_TURNS = 3;
/** The system's work for this process: file access, compression, name look-ups. */
const SYSTEM_WORK = /Req|Wrap$|^Zlib/;
/** Resources that may stay open indefinitely. Their requests already tell which connections are needed. */
const HANDLES = /^(TCPServer|TCPSocket|Connect|Pipe|TTY|Process|Signal|Message)/;

const UNREMARKABLE = /ReceiveMessage|SendMessage|DeleteMessage|GetItem|Query/;

/** Machine time that only a hanging request exceeds. */
const PATIENCE_MS = 30_000;

interface Exchange {
  /** Method, address and operation, to identify a hanging request. */
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
  /** Requests from other processes, each with the number of exchanges begun before it. */
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
    // Headers given as a list cannot be extended, so such a request counts as one to another process.
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
    // Node would send the machine's date, and an SDK that finds its clock wrong repeats refused requests.
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

  /** Another process may ask this one before it answers; then both would wait for time to pass. */
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
