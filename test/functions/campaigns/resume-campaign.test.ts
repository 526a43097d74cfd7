import { describe, expect, test } from '@jest/globals';
import { newAccount } from '#test/harness/given/account.ts';
import { accountWithEveryCampaign, campaignIn } from '#test/harness/given/campaigns.ts';
import { readCampaign } from '#test/harness/read.ts';
import { expectRefused, statusOf } from '#test/harness/refusals.ts';
import { campaignBecomes } from '#test/harness/wait-for.ts';

const made = accountWithEveryCampaign();

describe('200', () => {
  test('a paused campaign runs again, since when it first did', async () => {
    const body = await made.account.api.resumeCampaign({ id: made.every.paused.id });
    expect(body.campaign.status).toBe('running');
    expect(body.campaign.started_at).toBe(made.every.paused.started_at);
  });

  test('a campaign that paused because it had completed and got new contacts goes on to completion', async () => {
    const { id } = await campaignIn(made.account, 'completed');
    const contact = await made.account.given.contact({ phone: null });
    await made.account.api.addCampaignContacts({ id, contactIds: [contact.id] });
    await made.account.api.resumeCampaign({ id });
    expect((await campaignBecomes(made.account, id, 'completed')).contact_status_counts.skipped).toBe(2);
  });
});

describe('403 and 404', () => {
  test('a foreign campaign is forbidden, an unknown one does not exist', async () => {
    const foreign = await (await newAccount()).given.campaign();
    expect(await statusOf(made.account.api.resumeCampaign({ id: foreign.id }))).toBe(403);
    expect(await statusOf(made.account.api.resumeCampaign({ id: 'camp_unknown' }))).toBe(404);
  });
});

describe('409', () => {
  test.each(['draft', 'scheduled', 'running', 'completed', 'cancelled'] as const)(
    'a %s campaign is not resumed',
    async (status) => {
      await expectRefused(made.account.api.resumeCampaign({ id: made.every[status].id }), 409, status);
      expect((await readCampaign(made.account, made.every[status].id)).status).toBe(status);
    },
  );

  test('a campaign whose assistant was deleted stays paused', async () => {
    const assistant = await made.account.given.assistant();
    const { id } = await made.account.given.campaignWith(await made.account.given.contacts(1), {
      assistantId: assistant.id,
    });
    await made.account.api.runCampaign({ id, maxCalls: 1 });
    await made.account.api.pauseCampaign({ id });
    await made.account.api.deleteAssistant({ assistantId: assistant.id });
    await expectRefused(made.account.api.resumeCampaign({ id }), 409, 'assistant');
    expect((await readCampaign(made.account, id)).status).toBe('paused');
  });
});
