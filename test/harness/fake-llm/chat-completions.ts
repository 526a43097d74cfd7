import { bearer, type Dialect, event, type Json, textOf } from './dialect.ts';

const SYSTEM_ROLES = ['system', 'developer'];

const messageOf = ({ role, content }: Json) => ({ role, text: textOf(content) });

const usageOf = (usage: { inputTokens: number; outputTokens: number }) => ({
  prompt_tokens: usage.inputTokens,
  completion_tokens: usage.outputTokens,
  total_tokens: usage.inputTokens + usage.outputTokens,
});

/** `POST /chat/completions` of OpenAI and of Groq. Groq reports a stream's usage in its own place. */
const chatCompletions = (root: string, usageChunk: (usage: Json, envelope: Json) => Json): Dialect => ({
  root,
  serves: (path) => path === `${root}/chat/completions`,

  read(request) {
    const { body } = request;
    const messages = body.messages.map(messageOf);
    return {
      key: bearer(request),
      model: body.model,
      temperature: body.temperature,
      maxTokens: body.max_completion_tokens ?? body.max_tokens,
      instructions: messages.find(({ role }: Json) => SYSTEM_ROLES.includes(role))?.text ?? '',
      turns: messages.filter(({ role }: Json) => !SYSTEM_ROLES.includes(role)),
      isStreamed: body.stream === true,
      schema: body.response_format?.json_schema?.schema,
    };
  },

  whole: (text, usage, model) => ({
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1_790_000_000,
    model,
    choices: [{ index: 0, message: { role: 'assistant', content: text }, finish_reason: 'stop' }],
    usage: usageOf(usage),
  }),

  streamed(pieces, usage, model) {
    const envelope = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1_790_000_000, model };
    const chunk = (delta: Json, finish_reason: string | null = null) =>
      event({ ...envelope, choices: [{ index: 0, delta, finish_reason }] });
    return [
      chunk({ role: 'assistant', content: '' }),
      ...pieces.map((content) => chunk({ content })),
      chunk({}, 'stop'),
      event(usageChunk(usageOf(usage), envelope)),
      event('[DONE]'),
    ];
  },

  error: (status, message) => ({
    error: { message, type: status === 401 ? 'invalid_request_error' : 'server_error', param: null, code: null },
  }),
});

export const openai = chatCompletions('/openai/v1', (usage, envelope) => ({ ...envelope, choices: [], usage }));

export const groq = chatCompletions('/groq/openai/v1', (usage, envelope) => ({
  ...envelope,
  choices: [{ index: 0, delta: {}, finish_reason: 'stop' }],
  x_groq: { id: 'req_1', usage },
}));
