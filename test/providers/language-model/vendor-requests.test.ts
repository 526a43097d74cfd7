import { afterAll, beforeEach, describe, expect, test } from '@jest/globals';
import * as z from 'zod';
import { EXTRACTION_INSTRUCTIONS, extractionSchema } from '#shared/domain/extraction/extraction.ts';
import { keyOf, startFakeLlm, USAGE } from '#test/harness/fake-llm/fake-llm.ts';
import { newSuiteTime } from '#test/harness/time/suite-time.ts';
import { asked, INSTRUCTIONS, modelsOf, textOf, VENDORS } from './vendors.ts';

// Time stands still, so that no deadline comes between.
newSuiteTime();

const llm = await startFakeLlm();
const models = modelsOf(llm);

beforeEach(() => {
  llm.asked.length = 0;
  llm.will({ text: 'I am calling about a meeting.' });
});
afterAll(() => llm.stop());

const PATHS: Record<string, [whole: string, streamed: string]> = {
  openai: ['/openai/v1/chat/completions', '/openai/v1/chat/completions'],
  anthropic: ['/anthropic/v1/messages', '/anthropic/v1/messages'],
  google: [
    '/google/v1beta/models/gemini-2.5-flash:generateContent',
    '/google/v1beta/models/gemini-2.5-flash:streamGenerateContent?alt=sse',
  ],
  groq: ['/groq/openai/v1/chat/completions', '/groq/openai/v1/chat/completions'],
  xai: ['/xai/v1/responses', '/xai/v1/responses'],
};

describe.each(VENDORS)('%s', (provider, model) => {
  const settings = {
    key: keyOf(provider),
    model,
    temperature: 0.35,
    maxTokens: 137,
    instructions: INSTRUCTIONS,
    turns: asked(provider, model).turns,
  };

  test('is asked for a reply with the assistant’s settings and the turns in order', async () => {
    const reply = await models.reply(asked(provider, model));
    expect(reply).toEqual({ text: 'I am calling about a meeting.', ...USAGE });
    expect(llm.asked).toEqual([
      expect.objectContaining({ ...settings, path: PATHS[provider]?.[0], isStreamed: false }),
    ]);
  });

  test('is asked for a stream, whose pieces arrive as they are written', async () => {
    const { text, usage } = models.stream(asked(provider, model));
    expect(llm.asked).toEqual([]);
    expect(await textOf(text)).toEqual(['I ', 'am ', 'calling ', 'about ', 'a ', 'meeting.']);
    expect(await usage).toEqual(USAGE);
    expect(llm.asked).toEqual([expect.objectContaining({ ...settings, path: PATHS[provider]?.[1], isStreamed: true })]);
  });

  test('answers in the form of a schema, which it is told', async () => {
    const schema = z.object({ colour: z.enum(['red', 'blue']), because: z.string().nullable() });
    llm.will({ text: '{"colour":"blue","because":null}' });
    const request = { choice: { provider, model }, instructions: 'Read.', prompt: 'The sky.', schema };
    expect(await models.extract(request)).toEqual({ output: { colour: 'blue', because: null }, ...USAGE });
    const [request1] = llm.asked;
    expect(request1?.turns).toEqual([{ role: 'user', text: 'The sky.' }]);
    expect(JSON.stringify(request1?.schema ?? request1?.instructions)).toMatch(/colour.*red.*blue/);
  });

  test('takes the schema of the extraction', async () => {
    const empty = (shape: object) => Object.fromEntries(Object.keys(shape).map((name) => [name, null]));
    const output = {
      summary: null,
      do_not_call: false,
      do_not_call_evidence: null,
      callback_at: { in_minutes: 2, date: null, time: null, evidence: 'In two minutes.' },
      contact: empty(extractionSchema.shape.contact.shape),
      company: empty(extractionSchema.shape.company.shape),
      custom_fields: [],
    };
    llm.will({ text: JSON.stringify(output) });
    const request = { choice: { provider, model }, instructions: EXTRACTION_INSTRUCTIONS, prompt: 'x' };
    expect((await models.extract({ ...request, schema: extractionSchema })).output).toEqual(output);
  });

  test('is never left to continue the assistant’s own words, nor asked with an empty text', async () => {
    const greeting = { role: 'assistant' as const, text: 'Hello?' };
    await models.reply(asked(provider, model, { turns: [greeting, { role: 'user', text: ' ' }] }));
    await models.reply(asked(provider, model, { turns: [] }));
    for (const { turns } of llm.asked) {
      expect(turns.at(-1)?.role).toBe('user');
      expect(turns.every(({ text }) => text.trim() !== '')).toBe(true);
    }
  });

  test('answers without a text: an error, not a silence on the line', async () => {
    llm.will({ text: '' });
    await expect(models.reply(asked(provider, model))).rejects.toMatchObject({ failure: 'bad_output' });
    const { text, usage } = models.stream(asked(provider, model));
    await expect(textOf(text)).rejects.toMatchObject({ failure: 'bad_output' });
    await expect(usage).rejects.toMatchObject({ failure: 'bad_output' });
  });
});

