import { isSameSecret } from '#shared/domain/signatures.ts';
import { completeChat as complete } from '#shared/engine/conversation/complete-chat.ts';
import { LanguageModelError } from '#shared/ports/language-models.ts';
import { defineStream, type StreamResponse } from '#shared/runtime/define/stream.ts';
import { ChatCompletionRequest } from '#shared/schemas/chat-completion.ts';

const refusal = (status: number, message: string): StreamResponse => ({
  status,
  contentType: 'application/json',
  pieces: [JSON.stringify({ error: { message } })],
});

const bearer = (header: string | undefined): string | undefined => /^Bearer +(\S+)$/i.exec(header ?? '')?.[1];

const parse = (body: string): ChatCompletionRequest | undefined => {
  try {
    return ChatCompletionRequest.safeParse(JSON.parse(body)).data;
  } catch {
    return undefined;
  }
};

export const completeChat = defineStream({
  summary: "Answer the carrier's conversation engine with the assistant's own model, temperature and token limit",
  path: '/llm/chat/completions',
  timeoutSeconds: 60,
  // At two to three seconds a reply, 40 replies a second. Strangers can ask too, and are refused within these runs.
  reservedConcurrency: 100,
  uses: ['table:write', 'languageModels', 'secret:modelEndpoint'],
  async respond({ headers, body }, { modelEndpointSecret, ...ports }) {
    if (!isSameSecret(await modelEndpointSecret(), bearer(headers.authorization))) return refusal(401, 'Unauthorized');
    const request = parse(body);
    if (!request) return refusal(400, 'The body is not a chat completion request with extra_metadata.call_id.');
    try {
      return (await complete(ports, request)) ?? refusal(404, 'There is no such call, or it has no assistant.');
    } catch (error) {
      if (!(error instanceof LanguageModelError)) throw error;
      ports.log.error('The language model gave no reply.', error, { call_id: request.extra_metadata.call_id });
      return refusal(502, 'The language model gave no reply.');
    }
  },
});
