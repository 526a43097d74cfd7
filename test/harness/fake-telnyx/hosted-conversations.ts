import { randomUUID } from 'node:crypto';
import type { Json, JsonReply } from '#infra/local/process/json-http.ts';
import type { Call, CallFlow } from './calls.ts';
import { askExternalLlm, type LlmAnswer } from './external-llm.ts';
import { notFound, TelnyxRefusal } from './refusal.ts';
import type { AssistantStart } from './request-bodies.ts';

/** The one answer of Telnyx' own models. */
const ANSWER = 'I see.';

/** `GET /ai/conversations`: a filter of metadata, in the words of PostgREST, and the most that are listed. */
const LIST_FILTER = /^eq\.(.+)$/;
const LISTED_DEFAULT = 20;

interface Message {
  role: string;
  text: string;
  sent_at: string;
}

/** Conversations that Telnyx leads. `integrationSecrets` are the tokens of integration secrets. */
export const newHostedConversations = (flow: CallFlow, integrationSecrets: Record<string, string>) => {
  const conversations = new Map<string, Message[]>();
  const callOf = new Map<string, string>();
  const conversationIds = new Map<string, string>();
  const llmAnswers: LlmAnswer[] = [];

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

  return {
    /** The answers of the customer's own model, oldest first. */
    llmAnswers,
    messages: (conversationId: string): Message[] | undefined => conversations.get(conversationId),
    delete: (conversationId: string): boolean => conversations.delete(conversationId),
    idOf: (controlId: string): string | undefined => conversationIds.get(controlId),

    list(query: URLSearchParams): JsonReply {
      for (const name of query.keys()) {
        if (name !== 'limit' && name !== 'metadata->call_control_id')
          throw new TelnyxRefusal(422, '10015', 'Bad Request');
      }
      const wanted = LIST_FILTER.exec(query.get('metadata->call_control_id') ?? '')?.[1];
      const data = [...conversations.keys()]
        .map((id) => ({ id, metadata: { call_control_id: callOf.get(id) } }))
        .filter(({ metadata }) => wanted === undefined || metadata.call_control_id === wanted)
        .slice(0, Number(query.get('limit') ?? LISTED_DEFAULT));
      return { status: 200, body: { data } };
    },

    remove(conversationId: string): JsonReply {
      if (!conversations.delete(conversationId)) throw notFound();
      return { status: 200, body: {} };
    },

    start(call: Call, request: AssistantStart): Json {
      const conversation_id: string = randomUUID();
      const messages: Message[] = [];
      conversations.set(conversation_id, messages);
      conversationIds.set(call.controlId, conversation_id);
      callOf.set(conversation_id, call.controlId);
      const say = (role: string, text: string): void => {
        messages.push({ role, text, sent_at: new Date().toISOString() });
        if (!request.send_message_history_updates) return;
        const message_history = messages.map((message) => ({ role: message.role, content: message.text }));
        flow.emit(call, 'call.ai_gather.message_history_updated', { message_history });
      };
      const answer = () => think(request, messages);
      flow.converse(call, { conversationId: conversation_id, say, greeting: request.greeting ?? '', answer });
      return { conversation_id };
    },

    stop(call: Call): void {
      const conversationId = conversationIds.get(call.controlId);
      if (conversationId === undefined) throw new TelnyxRefusal(422, '90061', 'AI assistant not started');
      flow.stopConversing(call, conversationId);
    },
  };
};

export type HostedConversations = ReturnType<typeof newHostedConversations>;
