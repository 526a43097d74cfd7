import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { close, type Json, type JsonReply, listen, readJson, sendJson } from '#infra/local/process/json-http.ts';
import { cancel, later } from '#test/harness/time/timers.ts';
import { ACTIVE_CALLS_PER_PAGE_MAX } from './active-calls.ts';
import { newCallRoutes } from './call-routes.ts';
import { silencesDial } from './callees.ts';
import type { Call } from './calls.ts';
import { newEventDelivery, newSigningKey } from './event-delivery.ts';
import { type GivenAnswer, newMisbehaviours } from './misbehaviour.ts';
import { newNumbers } from './numbers.ts';
import { type ListHabits, newRecordings, PER_PAGE_MAX, type Recordings, recordingPath } from './recordings.ts';
import { notFound, refusalReply, TelnyxRefusal } from './refusal.ts';

/** How events and lists go astray; may be changed at any time. */
export interface TelnyxHabits extends ListHabits {
  /** Types of events that get lost. */
  losesEvents: string[];
  /** How long the event of a detection takes; it may come after the hangup. */
  detectionDelaySeconds: number;
}

export interface FakeTelnyxOptions {
  /** Divides every duration of a call. */
  speed?: number;
  /** The number of looks at which a new number order is still pending. */
  orderLooks?: number;
  webhookUrl?: string;
  /** Tokens of integration secrets, by identifier. */
  integrationSecrets?: Record<string, string>;
  habits?: Partial<TelnyxHabits>;
  /** The most live calls on one page, whatever is asked for. */
  activeCallsPerPage?: number;
}

interface TakenRequest {
  /** Method and path without the version, as `POST /calls`. */
  request: string;
  query: Record<string, string>;
  body: Json;
}

interface Route {
  method: string;
  path: RegExp;
  serve(parts: string[], body: Json, query: URLSearchParams): JsonReply;
}

const VERSION = '/v2';

interface Parts {
  calls: ReturnType<typeof newCallRoutes>;
  numbers: ReturnType<typeof newNumbers>;
  recordings: Recordings;
}

const routesOf = ({ calls, numbers, recordings }: Parts): Route[] => [
  { method: 'POST', path: /^\/calls$/, serve: (_, body) => calls.dial(body) },
  { method: 'GET', path: /^\/calls\/([^/]+)$/, serve: ([id = '']) => calls.status(id) },
  {
    method: 'POST',
    path: /^\/calls\/([^/]+)\/actions\/(\w+)$/,
    serve: ([id = '', action = ''], body) => calls.act(id, action, body),
  },
  {
    method: 'GET',
    path: /^\/connections\/([^/]+)\/active_calls$/,
    serve: ([id = ''], _, query) => calls.active(id, query),
  },
  { method: 'GET', path: /^\/ai\/conversations\/([^/]+)\/messages$/, serve: ([id = '']) => calls.messages(id) },
  { method: 'GET', path: /^\/ai\/conversations$/, serve: (_, __, query) => calls.conversations(query) },
  { method: 'DELETE', path: /^\/ai\/conversations\/([^/]+)$/, serve: ([id = '']) => calls.deleteConversation(id) },
  { method: 'GET', path: /^\/recordings$/, serve: (_, __, query) => recordings.list(query) },
  { method: 'DELETE', path: /^\/recordings\/([^/]+)$/, serve: ([id = '']) => recordings.remove(id) },
  {
    method: 'GET',
    path: /^\/recording_transcriptions$/,
    serve: (_, __, query) => recordings.listTranscriptions(query),
  },
  {
    method: 'DELETE',
    path: /^\/recording_transcriptions\/([^/]+)$/,
    serve: ([id = '']) => recordings.removeTranscription(id),
  },
  { method: 'POST', path: /^\/integration_secrets$/, serve: (_, body) => calls.keepSecret(body) },
  { method: 'GET', path: /^\/available_phone_numbers$/, serve: (_, __, query) => numbers.search(query) },
  { method: 'POST', path: /^\/number_orders$/, serve: (_, body) => numbers.order(body) },
  { method: 'GET', path: /^\/number_orders$/, serve: (_, __, query) => numbers.listOrders(query) },
  { method: 'GET', path: /^\/number_orders\/([^/]+)$/, serve: ([id = '']) => numbers.findOrder(id) },
  { method: 'GET', path: /^\/phone_numbers$/, serve: (_, __, query) => numbers.listNumbers(query) },
  { method: 'PATCH', path: /^\/phone_numbers\/([^/]+)$/, serve: ([id = ''], body) => numbers.updateNumber(id, body) },
  { method: 'DELETE', path: /^\/phone_numbers\/([^/]+)$/, serve: ([id = '']) => numbers.deleteNumber(id) },
];

const findRoute = (routes: Route[], method: string, pathname: string): { route: Route; parts: string[] } => {
  for (const route of routes) {
    const match = route.method === method ? route.path.exec(pathname) : null;
    if (match) return { route, parts: match.slice(1).map(decodeURIComponent) };
  }
  throw notFound();
};

