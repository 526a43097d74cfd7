import { type Dialect, event, type Json, textOf } from './dialect.ts';

const ROOT = '/google/v1beta';
const METHOD = /^\/google\/v1beta\/models\/([^:]+):(generateContent|streamGenerateContent)(\?alt=sse)?$/;

const answer = (text: string, usage: Json, modelVersion: string, finishReason?: string): Json => ({
  candidates: [{ content: { role: 'model', parts: [{ text }] }, index: 0, ...(finishReason && { finishReason }) }],
  usageMetadata: {
    promptTokenCount: usage.inputTokens,
    candidatesTokenCount: usage.outputTokens,
    totalTokenCount: usage.inputTokens + usage.outputTokens,
  },
  modelVersion,
});

/** `generateContent` and `streamGenerateContent` of Google. */
export const google: Dialect = {
  root: ROOT,
  serves: (path) => METHOD.test(path),

  read({ path, headers, body }) {
    const [, model, method] = METHOD.exec(path) ?? [];
    const { generationConfig: config } = body;
    return {
      key: headers['x-goog-api-key']?.toString(),
      model,
      temperature: config.temperature,
      maxTokens: config.maxOutputTokens,
      instructions: textOf(body.systemInstruction?.parts ?? ''),
      turns: body.contents.map(({ role, parts }: Json) => ({
        role: role === 'model' ? 'assistant' : role,
        text: textOf(parts),
      })),
      isStreamed: method === 'streamGenerateContent',
      schema: config.responseJsonSchema ?? config.responseSchema,
    };
  },

  whole: (text, usage, model) => answer(text, usage, model, 'STOP'),

  streamed: (pieces, usage, model) =>
    pieces.map((text, index) => event(answer(text, usage, model, index === pieces.length - 1 ? 'STOP' : undefined))),

  error: (status, message) => ({
    error: { code: status, message, status: status === 401 ? 'UNAUTHENTICATED' : 'INTERNAL' },
  }),
};
