import type { Json, JsonReply } from '#infra/local/process/json-http.ts';
import { MINUTE_MS } from '#shared/domain/time.ts';
import { activeCallPage } from './active-calls.ts';
import { callActions } from './call-actions.ts';
import { isInvalid, limitsDials } from './callees.ts';
import { type Call, callData, newCallFlow, type Stage } from './calls.ts';
import { newHostedConversations } from './hosted-conversations.ts';
import { notFound, TelnyxRefusal } from './refusal.ts';
import { ACTIONS, BODIES, isAction, parseBody } from './request-bodies.ts';

/** Telnyx forgets a command's id after a minute. */
const COMMAND_MEMORY_MS = MINUTE_MS;

/** Telnyx forgets a call this long after its end. */
const CALL_MEMORY_MS = 10 * MINUTE_MS;

const isForgotten = ({ endedAt }: Call): boolean => endedAt !== null && Date.now() - endedAt > CALL_MEMORY_MS;

const obeyed = (further: Json = {}): JsonReply => ({ status: 200, body: { data: { result: 'ok', ...further } } });

interface CallSettings {
  /** Calls through another connection are refused. */
  connectionId: string;
  /** Tokens of integration secrets. */
  integrationSecrets: Record<string, string>;
  activeCallsPerPage: number;
}

/** Calls and conversations over HTTP. */
export const newCallRoutes = (stage: Stage, { connectionId, integrationSecrets, activeCallsPerPage }: CallSettings) => {
  const flow = newCallFlow(stage);
  const conversations = newHostedConversations(flow, integrationSecrets);
  const actions = callActions(flow, conversations);
  const calls = new Map<string, Call>();
  const commands = new Map<string, { at: number; call: Call }>();
  const limited = new Set<string>();

  const repeated = (commandId: string | undefined): Call | undefined => {
    const known = commandId === undefined ? undefined : commands.get(commandId);
    return known && Date.now() - known.at < COMMAND_MEMORY_MS ? known.call : undefined;
  };
  const remember = (commandId: string | undefined, call: Call): void => {
    if (commandId !== undefined) commands.set(commandId, { at: Date.now(), call });
  };

  const refuseDial = (to: string): void => {
    if (isInvalid(to)) throw new TelnyxRefusal(422, '10002', 'Invalid phone number', { pointer: '/to' });
    if (!limitsDials(to) || limited.delete(to)) return;
    limited.add(to);
    throw new TelnyxRefusal(429, '90103', 'Dial rate limit exceeded');
  };

  const liveCall = (controlId: string): Call => {
    const call = calls.get(controlId);
    if (!call) throw new TelnyxRefusal(422, '90015', 'Invalid Call Control ID');
    if (call.endedAt !== null) {
      const detail = "This call is no longer active and can't receive commands.";
      throw new TelnyxRefusal(422, '90018', 'Call has already ended', { detail });
    }
    return call;
  };

  return {
    dial(body: Json): JsonReply {
      const request = parseBody(BODIES.dial, body);
      if (request.connection_id !== connectionId) {
        throw new TelnyxRefusal(422, '10015', 'Bad Request', { pointer: '/connection_id' });
      }
      refuseDial(request.to);
      const known = repeated(request.command_id);
      if (known) return { status: 200, body: { data: callData(known, true) } };
      const call = flow.start({
        direction: 'outgoing',
        from: request.from,
        to: request.to,
        connectionId,
        clientState: request.client_state,
        record: request.record !== undefined,
        detects: (request.answering_machine_detection ?? 'disabled') !== 'disabled',
      });
      calls.set(call.controlId, call);
      remember(request.command_id, call);
      return { status: 200, body: { data: callData(call, true) } };
    },

    callIn(from: string, to: string): string {
      const parties = { direction: 'incoming' as const, from, to, connectionId, clientState: undefined };
      const call = flow.start({ ...parties, record: false, detects: false });
      calls.set(call.controlId, call);
      return call.controlId;
    },

    status(controlId: string): JsonReply {
      const call = calls.get(controlId);
      if (!call || isForgotten(call)) throw notFound();
      return { status: 200, body: { data: callData(call) } };
    },

    active(connection: string, query: URLSearchParams): JsonReply {
      if (connection !== connectionId) throw notFound();
      return activeCallPage(calls.values(), query, activeCallsPerPage);
    },

    act(controlId: string, action: string, body: Json): JsonReply {
      if (!isAction(action)) throw notFound();
      const request: Json & { command_id?: string | undefined } = parseBody(ACTIONS[action], body);
      const call = liveCall(controlId);
      if (repeated(request.command_id)) return obeyed();
      const further = actions[action](call, request);
      remember(request.command_id, call);
      return obeyed(further);
    },

    messages(conversationId: string): JsonReply {
      const data = conversations.messages(conversationId);
      if (!data) throw notFound();
      return { status: 200, body: { data, meta: { page_number: 1, total_pages: 1 } } };
    },

    conversations: conversations.list,
    deleteConversation: conversations.remove,

    keepSecret(body: Json): JsonReply {
      const { identifier, token } = parseBody(BODIES.integrationSecret, body);
      if (Object.hasOwn(integrationSecrets, identifier)) {
        throw new TelnyxRefusal(422, '10015', 'Bad Request', { detail: 'Identifier has already been taken' });
      }
      integrationSecrets[identifier] = token;
      return { status: 201, body: { data: { record_type: 'integration_secret', identifier } } };
    },

    /** The words that a call's mailbox has recorded. */
    recordedBy: (controlId: string): string[] => calls.get(controlId)?.recorded ?? [],
    isAnswered: (controlId: string): boolean => (calls.get(controlId)?.answeredAt ?? null) !== null,
    conversationOf: (controlId: string): string => conversations.idOf(controlId) ?? '',

    llmAnswers: conversations.llmAnswers,

    /** The number of calls to a phone number. */
    callsTo: (to: string): number => [...calls.values()].filter((call) => call.to === to).length,
  };
};
