import { beforeAll, describe, expect, test } from '@jest/globals';
import { LanguageModelError } from '#shared/ports/language-models.ts';
import { getControl } from '#shared/store/campaign/campaigns.ts';
import { keys } from '#shared/store/keys.ts';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import { ANSWERED, heard, newLiveCall } from '#test/harness/given/calls/live-call.ts';
import { closedWindow } from '#test/harness/given/campaigns.ts';
import { writes } from '#test/harness/given/models.ts';
import { CALLEE } from '#test/harness/given/phones.ts';
import { readCampaign } from '#test/harness/read.ts';
import { letTimePass } from '#test/harness/stack/stack-time.ts';
import { testTable } from '#test/harness/stack/table.ts';
import { campaignBecomes } from '#test/harness/wait-for.ts';

let account: TestAccount;
beforeAll(async () => {
  account = await newAccount();
});

describe('updated_at tells when the engine changed a campaign by itself', () => {
  test('at its scheduled start', async () => {
    const startAt = new Date(Date.now() + 2_000).toISOString();
    const contacts = await account.given.callees([CALLEE.doesNotAnswer]);
    const { id } = await account.given.campaignWith(contacts, { scheduledStartAt: startAt });
    const running = await campaignBecomes(account, id, 'running');
    expect(running.updated_at >= startAt).toBe(true);
    expect(running.updated_at).toBe(running.started_at);
  });

  test('when it completes', async () => {
    const contacts = await account.given.callees([CALLEE.doesNotAnswer]);
    const { id } = await account.given.campaignWith(contacts);
    await account.api.runCampaign({ id });
    const completed = await campaignBecomes(account, id, 'completed');
    expect(completed.updated_at).toBe(completed.completed_at);
  });

  test('when a run has reached its maxCalls', async () => {
    const contacts = await account.given.callees([CALLEE.doesNotAnswer, CALLEE.doesNotAnswer]);
    const { id } = await account.given.campaignWith(contacts);
    await account.api.runCampaign({ id, maxCalls: 1 });
    const { updated_at } = await readCampaign(account, id);
    const paused = await campaignBecomes(account, id, 'paused');
    expect(paused.paused_reason).toBe('The run reached its maxCalls.');
    expect(paused.updated_at > updated_at).toBe(true);
  });

  test('when its last number is released', async () => {
    const number = await account.given.number();
    const { id } = await account.given.campaignWith([await account.given.contact()], {
      fromNumberIds: [number.id],
      ...closedWindow(),
    });
    await account.api.runCampaign({ id });
    const { updated_at } = await readCampaign(account, id);
    await letTimePass({ atLeastMs: 1_000, atMostMs: 1_000 });
    await account.api.releasePhoneNumber({ id: number.id });
    expect((await campaignBecomes(account, id, 'paused')).updated_at > updated_at).toBe(true);
  });

  test('when no conversation can be held', async () => {
    const assistant = await account.given.assistant();
    const { id } = await account.given.campaign({ assistantId: assistant.id });
    await testTable().write({ update: keys.campaignControl(id), set: { status: 'running' } });
    const bench = await newLiveCall(account, { assistant_id: assistant.id, campaign_id: id });
    const refused = new LanguageModelError('refused', 'openai refused the key (401).');
    bench.models = { ...bench.models, stream: writes(refused) };
    bench.wait(60);
    await bench.deliver(ANSWERED, heard('Who is this?'));
    const control = await getControl(testTable(), id);
    expect(control).toMatchObject({ status: 'paused', updated_at: bench.ports.clock().toISOString() });
  });
});
