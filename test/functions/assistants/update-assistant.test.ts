import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Assistant } from '#shared/schemas/assistant.ts';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import { FORBIDDEN, refusalOf, statusOf, wrongFieldsOf } from '#test/harness/refusals.ts';

let account: TestAccount;
let assistant: Assistant;
beforeAll(async () => {
  account = await newAccount();
  assistant = await account.given.assistant();
});

const update = (fields: Record<string, unknown>, id = assistant.id) =>
  account.api.updateAssistant({ assistantId: id, accountSlug: account.slug, ...fields });

describe('200', () => {
  test.each<[string, unknown]>([
    ['name', 'Night desk'],
    ['first_message', 'Good evening.'],
    ['first_message', ''],
    ['system_prompt', 'Ask {{contact.first_name}} about {{company.name}}.'],
    ['provider', 'anthropic'],
    ['model', 'any-model-of-any-time'],
    ['temperature', 0],
    ['temperature', 2],
    ['temperature', 0.25],
    ['max_tokens', 1],
    ['max_tokens', 4096],
    ['voice_provider', 'azure'],
    ['voice_model', 'neural'],
    ['voice_id', 'en-US-JennyNeural'],
    ['voice_name', 'Jenny'],
    ['transcriptor_provider', 'a-vendor-of-tomorrow'],
    ['transcriptor_model', 'whisper-9'],
    ['transcriptor_language', 'de-CH'],
    ['recording_enabled', false],
    ['inbound_enabled', false],
    ['outbound_enabled', false],
  ])('%s becomes %p, and nothing else changes', async (field, value) => {
    const before = (await account.api.getAssistant({ assistantId: assistant.id })).assistant;
    const body = await update({ [field]: value });
    expect(body.assistant).toEqual({ ...before, [field]: value, updated_at: body.assistant.updated_at });
    expect(body.assistant.updated_at >= before.updated_at).toBe(true);
    expect(await account.api.getAssistant({ assistantId: assistant.id })).toEqual(body);
  });

  test.each(['openai', 'anthropic', 'google', 'groq', 'xai'])(
    'the language-model provider may be %s',
    async (provider) => {
      expect((await update({ provider })).assistant.provider).toBe(provider);
    },
  );

  test('identity cannot be changed', async () => {
    const changes = { id: 'asst_x', account_id: 'acct_x', type: 'follow-up', created_at: '2020-01-01' };
    const path = `/api/assistants/${assistant.id}`;
    const { status, body } = await account.api.send('PATCH', path, { accountSlug: account.slug, ...changes });
    const { id, account_id, type, created_at } = assistant;
    expect([status, body]).toMatchObject([200, { assistant: { id, account_id, type, created_at } }]);
  });

  test('changes of different fields at once are all kept', async () => {
    const target = await account.given.assistant();
    const changes = { name: 'A', model: 'B', voice_id: 'C', voice_name: 'D', max_tokens: 77 };
    await Promise.all(Object.entries(changes).map(([field, value]) => update({ [field]: value }, target.id)));
    expect((await account.api.getAssistant({ assistantId: target.id })).assistant).toMatchObject(changes);
  });
});

describe('400', () => {
  test.each<[string, unknown]>([
    ['name', ''],
    ['provider', 'cohere'],
    ['provider', 'OpenAI'],
    ['temperature', -0.1],
    ['temperature', 2.1],
    ['temperature', '1'],
    ['max_tokens', 0],
    ['max_tokens', 1.5],
    ['voice_provider', 'amazon'],
    ['transcriptor_provider', ''],
    ['transcriptor_language', 'english please'],
    ['recording_enabled', 'yes'],
    ['inbound_enabled', 1],
    ['outbound_enabled', null],
  ])('%s must not be %p', async (field, value) => {
    expect(await wrongFieldsOf(update({ [field]: value }))).toEqual([field]);
  });

  test('an unknown provider is answered with the allowed ones', async () => {
    const { issues } = await refusalOf(update({ provider: 'cohere', voice_provider: 'amazon' }));
    expect(issues?.map(({ message }) => message).join()).toMatch(
      /openai.*anthropic.*google.*groq.*xai.*elevenlabs.*azure/,
    );
  });

  test('accountSlug is required', async () => {
    expect(await wrongFieldsOf(update({ accountSlug: undefined, name: 'X' }))).toEqual(['accountSlug']);
  });

  test('a refused change changes nothing, not even its valid part', async () => {
    const before = await account.api.getAssistant({ assistantId: assistant.id });
    expect(await statusOf(update({ name: 'Half changed', temperature: 9 }))).toBe(400);
    expect(await account.api.getAssistant({ assistantId: assistant.id })).toEqual(before);
  });
});

describe('403 and 404', () => {
  test('neither another account nor its slug opens an assistant', async () => {
    const other = await newAccount();
    const attempts = [
      other.api.updateAssistant({ assistantId: assistant.id, accountSlug: other.slug, name: 'Taken' }),
      other.api.updateAssistant({ assistantId: assistant.id, accountSlug: account.slug, name: 'Taken' }),
      account.api.updateAssistant({ assistantId: assistant.id, accountSlug: other.slug, name: 'Taken' }),
    ];
    for (const refusal of await Promise.all(attempts.map(refusalOf))) expect(refusal).toEqual(FORBIDDEN);
    expect((await account.api.getAssistant({ assistantId: assistant.id })).assistant.name).not.toBe('Taken');
  });

  test('an unknown assistant does not exist', async () => {
    expect(await statusOf(update({ name: 'X' }, 'asst_unknown'))).toBe(404);
  });
});
