import { generateText, type ModelMessage, Output, streamText } from 'ai';
import * as z from 'zod';
import {
  type ChatTurn,
  type ExtractRequest,
  LanguageModelError,
  type ModelProvider,
  type ReplyRequest,
  type StreamedReply,
  type TokenUsage,
} from '#shared/ports/language-models.ts';
import { languageModelError } from './ai-sdk-errors.ts';
import type { Vendor } from './ai-sdk-vendors.ts';
import { modelOf, needsSchemaInWords, VENDOR_OPTIONS, wantsUserFirst } from './ai-sdk-vendors.ts';

// The SDK would print unsupported settings to the console, such as the temperature of a reasoning model.
globalThis.AI_SDK_LOG_WARNINGS = false;

/** The SDK retries once after a rate limit or a vendor's fault, within the deadline. */
const MAX_RETRIES = 1;

/** Enough for every field with its evidence, and for a reasoning model to think first. */
const EXTRACT_MAX_TOKENS = 6_000;

const CALL_BEGINS = '(The call is connected.)';
const SILENCE = '(The other party says nothing.)';

/** No vendor accepts an empty conversation or text, and some would continue an assistant's turn at the end. */
const messagesOf = (turns: ChatTurn[], provider: ModelProvider): ModelMessage[] => {
  const messages: ModelMessage[] = turns
    .filter(({ text }) => text.trim() !== '')
    .map(({ role, text }) => ({ role, content: text }));
  const cue = (content: string): ModelMessage => ({ role: 'user', content });
  if (messages.length === 0) return [cue(CALL_BEGINS)];
  if (messages[0]?.role === 'assistant' && wantsUserFirst(provider)) messages.unshift(cue(CALL_BEGINS));
  if (messages.at(-1)?.role === 'assistant') messages.push(cue(SILENCE));
  return messages;
};

const usageOf = (usage: { inputTokens: number | undefined; outputTokens: number | undefined }): TokenUsage => ({
  inputTokens: usage.inputTokens ?? 0,
  outputTokens: usage.outputTokens ?? 0,
});

const silent = ({ choice }: Vendor): LanguageModelError =>
  new LanguageModelError(
    'bad_output',
    `${choice.provider} answered without a text; a reasoning model may need more max_tokens.`,
  );

const settingsOf = async (vendor: Vendor, { instructions, turns, temperature, maxTokens }: ReplyRequest) => ({
  model: await modelOf(vendor),
  instructions,
  messages: messagesOf(turns, vendor.choice.provider),
  temperature,
  maxOutputTokens: maxTokens,
  maxRetries: MAX_RETRIES,
  providerOptions: VENDOR_OPTIONS,
});

const withinDeadline = <Result>(
  { choice, deadlineMs }: Vendor,
  signal: AbortSignal | undefined,
  send: (abortSignal: AbortSignal) => Promise<Result>,
): Promise<Result> => {
  const deadline = AbortSignal.timeout(deadlineMs);
  return send(AbortSignal.any(signal ? [signal, deadline] : [deadline])).catch((error) => {
    throw languageModelError(error, { choice, signal, isLate: deadline.aborted });
  });
};

export const reply = (vendor: Vendor, request: ReplyRequest): Promise<{ text: string } & TokenUsage> =>
  withinDeadline(vendor, request.signal, async (abortSignal) => {
    const { text, usage } = await generateText({ ...(await settingsOf(vendor, request)), abortSignal });
    if (text.trim() === '') throw silent(vendor);
    return { text, ...usageOf(usage) };
  });

type Settle = ReturnType<typeof Promise.withResolvers<TokenUsage>>;

async function* piecesOf(vendor: Vendor, request: ReplyRequest, usage: Settle): AsyncGenerator<string> {
  const { signal } = request;
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(), vendor.deadlineMs);
  let spoken = '';
  let total: TokenUsage = { inputTokens: 0, outputTokens: 0 };
  try {
    const { stream: parts } = streamText({
      ...(await settingsOf(vendor, request)),
      abortSignal: AbortSignal.any(signal ? [signal, deadline.signal] : [deadline.signal]),
      // Without this the SDK prints errors with the prompt; they arrive as a part as well.
      onError: () => undefined,
    });
    for await (const part of parts) {
      timer.refresh();
      if (part.type === 'error') throw part.error;
      if (part.type === 'abort') throw new Error('The stream was aborted.');
      if (part.type === 'finish') total = usageOf(part.totalUsage);
      if (part.type !== 'text-delta') continue;
      spoken += part.text;
      yield part.text;
    }
    if (spoken.trim() === '') throw silent(vendor);
    usage.resolve(total);
  } catch (thrown) {
    const error = languageModelError(thrown, { choice: vendor.choice, signal, isLate: deadline.signal.aborted });
    usage.reject(error);
    throw error;
  } finally {
    clearTimeout(timer);
    // The SDK would go on reading after a reader that stopped early.
    deadline.abort();
    usage.reject(new LanguageModelError('aborted', 'The caller aborted the request.'));
  }
}

/** Streams a reply; nothing is sent before the text is read. */
export const stream = (vendor: Vendor, request: ReplyRequest): StreamedReply => {
  const usage = Promise.withResolvers<TokenUsage>();
  usage.promise.catch(() => undefined);
  return { text: piecesOf(vendor, request, usage), usage: usage.promise };
};

const formInWords = (schema: z.ZodType): string =>
  `\n\nAnswer with one JSON object that matches this JSON schema, and nothing else:\n${JSON.stringify(z.toJSONSchema(schema))}`;

export const extract = <Schema extends z.ZodType>(
  vendor: Vendor,
  { instructions, prompt, schema, signal }: ExtractRequest<Schema>,
): Promise<{ output: z.output<Schema> } & TokenUsage> =>
  withinDeadline(vendor, signal, async (abortSignal) => {
    const { output, usage } = await generateText({
      model: await modelOf(vendor),
      instructions: needsSchemaInWords(vendor.choice.provider) ? instructions + formInWords(schema) : instructions,
      prompt,
      output: Output.object({ schema }),
      temperature: 0,
      maxOutputTokens: EXTRACT_MAX_TOKENS,
      maxRetries: MAX_RETRIES,
      providerOptions: VENDOR_OPTIONS,
      abortSignal,
    });
    return { output: output as z.output<Schema>, ...usageOf(usage) };
  });
