import { randomUUID } from 'node:crypto';
import type { Json, JsonReply } from '#infra/local/process/json-http.ts';
import { activeCallPage } from './active-calls.ts';
import { isInvalid, limitsFirstDial } from './callees.ts';
import { type Call, callData, newCallFlow, type Stage } from './calls.ts';
import { askExternalLlm, type LlmAnswer } from './external-llm.ts';
import { notFound, TelnyxRefusal } from './refusal.ts';
import { ACTIONS, type Action, type AssistantStart, BODIES, isAction, parseBody } from './request-bodies.ts';

/** Telnyx forgets a command's id after a minute. */
const COMMAND_MEMORY_MS = 60_000;

interface Message {
  role: string;
  text: string;
  sent_at: string;
}

const obeyed = (further: Json = {}): JsonReply => ({ status: 200, body: { data: { result: 'ok', ...further } } });

/** The one answer of Telnyx' own models. */
const ANSWER = 'I see.';

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
  const calls = new Map<string, Call>();
  const conversations = new Map<string, Message[]>();
  const conversationIds = new Map<string, string>();
  const commands = new Map<string, { at: number; call: Call }>();
  const limited = new Set<string>();
  const llmAnswers: LlmAnswer[] = [];

  const repeated = (commandId: string | undefined): Call | undefined => {
    const known = commandId === undefined ? undefined : commands.get(commandId);
    return known && Date.now() - known.at < COMMAND_MEMORY_MS ? known.call : undefined;
  };
  const remember = (commandId: string | undefined, call: Call): void => {
    if (commandId !== undefined) commands.set(commandId, { at: Date.now(), call });
  };

  const refuseDial = (to: string, commandId = ''): void => {
    if (isInvalid(to)) throw new TelnyxRefusal(422, '10002', 'Invalid phone number', { pointer: '/to' });
    if (!limitsFirstDial(to) || limited.has(commandId)) return;
    limited.add(commandId);
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

  const needsAnswered = (call: Call): void => {
    if (call.answeredAt === null) throw new TelnyxRefusal(422, '90034', 'Call not answered yet');
  };

  /** The next words. They come from the customer's own model if the assistant names one and its secret exists. */
  const think = async ({ assistant }: AssistantStart, messages: Message[]): Promise<string> => {
    const { external_llm: llm, instructions = '', dynamic_variables } = assistant;
    const token = integrationSecrets[llm?.llm_api_key_ref ?? ''];
    if (!llm || token === undefined) return ANSWER;
    const asked = { ...llm, token, extra_metadata: llm.forward_metadata ? dynamic_variables : undefined };
    const said = messages.map(({ role, text: content }) => ({ role, content }));
    const answer = await askExternalLlm(asked, [{ role: 'system', content: instructions }, ...said]);
    llmAnswers.push(answer);
    return answer.pieces.join('');
  };

  const converse = (call: Call, request: AssistantStart): Json => {
    const conversation_id: string = randomUUID();
    const messages: Message[] = [];
    conversations.set(conversation_id, messages);
    conversationIds.set(call.controlId, conversation_id);
    const say = (role: string, text: string): void => {
      messages.push({ role, text, sent_at: new Date().toISOString() });
      if (!request.send_message_history_updates) return;
      const message_history = messages.map((message) => ({ role: message.role, content: message.text }));
      flow.emit(call, 'call.ai_gather.message_history_updated', { message_history });
    };
    const answer = () => think(request, messages);
    flow.converse(call, { conversationId: conversation_id, say, greeting: request.greeting ?? '', answer });
    return { conversation_id };
  };

  /** Carries out an action with a valid body; answers the reply's fields beyond `result`. */
  const perform: { [Name in Action]: (call: Call, body: Json) => Json | undefined } = {
    answer: (call, body) => {
      if (call.direction !== 'incoming') throw new TelnyxRefusal(422, '10015', 'Bad Request');
      const { client_state, record } = body as { client_state?: string; record?: string };
      call.record = record !== undefined;
      call.clientState = client_state ?? call.clientState;
      flow.answer(call);
      return undefined;
    },
    reject: (call) => {
      flow.hangUp(call, 'call_rejected', 'unknown');
      return undefined;
    },
    hangup: (call) => {
      flow.hangUp(call, call.answeredAt === null ? 'originator_cancel' : 'normal_clearing', 'caller');
      return undefined;
    },
    speak: (call, { payload }) => {
      needsAnswered(call);
      flow.speak(call, String(payload));
      return undefined;
    },
    playback_stop: (call) => {
      needsAnswered(call);
      flow.stopSpeaking(call);
      return undefined;
    },
    transcription_start: (call) => {
      needsAnswered(call);
      call.transcribes = true;
      return undefined;
    },
    ai_assistant_start: (call, body) => {
      needsAnswered(call);
      return converse(call, body as unknown as AssistantStart);
    },
    ai_assistant_stop: (call) => {
      const conversationId = conversationIds.get(call.controlId);
      if (conversationId === undefined) throw new TelnyxRefusal(422, '90061', 'AI assistant not started');
      flow.stopConversing(call, conversationId);
      return undefined;
    },
  };

  return {
    dial(body: Json): JsonReply {
      const request = parseBody(BODIES.dial, body);
      if (request.connection_id !== connectionId) {
        throw new TelnyxRefusal(422, '10015', 'Bad Request', { pointer: '/connection_id' });
      }
      refuseDial(request.to, request.command_id);
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
      if (!call) throw notFound();
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
      const further = perform[action](call, request);
      remember(request.command_id, call);
      return obeyed(further);
    },

    messages(conversationId: string): JsonReply {
      const data = conversations.get(conversationId);
      if (!data) throw notFound();
      return { status: 200, body: { data, meta: { page_number: 1, total_pages: 1 } } };
    },

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
    conversationOf: (controlId: string): string => conversationIds.get(controlId) ?? '',

    /** The answers of the customer's own model, oldest first. */
    llmAnswers,

    /** The number of calls to a phone number. */
    callsTo: (to: string): number => [...calls.values()].filter((call) => call.to === to).length,
  };
};
