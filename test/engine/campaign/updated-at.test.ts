import { beforeAll, describe, expect, test } from '@jest/globals';
import { LanguageModelError } from '#shared/ports/language-models.ts';
import { getControl } from '#shared/store/campaign/campaigns.ts';
import { keys } from '#shared/store/keys.ts';
import { newAccount, readCampaign } from '#test/harness/given/account.ts';
import { ANSWERED, heard, newCallBench } from '#test/harness/given/call-bench.ts';
import { becomes, closedWindow, getCampaign, give } from '#test/harness/given/campaign-states.ts';
import { type CampaignTrial, newCampaignTrial } from '#test/harness/given/campaign-trial.ts';
import { CALLEE } from '#test/harness/given/phones.ts';
import { testTable } from '#test/harness/stack/table.ts';
import { letTimePass } from '#test/harness/time/stack-time.ts';

let trial: CampaignTrial;
beforeAll(async () => {
  trial = await newCampaignTrial();
});

describe('updated_at tells when the engine changed a campaign by itself', () => {
  test('at its scheduled start', async () => {
    const startAt = new Date(Date.now() + 2_000).toISOString();
    const contacts = await trial.contactsAt([CALLEE.doesNotAnswer]);
    const { id } = await trial.account.given.campaignWith(contacts, { scheduledStartAt: startAt });
    const running = await trial.becomes(id, 'running');
    expect(running.updated_at >= startAt).toBe(true);
    expect(running.updated_at).toBe(running.started_at);
  });

  test('when it completes', async () => {
    const contacts = await trial.contactsAt([CALLEE.doesNotAnswer]);
    const { id } = await trial.account.given.campaignWith(contacts);
    await trial.run(id);
    const completed = await trial.becomes(id, 'completed');
    expect(completed.updated_at).toBe(completed.completed_at);
  });

  test('when a run has reached its maxCalls', async () => {
    const contacts = await trial.contactsAt([CALLEE.doesNotAnswer, CALLEE.doesNotAnswer]);
    const { id } = await trial.account.given.campaignWith(contacts);
    await trial.run(id, { maxCalls: 1 });
    const { updated_at } = await readCampaign(trial.account, id);
    const paused = await trial.becomes(id, 'paused');
    expect(paused.paused_reason).toBe('The run reached its maxCalls.');
    expect(paused.updated_at > updated_at).toBe(true);
  });

  test('when its last number is released', async () => {
    const account = await newAccount();
    const number = await account.given.number();
    const { id } = await account.given.campaignWith([await account.given.contact()], {
      fromNumberIds: [number.id],
      ...closedWindow(),
    });
    await give(account, id, 'run');
    const { updated_at } = await getCampaign(account, id);
    await letTimePass({ atLeastMs: 1_000, atMostMs: 1_000 });
    await account.api.send('DELETE', `/api/phone-numbers/${number.id}`, undefined);
    expect((await becomes(account, id, 'paused')).updated_at > updated_at).toBe(true);
  });

  test('when no conversation can be held', async () => {
    const account = await newAccount();
    const assistant = await account.given.assistant();
    const { id } = await account.given.campaign({ assistantId: assistant.id });
    await testTable().write({ update: keys.campaignControl(id), set: { status: 'running' } });
    const bench = await newCallBench(account, { assistant_id: assistant.id, campaign_id: id });
    const refused = () => Promise.reject(new LanguageModelError('refused', 'openai refused the key (401).'));
    bench.models = { ...bench.models, reply: refused };
    bench.wait(60);
    await bench.deliver(ANSWERED, heard('Who is this?'));
    const control = await getControl(testTable(), id);
    expect(control).toMatchObject({ status: 'paused', updated_at: bench.ports.clock().toISOString() });
  });
});
