import type { LanguageModels, ModelProvider, ReplyRequest } from '#shared/ports/language-models.ts';
import { aiSdkModels } from '#shared/providers/language-model/ai-sdk-models.ts';
import { scriptedModels } from '#shared/providers/language-model/scripted-models.ts';
import { type FakeLlm, keyOf } from '#test/harness/fake-llm/fake-llm.ts';

/** Vendors with a model of theirs that takes every setting. */
export const VENDORS: [ModelProvider, string][] = [
  ['openai', 'gpt-4.1-mini'],
  ['anthropic', 'claude-haiku-4-5'],
  ['google', 'gemini-2.5-flash'],
  ['groq', 'llama-3.3-70b-versatile'],
  ['xai', 'grok-4.3'],
];

export const modelsOf = (
  llm: FakeLlm,
  { keys = keyOf }: { keys?: (provider: ModelProvider) => string | undefined } = {},
): LanguageModels =>
  aiSdkModels({
    keys: Object.fromEntries(VENDORS.map(([provider]) => [provider, async () => keys(provider)])),
    baseUrls: llm.baseUrls,
    offline: scriptedModels(),
  });

export const INSTRUCTIONS = 'You call Ada to arrange a meeting. The password is tulip.';

export const asked = (provider: ModelProvider, model: string, further: Partial<ReplyRequest> = {}): ReplyRequest => ({
  choice: { provider, model },
  instructions: INSTRUCTIONS,
  turns: [
    { role: 'user', text: 'Hello, who is it?' },
    { role: 'assistant', text: 'An AI assistant. Do you have a minute?' },
    { role: 'user', text: 'Yes, what is it about?' },
  ],
  temperature: 0.35,
  maxTokens: 137,
  ...further,
});

export const textOf = async (pieces: AsyncIterable<string>): Promise<string[]> => {
  const all: string[] = [];
  for await (const piece of pieces) all.push(piece);
  return all;
};
