import { beforeAll, describe, expect, test } from '@jest/globals';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';

const PATH = '/api/assistants';

let account: TestAccount;
beforeAll(async () => {
  account = await newAccount();
});

const create = (fields: Record<string, unknown>) =>
  account.api.post(PATH, { accountSlug: account.slug, name: 'Front desk', ...fields });

const COMMON = {
  provider: 'openai',
  voice_provider: 'elevenlabs',
  transcriptor_provider: 'deepgram',
  transcriptor_language: 'en-US',
  recording_enabled: true,
};

describe('200', () => {
  test('without a template the assistant is custom: inbound and outbound, and complete', async () => {
    const { status, body } = await create({});
    expect(status).toBe(200);
    expect(body.assistant).toMatchObject({
      id: expect.stringMatching(/^asst_/),
      account_id: account.accountId,
      name: 'Front desk',
      type: 'custom',
      inbound_enabled: true,
      outbound_enabled: true,
      ...COMMON,
    });
  });

  test.each([
    ['outbound-setter', false, true],
    ['follow-up', false, true],
    ['inbound-support', true, false],
    ['custom', true, true],
  ])('%s has inbound %s and outbound %s, and sets every field to something useful', async (type, inbound, outbound) => {
    const { assistant } = (await create({ templateId: type })).body;
    expect(assistant).toMatchObject({ type, inbound_enabled: inbound, outbound_enabled: outbound, ...COMMON });
    const { model, voice_model, voice_id, voice_name, transcriptor_model, first_message, system_prompt } = assistant;
    for (const text of [model, voice_model, voice_id, voice_name, transcriptor_model, first_message, system_prompt]) {
      expect(text.length).toBeGreaterThan(1);
    }
    expect(assistant.temperature).toBeGreaterThanOrEqual(0);
    expect(assistant.temperature).toBeLessThanOrEqual(2);
    expect(assistant.max_tokens).toBeGreaterThan(0);
    expect(assistant.created_at).toBe(assistant.updated_at);
  });

  test('a configuration field at creation is ignored: the template decides', async () => {
    const { assistant } = (await create({ temperature: 1.9 })).body;
    expect(assistant.temperature).not.toBe(1.9);
  });
});

describe('400', () => {
  test('an unknown template is refused with the allowed ones', async () => {
    const { status, body } = await create({ templateId: 'receptionist' });
    expect([status, body.issues[0]?.path]).toEqual([400, 'templateId']);
    for (const template of ['outbound-setter', 'inbound-support', 'follow-up', 'custom']) {
      expect(body.issues[0]?.message).toContain(template);
    }
  });

  test('a missing slug and an empty name are told together', async () => {
    const { status, body } = await account.api.post(PATH, { name: '' });
    expect([status, body.issues.map(({ path }) => path).sort()]).toEqual([400, ['accountSlug', 'name']]);
  });
});

describe('403 and 404', () => {
  test('the slug of another account is forbidden', async () => {
    const { status, body } = await create({ accountSlug: (await newAccount()).slug });
    expect([status, body]).toEqual([403, { error: 'Forbidden' }]);
  });

  test('an unknown slug does not exist', async () => {
    expect((await create({ accountSlug: 'no-such-account' })).status).toBe(404);
  });
});
