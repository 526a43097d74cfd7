import { aiSdkModels } from '#shared/providers/language-model/ai-sdk-models.ts';
import { scriptedModels } from '#shared/providers/language-model/scripted-models.ts';
import { provide } from '#shared/runtime/define/build-ports.ts';
import { modelBaseUrls } from '#shared/runtime/env.ts';
import { clock } from '#shared/runtime/system.ts';
import { secretReader } from './secret-reader.ts';

const VENDORS = ['openai', 'anthropic', 'google', 'groq', 'xai'] as const;

provide('languageModels', () => ({
  models: aiSdkModels({
    keys: Object.fromEntries(VENDORS.map((vendor) => [vendor, secretReader(vendor, () => clock().getTime())])),
    baseUrls: modelBaseUrls(),
    offline: scriptedModels(),
  }),
}));
