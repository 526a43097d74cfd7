import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { bundleAll } from '#infra/aws/bundling/bundle.ts';
import type { ModelProvider } from '#shared/ports/language-models.ts';
import { keyOf, startFakeLlm } from '#test/harness/fake-llm/fake-llm.ts';
import { callBundles } from './run-node.ts';
import { temporaryFolder } from './temporary-folder.ts';

const folder = temporaryFolder();
const llm = await startFakeLlm();
afterAll(() => llm.stop());

const fileOf = (path: string) =>
  JSON.stringify(new URL(`../../../shared/providers/language-model/${path}`, import.meta.url).pathname);

const HANDLER = `
  import { aiSdkModels } from ${fileOf('ai-sdk-models.ts')};
  import { scriptedModels } from ${fileOf('scripted-models.ts')};

  export const llm = { handler: async ({ provider, model, key, baseUrl }) => {
    const keys = { [provider]: async () => key };
    const models = aiSdkModels({ keys, baseUrls: { [provider]: baseUrl }, offline: scriptedModels() });
    const turns = [{ role: 'user', text: 'Who is it?' }];
    const request = { choice: { provider, model }, instructions: 'Be kind.', turns, temperature: 0.5, maxTokens: 99 };
    return models.reply(request);
  } };
`;

test('a Lambda’s bundle holds the vendors’ clients and can ask each of them', async () => {
  const source = join(folder, 'llm.ts');
  const out = join(folder, 'out');
  writeFileSync(source, HANDLER);
  await bundleAll([{ id: 'llm', file: source, capabilities: [] }], out);
  const vendors: [ModelProvider, string][] = [
    ['openai', 'gpt-4.1-mini'],
    ['anthropic', 'claude-haiku-4-5'],
    ['google', 'gemini-2.5-flash'],
    ['groq', 'llama-3.3-70b-versatile'],
    ['xai', 'grok-4.3'],
  ];
  const file = join(out, 'llm', 'index.mjs');
  const outcomes = await callBundles(
    vendors.map(([provider, model]) => ({
      file,
      event: { provider, model, key: keyOf(provider), baseUrl: llm.baseUrls[provider] },
    })),
  );
  expect(outcomes).toEqual(vendors.map(() => ({ answer: expect.objectContaining({ text: 'Of course.' }) })));
  expect(llm.asked).toMatchObject(
    vendors.map(([provider, model]) => ({ provider, model, temperature: 0.5, maxTokens: 99 })),
  );
});