test.each(['anthropic', 'google'] as const)(
  '%s is told a conversation that begins with the other party',
  async (provider) => {
    const [, model = ''] = VENDORS.find(([name]) => name === provider) ?? [];
    const turns = [
      { role: 'assistant' as const, text: 'Hello?' },
      { role: 'user' as const, text: 'Yes?' },
    ];
    await models.reply(asked(provider, model, { turns }));
    expect(llm.asked[0]?.turns).toEqual([{ role: 'user', text: '(The call is connected.)' }, ...turns]);
  },
);

test('Groq, whose models cannot all be held to a schema, is told it in words', async () => {
  llm.will({ text: '{"colour":"blue"}' });
  const choice = { provider: 'groq', model: 'llama-3.3-70b-versatile' } as const;
  await models.extract({ choice, instructions: 'Read.', prompt: 'x', schema: z.object({ colour: z.string() }) });
  expect(llm.asked[0]?.body.response_format).toEqual({ type: 'json_object' });
  expect(llm.asked[0]?.instructions).toMatch(/^Read\.[\s\S]*"colour"/);
});

test('xAI and OpenAI do not keep what was said', async () => {
  await models.reply(asked('xai', 'grok-4.3'));
  await models.reply(asked('openai', 'gpt-4.1-mini'));
  expect(llm.asked.map(({ body }) => body.store)).toEqual([false, undefined]);
});

describe('without a key', () => {
  const keyless = modelsOf(llm, { keys: () => undefined });

  test.each(VENDORS)('%s is answered offline, and no connection is made', async (provider, model) => {
    const before = llm.connections();
    const choice = { provider, model };
    expect(await keyless.isOffline(choice)).toBe(true);
    expect(await models.isOffline(choice)).toBe(false);
    expect((await keyless.reply(asked(provider, model))).text).toMatch(/meeting/);
    const { text, usage } = keyless.stream(asked(provider, model));
    expect((await textOf(text)).join('')).toMatch(/meeting/);
    expect((await usage).outputTokens).toBeGreaterThan(0);
    const schema = z.object({ do_not_call: z.boolean() });
    expect((await keyless.extract({ choice, instructions: '', prompt: '', schema })).output.do_not_call).toBe(false);
    expect([llm.connections(), llm.asked]).toEqual([before, []]);
  });

  test('a key that appears later is used', async () => {
    let key: string | undefined;
    const later = modelsOf(llm, { keys: () => key });
    await later.reply(asked('openai', 'gpt-4.1-mini'));
    expect(llm.asked).toEqual([]);
    key = keyOf('openai');
    await later.reply(asked('openai', 'gpt-4.1-mini'));
    expect(llm.asked).toHaveLength(1);
  });
});
