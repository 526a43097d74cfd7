import type * as z from 'zod';
import type { MODEL_PROVIDERS } from '#shared/domain/assistant/model-providers.ts';
import type { TokenUsage } from '#shared/domain/call/cost.ts';

export type { TokenUsage };

/** The language models, as the product needs them. Adapters: `ai-sdk-models.ts` (the vendors), `scripted-models.ts` (offline). */
export interface LanguageModels {
  /**
   * What the assistant says next.
   * @throws LanguageModelError
   */
  reply(request: ReplyRequest): Promise<{ text: string } & TokenUsage>;
  /** The same, piece by piece. Nothing is sent before `text` is read; both parts reject with a LanguageModelError. */
  stream(request: ReplyRequest): StreamedReply;
  /**
   * An answer in the form of `schema`.
   * @throws LanguageModelError
   */
  extract<Schema extends z.ZodType>(
    request: ExtractRequest<Schema>,
  ): Promise<{ output: z.output<Schema> } & TokenUsage>;
  /** Whether the choice is answered without its vendor, because there is no key for it. */
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
  /** Settles once `text` was read to its end or given up. */
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
 * `refused`: asking again will not help (key, model name, request). `rate_limited`, `unavailable`, `timeout`: later it may.
 * `bad_output`: an answer, but not of the form that was asked for. `aborted`: the caller gave up.
 */
export type ModelFailure = 'refused' | 'rate_limited' | 'unavailable' | 'timeout' | 'bad_output' | 'aborted';

/** Words for a log: no prompt, no answer and no key is in the message, and there is no `cause` that could hold them. */
export class LanguageModelError extends Error {
  readonly failure: ModelFailure;

  constructor(failure: ModelFailure, message: string) {
    super(message);
    this.name = 'LanguageModelError';
    this.failure = failure;
  }
}
