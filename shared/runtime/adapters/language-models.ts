import { MODEL_PROVIDERS } from '#shared/domain/assistant/model-providers.ts';
import { modelKeyOf } from '#shared/ports/secrets.ts';
import { aiSdkModels } from '#shared/providers/language-model/ai-sdk-models.ts';
import { scriptedModels } from '#shared/providers/language-model/scripted-models.ts';
import { provide } from '#shared/runtime/build-ports.ts';
import { secretReader } from '#shared/runtime/clients/secret-reader.ts';
import { modelBaseUrls } from '#shared/runtime/env.ts';

provide('languageModels', () => ({
  models: aiSdkModels({
    keys: Object.fromEntries(MODEL_PROVIDERS.map((vendor) => [vendor, secretReader(modelKeyOf(vendor))])),
    baseUrls: modelBaseUrls(),
    offline: scriptedModels(),
  }),
}));
