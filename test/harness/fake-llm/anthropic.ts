import { type Dialect, event, type Json, textOf } from './dialect.ts';

const ROOT = '/anthropic/v1';

/** `POST /messages` of Anthropic. */
export const anthropic: Dialect = {
  root: ROOT,
  serves: (path) => path === `${ROOT}/messages`,

  read: ({ headers, body }) => ({
    key: headers['x-api-key']?.toString(),
    model: body.model,
    temperature: body.temperature,
    maxTokens: body.max_tokens,
    instructions: textOf(body.system ?? ''),
    turns: body.messages.map(({ role, content }: Json) => ({ role, text: textOf(content) })),
    isStreamed: body.stream === true,
    schema: body.output_config?.format?.schema,
  }),

  whole: (text, usage, model) => ({
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model,
    content: [{ type: 'text', text }],
    stop_reason: 'end_turn',
    stop_sequence: null,
    usage: { input_tokens: usage.inputTokens, output_tokens: usage.outputTokens },
  }),

  streamed(pieces, usage, model) {
    const send = (data: Json) => event(data, data.type);
    const message = { ...this.whole('', usage, model), content: [], stop_reason: null };
    return [
      send({ type: 'message_start', message: { ...message, usage: { ...message.usage, output_tokens: 1 } } }),
      send({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } }),
      ...pieces.map((text) => send({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } })),
      send({ type: 'content_block_stop', index: 0 }),
      send({
        type: 'message_delta',
        delta: { stop_reason: 'end_turn', stop_sequence: null },
        usage: { output_tokens: usage.outputTokens },
      }),
      send({ type: 'message_stop' }),
    ];
  },

  error: (status, message) => ({
    type: 'error',
    error: { type: status === 401 ? 'authentication_error' : 'api_error', message },
  }),
};
