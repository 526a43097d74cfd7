import type { LanguageModel } from 'ai';
import type { ModelProvider } from '#shared/ports/language-models.ts';
import type { Vendor } from './ai-sdk-models.ts';

type Client = (settings: { apiKey: string; baseURL?: string }, model: string) => Promise<LanguageModel>;

/**
 * OpenAI is asked by chat completions: unlike responses they are not kept by default, have no minimum of output tokens,
 * and are what other services at an OpenAI address speak.
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

/** Options that only their vendor reads. xAI would keep what was said; few of Groq's models can enforce a schema. */
export const VENDOR_OPTIONS = {
  xai: { store: false },
  groq: { structuredOutputs: false },
};

/** Whether the vendor's JSON mode is told the schema by us, in words. */
export const needsSchemaInWords = (provider: ModelProvider): boolean => provider === 'groq';

/** Whether a conversation that the assistant begins is refused. */
export const wantsUserFirst = (provider: ModelProvider): boolean => provider === 'anthropic' || provider === 'google';
