import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Assistant } from '#shared/schemas/assistant.ts';
import { getControl } from '#shared/store/campaigns.ts';
import { keys } from '#shared/store/keys.ts';
import { newAccount, type TestAccount } from '#test/harness/account.ts';
import { ANSWERED, type CallBench, heard, newCallBench } from '#test/harness/call-bench.ts';
import { testTable } from '#test/harness/table.ts';

let account: TestAccount;
let assistant: Assistant;
let bench: CallBench;
beforeAll(async () => {
  account = await newAccount();
  assistant = await account.given.assistant();
});
beforeEach(async () => {
  bench = await newCallBench(account, { assistant_id: assistant.id });
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

  test('at the very beginning pauses the campaign, before everybody on its list hears nothing', async () => {
    const running = async () => {
      const { id } = await account.given.campaign({ assistantId: assistant.id });
      await testTable().write({ update: keys.campaignControl(id), set: { status: 'running' } });
      bench = await newCallBench(account, { assistant_id: assistant.id, campaign_id: id });
      return () => getControl(testTable(), id);
    };
    let control = await running();
    bench.refuse('speak', 3);
    await bench.deliver(ANSWERED);
    expect(await control()).toMatchObject({
      status: 'paused',
      paused_reason: 'No conversation can begin: The carrier refuses speak.',
    });

    control = await running();
    await bench.deliver(ANSWERED);
    bench.refuse('speak', 3);
    await bench.deliver(heard('Who is this?'));
    expect(names()).toContain('hangUp');
    expect(await control()).toMatchObject({ status: 'running' });
  });
});
