import type { LanguageModel } from 'ai';
import type { ModelChoice, ModelProvider } from '#shared/ports/language-models.ts';

/** A vendor for one choice of model: its address, key and deadline. */
export interface Vendor {
  choice: ModelChoice;
  key: string;
  baseUrl: string | undefined;
  deadlineMs: number;
}

type Client = (settings: { apiKey: string; baseURL?: string }, model: string) => Promise<LanguageModel>;

/**
 * OpenAI gets chat completions instead of responses: they are not stored by default, have no minimum of output tokens,
 * and OpenAI-compatible services understand them.
 */
const CLIENTS: Record<ModelProvider, Client> = {
  openai: async (settings, model) => (await import('@ai-sdk/openai')).createOpenAI(settings).chat(model),
  anthropic: async (settings, model) => (await import('@ai-sdk/anthropic')).createAnthropic(settings)(model),
  google: async (settings, model) => (await import('@ai-sdk/google')).createGoogle(settings)(model),
  groq: async (settings, model) => (await import('@ai-sdk/groq')).createGroq(settings)(model),
  xai: async (settings, model) => (await import('@ai-sdk/xai')).createXai(settings)(model),
};

export const modelOf = ({ choice, key, baseUrl }: Vendor): Promise<LanguageModel> =>
  CLIENTS[choice.provider]({ apiKey: key, ...(baseUrl !== undefined && { baseURL: baseUrl }) }, choice.model);

/** Each vendor reads only its own options. xAI would store conversations; few of Groq's models can enforce a schema. */
export const VENDOR_OPTIONS = {
  xai: { store: false },
  groq: { structuredOutputs: false },
};

/** Whether the instructions must contain the schema, because the vendor's JSON mode does not take it. */
export const needsSchemaInWords = (provider: ModelProvider): boolean => provider === 'groq';

/** Whether a conversation that the assistant begins is refused. */
export const wantsUserFirst = (provider: ModelProvider): boolean => provider === 'anthropic' || provider === 'google';
