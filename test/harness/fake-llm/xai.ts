import { bearer, type Dialect, event, type Json, textOf } from './dialect.ts';

const ROOT = '/xai/v1';

const message = (text: string, status: string): Json => ({
  type: 'message',
  id: 'msg_1',
  role: 'assistant',
  status,
  content: text === '' ? [] : [{ type: 'output_text', text, annotations: [] }],
});

/** `POST /responses` of xAI. */
export const xai: Dialect = {
  root: ROOT,
  serves: (path) => path === `${ROOT}/responses`,

  read(request) {
    const { body } = request;
    const messages = body.input.map(({ role, content }: Json) => ({ role, text: textOf(content) }));
    return {
      key: bearer(request),
      model: body.model,
      temperature: body.temperature,
      maxTokens: body.max_output_tokens,
      instructions: messages.find(({ role }: Json) => role === 'system')?.text ?? '',
      turns: messages.filter(({ role }: Json) => role !== 'system'),
      isStreamed: body.stream === true,
      schema: body.text?.format?.schema,
    };
  },

  whole: (text, usage, model) => ({
    id: 'resp_1',
    object: 'response',
    created_at: 1_790_000_000,
    model,
    status: 'completed',
    output: [message(text, 'completed')],
    usage: {
      input_tokens: usage.inputTokens,
      output_tokens: usage.outputTokens,
      total_tokens: usage.inputTokens + usage.outputTokens,
    },
  }),

  streamed(pieces, usage, model) {
    const whole = this.whole(pieces.join(''), usage, model);
    const started = { ...whole, status: 'in_progress', output: [], usage: null };
    const place = { item_id: 'msg_1', output_index: 0, content_index: 0 };
    return [
      { type: 'response.created', response: started },
      { type: 'response.output_item.added', output_index: 0, item: message('', 'in_progress') },
      ...pieces.map((delta) => ({ type: 'response.output_text.delta', ...place, delta })),
      { type: 'response.output_text.done', ...place, text: pieces.join('') },
      { type: 'response.output_item.done', output_index: 0, item: message(pieces.join(''), 'completed') },
      { type: 'response.completed', response: whole },
    ].map((data) => event(data, data.type));
  },

  error: (_status, error) => ({ code: 'error', error }),
};
