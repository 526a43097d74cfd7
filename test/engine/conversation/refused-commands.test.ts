import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { LanguageModelError } from '#shared/ports/language-models.ts';
import type { Assistant } from '#shared/schemas/assistant.ts';
import { getControl } from '#shared/store/campaign/campaigns.ts';
import { keys } from '#shared/store/keys.ts';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import { ANSWERED, heard, type LiveCall, newLiveCall } from '#test/harness/given/calls/live-call.ts';
import { writes } from '#test/harness/given/models.ts';
import { testTable } from '#test/harness/stack/table.ts';

let account: TestAccount;
let assistant: Assistant;
let bench: LiveCall;
beforeAll(async () => {
  account = await newAccount();
  assistant = await account.given.assistant();
});
beforeEach(async () => {
  bench = await newLiveCall(account, { assistant_id: assistant.id });
});

describe('a command that the carrier does not take', () => {
  const names = (): string[] => bench.commands.map(({ name }) => name);

  test('is sent again at once, under the same id', async () => {
    bench.refuse('speak', 2);
    await bench.deliver(ANSWERED);
    expect(names()).toEqual(['startTranscription', 'speak']);
    expect((await bench.record()).error).toBeNull();
  });

  test.each(['startTranscription', 'speak'])('however often, ends the call, which says why: %s', async (name) => {
    bench.refuse(name, 3);
    await bench.deliver(ANSWERED);
    expect(names()).toContain('hangUp');
    expect((await bench.record()).error).toBe(
      `The carrier refused a command of the conversation: The carrier refuses ${name}.`,
    );
  });

  const running = async (assistantId = assistant.id) => {
    const { id } = await account.given.campaign({ assistantId });
    await testTable().write({ update: keys.campaignControl(id), set: { status: 'running' } });
    bench = await newLiveCall(account, { assistant_id: assistantId, campaign_id: id });
    return () => getControl(testTable(), id);
  };

  test('at the very beginning pauses the campaign, before everybody on its list hears nothing', async () => {
    const control = await running();
    bench.refuse('speak', 3);
    await bench.deliver(ANSWERED);
    expect(await control()).toMatchObject({
      status: 'paused',
      paused_reason: 'No conversation can be held: The carrier refuses speak.',
    });
  });

  test('at its first words does so too, though the other party has spoken first', async () => {
    const { id } = await account.given.assistant();
    await account.api.updateAssistant({ assistantId: id, accountSlug: account.slug, first_message: '' });
    const control = await running(id);
    bench.refuse('speak', 3);
    await bench.deliver(ANSWERED, heard('Hello?'));
    expect(await control()).toMatchObject({ status: 'paused' });
  });

  test('later than that ends the call alone', async () => {
    const control = await running();
    await bench.deliver(ANSWERED);
    bench.refuse('speak', 3);
    await bench.deliver(heard('Who is this?'));
    expect(names()).toContain('hangUp');
    expect(await control()).toMatchObject({ status: 'running' });
  });

  test.each([
    ['refused', 'paused'],
    ['timeout', 'running'],
  ] as const)('a language model that fails as %s leaves the campaign %s', async (failure, status) => {
    const control = await running();
    const stream = writes(new LanguageModelError(failure, 'openai refused the key (401).'));
    bench.models = { ...bench.models, stream };
    await bench.deliver(ANSWERED, heard('Who is this?'));
    expect(await control()).toMatchObject({ status });
  });
});
