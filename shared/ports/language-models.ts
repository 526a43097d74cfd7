import type * as z from 'zod';
import type { MODEL_PROVIDERS } from '#shared/domain/assistant/model-providers.ts';
import type { TokenUsage } from '#shared/domain/call/cost.ts';

export type { TokenUsage };

/** The port to language models. Adapters: `ai-sdk-models.ts` (five vendors), `scripted-models.ts` (offline). */
export interface LanguageModels {
  /**
   * The assistant's next words.
   * @throws LanguageModelError
   */
  reply(request: ReplyRequest): Promise<{ text: string } & TokenUsage>;
  /** The same as a stream. Nothing is sent before `text` is read; both parts reject with a LanguageModelError. */
  stream(request: ReplyRequest): StreamedReply;
  /**
   * An answer that matches `schema`.
   * @throws LanguageModelError
   */
  extract<Schema extends z.ZodType>(
    request: ExtractRequest<Schema>,
  ): Promise<{ output: z.output<Schema> } & TokenUsage>;
  /** Whether the choice's vendor has no key, so that the offline models answer. */
  isOffline(choice: ModelChoice): Promise<boolean>;
}

export type ModelProvider = (typeof MODEL_PROVIDERS)[number];

export interface ModelChoice {
  provider: ModelProvider;
  model: string;
}

export interface ChatTurn {
  role: 'assistant' | 'user';
  text: string;
}

export interface ReplyRequest {
  choice: ModelChoice;
  instructions: string;
  /** The conversation so far, oldest first. */
  turns: ChatTurn[];
  temperature: number;
  maxTokens: number;
  signal?: AbortSignal | undefined;
}

export interface StreamedReply {
  text: AsyncIterable<string>;
  /** Settles once `text` is read to its end or abandoned. */
  usage: Promise<TokenUsage>;
}

export interface ExtractRequest<Schema extends z.ZodType> {
  choice: ModelChoice;
  instructions: string;
  prompt: string;
  schema: Schema;
  signal?: AbortSignal | undefined;
}

/**
 * `refused`: a retry will not help (key, model name, request). `rate_limited`, `unavailable`, `timeout`: a later retry
 * may. `bad_output`: an answer in the wrong form. `aborted`: the caller gave up.
 */
export type ModelFailure = 'refused' | 'rate_limited' | 'unavailable' | 'timeout' | 'bad_output' | 'aborted';

/** Safe to log: the message holds no prompt, answer or key, and there is no `cause` that could. */
export class LanguageModelError extends Error {
  readonly failure: ModelFailure;

  constructor(failure: ModelFailure, message: string) {
    super(message);
    this.name = 'LanguageModelError';
    this.failure = failure;
  }
}
