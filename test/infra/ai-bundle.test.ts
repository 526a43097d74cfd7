import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from '@jest/globals';
import { bundleAll } from '#infra/aws/bundle.ts';
import type { ModelProvider } from '#shared/providers/language-model/language-model.ts';
import { keyOf, startFakeLlm } from '#test/harness/fake-llm/fake-llm.ts';
import { temporaryFolder } from './temporary-folder.ts';

const folder = temporaryFolder();
const llm = await startFakeLlm();
afterAll(() => llm.stop());

const fileOf = (path: string) =>
  JSON.stringify(new URL(`../../shared/providers/language-model/${path}`, import.meta.url).pathname);

const HANDLER = `
  import { aiSdkModels } from ${fileOf('ai-sdk-models.ts')};
  import { scriptedModels } from ${fileOf('scripted-models.ts')};

  export const handler = async ({ provider, model, key, baseUrl }) => {
    const keys = { [provider]: async () => key };
    const models = aiSdkModels({ keys, baseUrls: { [provider]: baseUrl }, offline: scriptedModels() });
    const turns = [{ role: 'user', text: 'Who is it?' }];
    const request = { choice: { provider, model }, instructions: 'Be kind.', turns, temperature: 0.5, maxTokens: 99 };
    return models.reply(request);
  };
`;

const runBundle = async (event: object): Promise<unknown> => {
  const caller = join(folder, 'call.mjs');
  // A real file: \`node -e\` has a \`require\` of its own, which would hide that a bundle lacks one.
  writeFileSync(
    caller,
    `import { handler } from './out/llm/index.mjs'; console.log(JSON.stringify(await handler(JSON.parse(process.argv[2]))));`,
  );
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [caller, JSON.stringify(event)], { env: {} });
  if (stderr) throw new Error(stderr);
  return JSON.parse(stdout);
};

test('a Lambda’s bundle holds the vendors’ clients and can ask each of them', async () => {
  const file = join(folder, 'llm.ts');
  writeFileSync(file, HANDLER);
  await bundleAll([{ id: 'llm', file, capabilities: [] }], join(folder, 'out'));
  const vendors: [ModelProvider, string][] = [
    ['openai', 'gpt-4.1-mini'],
    ['anthropic', 'claude-haiku-4-5'],
    ['google', 'gemini-2.5-flash'],
    ['groq', 'llama-3.3-70b-versatile'],
    ['xai', 'grok-4.3'],
  ];
  for (const [provider, model] of vendors) {
    const event = { provider, model, key: keyOf(provider), baseUrl: llm.baseUrls[provider] };
    expect(await runBundle(event)).toMatchObject({ text: 'Of course.' });
    expect(llm.asked.at(-1)).toMatchObject({ provider, model, temperature: 0.5, maxTokens: 99 });
  }
});