/** Makes timers that end with the fake. */
const newTimers = () => {
  const timers = new Set<NodeJS.Timeout>();
  return {
    later(task: () => void, ms: number): void {
      const timer = later(() => {
        timers.delete(timer);
        task();
      }, ms);
      timers.add(timer);
    },
    clear: () => timers.forEach(cancel),
  };
};

const sendGiven = (response: ServerResponse, { status, body }: GivenAnswer): void => {
  if (typeof body === 'string') response.writeHead(status, { 'content-type': 'text/html' }).end(body);
  else sendJson(response, { status, body });
};

type Fate = 'silent' | 'dropped' | GivenAnswer | undefined;

const respond = (response: ServerResponse, fate: Fate, reply: JsonReply): void => {
  if (typeof fate === 'object') sendGiven(response, fate);
  else if (fate === 'dropped') response.destroy();
  else if (fate !== 'silent') sendJson(response, reply);
};

/**
 * Telnyx's documented HTTP interface with a memory. It is strict about requests, misbehaves on demand, and sends signed
 * events of calls, whose course the callee's last digits decide.
 */
export const startFakeTelnyx = async (options: FakeTelnyxOptions = {}) => {
  const { speed = 100, orderLooks = 0, webhookUrl } = options;
  const habits: TelnyxHabits = {
    losesEvents: [],
    detectionDelaySeconds: 0,
    listsDeleted: false,
    listedPerPage: PER_PAGE_MAX,
    ...options.habits,
  };
  const integrationSecrets = { ...options.integrationSecrets };
  const { activeCallsPerPage = ACTIVE_CALLS_PER_PAGE_MAX } = options;
  const apiKey = 'KEY-of-the-fake';
  const connectionId = '1494404757140276705';
  const key = newSigningKey();
  const timers = newTimers();
  const delivery = newEventDelivery(key.privateKey, timers.later, speed);
  const after = (seconds: number, task: () => void): void => timers.later(task, (seconds * 1_000) / speed);
  const send = (body: string): void => {
    if (!habits.losesEvents.some((type) => body.includes(`"event_type":"${type}"`))) delivery.send(body);
  };
  let origin = '';
  const recordings = newRecordings(habits);
  const record = (call: Call): string => {
    recordings.record(call);
    return origin + recordingPath(call.legId);
  };
  const stage = { after, send, record, detectionDelaySeconds: () => habits.detectionDelaySeconds };
  const calls = newCallRoutes(stage, { connectionId, integrationSecrets, activeCallsPerPage });
  const routes = routesOf({ calls, numbers: newNumbers(orderLooks), recordings });
  const misbehaviours = newMisbehaviours();
  const requests: TakenRequest[] = [];

  const serve = (request: IncomingMessage, { pathname, searchParams }: URL, body: Json): JsonReply => {
    if (request.headers.authorization !== `Bearer ${apiKey}`) {
      throw new TelnyxRefusal(401, '10009', 'Authentication failed');
    }
    if (!pathname.startsWith(`${VERSION}/`)) throw notFound();
    const { route, parts } = findRoute(routes, request.method ?? '', pathname.slice(VERSION.length));
    return route.serve(parts, body, searchParams);
  };

  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    const path = url.pathname.slice(VERSION.length);
    const name = `${request.method} ${path}`;
    let fate: Fate;
    let reply: JsonReply;
    try {
      const body = await readJson(request);
      requests.push({ request: name, query: Object.fromEntries(url.searchParams), body });
      fate =
        misbehaviours.take(name, body) ?? (path === '/calls' && silencesDial(String(body.to)) ? 'silent' : undefined);
      reply = typeof fate === 'object' ? { status: fate.status, body: {} } : serve(request, url, body);
    } catch (error) {
      reply = refusalReply(error);
    }
    respond(response, fate, reply);
  };

  const server = createServer((request, response) => {
    if (!recordings.serve(request, response)) void take(request, response);
  });
  origin = `http://127.0.0.1:${await listen(server, 0)}`;
  if (webhookUrl) delivery.setWebhookUrl(webhookUrl);

  return {
    baseUrl: origin + VERSION,
    apiKey,
    connectionId,
    assistantId: 'assistant-00000000-0000-4000-8000-000000000000',
    publicKey: key.publicKey,
    privateKey: key.privateKey,
    /** All requests received, in order. */
    requests,
    misbehave: misbehaviours.order,
    behave: misbehaviours.clear,
    habits,
    /** Somebody calls one of our numbers; answers the call control id. */
    callIn: calls.callIn,
    callsTo: calls.callsTo,
    isAnswered: calls.isAnswered,
    recordedBy: calls.recordedBy,
    recordings,
    /** Tokens of integration secrets, by identifier. */
    integrationSecrets,
    /** The conversation that was started in a call. */
    conversationOf: calls.conversationOf,
    /** How the customer's own model answered, oldest first. */
    llmAnswers: calls.llmAnswers,
    setWebhookUrl: delivery.setWebhookUrl,
    stop: async (): Promise<void> => {
      timers.clear();
      await close(server);
    },
  };
};

export type FakeTelnyx = Awaited<ReturnType<typeof startFakeTelnyx>>;
