import { beforeAll, describe, expect, test } from '@jest/globals';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import { FORBIDDEN, refusalOf, statusOf, wrongFieldsOf } from '#test/harness/refusals.ts';

let account: TestAccount;
beforeAll(async () => {
  account = await newAccount();
});

const create = (fields: Record<string, unknown>) =>
  account.api.createAssistant({ accountSlug: account.slug, name: 'Front desk', ...fields });

const COMMON = {
  provider: 'openai',
  voice_provider: 'elevenlabs',
  transcriptor_provider: 'deepgram',
  transcriptor_language: 'en-US',
  recording_enabled: true,
};

describe('200', () => {
  test('without a template the assistant is custom: inbound and outbound, and complete', async () => {
    const { assistant } = await create({});
    expect(assistant).toMatchObject({
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
    const { assistant } = await create({ templateId: type });
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
    const fields = { accountSlug: account.slug, name: 'Front desk', temperature: 1.9 };
    const { status, body } = await account.api.send('POST', '/api/assistants', fields);
    expect([status, body]).toMatchObject([200, { assistant: { temperature: expect.any(Number) } }]);
    expect(body).not.toMatchObject({ assistant: { temperature: 1.9 } });
  });
});

describe('400', () => {
  test('an unknown template is refused with the allowed ones', async () => {
    const { issues } = await refusalOf(create({ templateId: 'receptionist' }));
    expect(issues?.[0]?.path).toBe('templateId');
    for (const template of ['outbound-setter', 'inbound-support', 'follow-up', 'custom']) {
      expect(issues?.[0]?.message).toContain(template);
    }
  });

  test('a missing slug and an empty name are told together', async () => {
    expect((await wrongFieldsOf(create({ accountSlug: undefined, name: '' }))).sort()).toEqual(['accountSlug', 'name']);
  });
});

describe('403 and 404', () => {
  test('the slug of another account is forbidden', async () => {
    expect(await refusalOf(create({ accountSlug: (await newAccount()).slug }))).toEqual(FORBIDDEN);
  });

  test('an unknown slug does not exist', async () => {
    expect(await statusOf(create({ accountSlug: 'no-such-account' }))).toBe(404);
  });
});
