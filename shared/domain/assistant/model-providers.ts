/**
 * Vendors of language models, as the API names them. The variables of a vendor's key and address, the setting that
 * names its secret and the permission to read it derive from its name; its client is in
 * `shared/providers/language-model/ai-sdk-vendors.ts`.
 */
export const MODEL_PROVIDERS = ['openai', 'anthropic', 'google', 'groq', 'xai'] as const;
