/**
 * Vendors of language models, as the API names them. Of each, the variables of its key and address, the setting that names
 * its secret and the permission to read it follow; its client is in `shared/providers/language-model/ai-sdk-vendors.ts`.
 */
export const MODEL_PROVIDERS = ['openai', 'anthropic', 'google', 'groq', 'xai'] as const;
