import { subjectOf } from '#shared/domain/call/subject.ts';
import { addTokens } from '#shared/engine/call/count-usage.ts';
import type { Needs } from '#shared/ports/capabilities.ts';
import type { ChatTurn, TokenUsage } from '#shared/ports/language-models.ts';
import type { ChatCompletionRequest } from '#shared/schemas/chat-completion.ts';
import { getAssistant } from '#shared/store/assistants.ts';
import { getCall } from '#shared/store/call/calls.ts';
import { wordsForScreener } from './words-for-screener.ts';

export type CompleteChatPorts = Needs<'table' | 'models' | 'log' | 'clock'>;

const NO_TOKENS: TokenUsage = { inputTokens: 0, outputTokens: 0 };

interface ChatReply {
  status: number;
  contentType: string;
  /** The body, streamed. */
  pieces: AsyncIterable<string> | Iterable<string>;
}

/**
 * Waits for the first piece of the text, so that an early failure of the model can still become an error response; a
 * stream that has begun can only break off.
 */
const begun = async (text: AsyncIterable<string>): Promise<AsyncIterable<string>> => {
  const pieces = text[Symbol.asyncIterator]();
  const first = await pieces.next();
  return (async function* () {
    for (let piece = first; !piece.done; piece = await pieces.next()) yield piece.value;
  })();
};

interface Completion {
  id: string;
  created: number;
  model: string;
}

/** In OpenAI's form; undefined if the model reported none. */
const usageOf = async (tokens: Promise<TokenUsage>): Promise<object | undefined> => {
  const used = await tokens.catch(() => undefined);
  if (!used) return undefined;
  const { inputTokens: prompt_tokens, outputTokens: completion_tokens } = used;
  return { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens };
};

const event = (completion: Completion, content: { choices: object[]; usage?: object }): string =>
  `data: ${JSON.stringify({ ...completion, object: 'chat.completion.chunk', ...content })}\n\n`;

const chunk = (completion: Completion, delta: object, finish_reason: string | null): string =>
  event(completion, { choices: [{ index: 0, delta, finish_reason }] });

async function* chunksOf(
  completion: Completion,
  text: AsyncIterable<string>,
  tokens: Promise<TokenUsage> | undefined,
): AsyncIterable<string> {
  yield chunk(completion, { role: 'assistant', content: '' }, null);
  for await (const piece of text) yield chunk(completion, { content: piece }, null);
  yield chunk(completion, {}, 'stop');
  const usage = tokens && (await usageOf(tokens));
  if (usage) yield event(completion, { choices: [], usage });
  yield 'data: [DONE]\n\n';
}

const wholeReply = async (
  completion: Completion,
  text: AsyncIterable<string>,
  tokens: Promise<TokenUsage>,
): Promise<string> => {
  let content = '';
  for await (const piece of text) content += piece;
  const choice = { index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' };
  const usage = await usageOf(tokens);
  return JSON.stringify({ ...completion, object: 'chat.completion', choices: [choice], ...(usage && { usage }) });
};

/** Passes a reply on and then adds its tokens to the call. A failed count does not fail the reply. */
async function* countingTokens(
  ports: CompleteChatPorts,
  callId: string,
  usage: Promise<TokenUsage>,
  pieces: ChatReply['pieces'],
): AsyncIterable<string> {
  yield* pieces;
  try {
    await addTokens(ports, callId, await usage);
  } catch (error) {
    ports.log.error('Could not count the tokens of a reply; its cost is missing on the call.', error, {
      call_id: callId,
    });
  }
}

async function* wholly(text: string): AsyncGenerator<string> {
  yield text;
}

/** Words that cost no model anything. */
const spoken = (text: string) => ({ text: wholly(text), usage: Promise.resolve(NO_TOKENS) });

/**
 * Answers a chat completion request in OpenAI's form with the settings of the call's assistant: provider, model,
 * temperature and token limit. The carrier's engine has no such settings. Undefined if call or assistant is missing.
 * @throws LanguageModelError when the model fails before its first word.
 */
export const completeChat = async (
  ports: CompleteChatPorts,
  request: ChatCompletionRequest,
): Promise<ChatReply | undefined> => {
  const { table, models, clock } = ports;
  const callId = request.extra_metadata.call_id;
  const call = await getCall(table, callId);
  if (call) ports.log.about(subjectOf(call));
  const assistant = call?.assistant_id && (await getAssistant(table, call.assistant_id));
  if (!assistant) return undefined;
  const instructions = request.messages.filter(({ role }) => role === 'system').map(({ content }) => content);
  const turns = request.messages.flatMap(({ role, content }): ChatTurn[] =>
    role === 'assistant' || role === 'user' ? [{ role, text: content }] : [],
  );
  const ownWords = await wordsForScreener(table, call, turns);
  const { text, usage } =
    ownWords === undefined
      ? models.stream({
          choice: { provider: assistant.provider, model: assistant.model },
          instructions: instructions.join('\n\n'),
          turns,
          temperature: assistant.temperature,
          maxTokens: assistant.max_tokens,
        })
      : spoken(ownWords);
  const created = Math.floor(clock().getTime() / 1000);
  const completion = { id: `chatcmpl-${callId}-${request.messages.length}`, created, model: assistant.model };
  const counting = (pieces: ChatReply['pieces']) => countingTokens(ports, callId, usage, pieces);
  if (!request.stream) {
    const whole = await wholeReply(completion, text, usage);
    return { status: 200, contentType: 'application/json', pieces: counting([whole]) };
  }
  const chunks = chunksOf(completion, await begun(text), request.stream_options?.include_usage ? usage : undefined);
  return { status: 200, contentType: 'text/event-stream', pieces: counting(chunks) };
};
