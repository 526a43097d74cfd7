import { beforeAll, describe, expect, test } from '@jest/globals';
import { readCampaign } from '#test/harness/given/account.ts';
import { type CampaignTrial, dialsTo, newCampaignTrial } from '#test/harness/given/campaign-trial.ts';
import { CALLEE } from '#test/harness/given/phones.ts';

let trial: CampaignTrial;
beforeAll(async () => {
  trial = await newCampaignTrial();
});

describe('a scheduled start', () => {
  test('a draft becomes scheduled with its contacts, starts at its time and not before, and completes', async () => {
    const startAt = new Date(Date.now() + 2_000);
    const campaign = await trial.account.given.campaign({ scheduledStartAt: startAt.toISOString() });
    expect(campaign.status).toBe('draft');
    const contacts = await trial.contactsAt([CALLEE.answers]);
    const reply = await trial.account.api.post(`/api/crm/campaigns/${campaign.id}/contacts`, {
      contactIds: contacts.map(({ id }) => id),
    });
    expect(reply.status).toBe(200);
    expect((await readCampaign(trial.account, campaign.id)).status).toBe('scheduled');
    await trial.becomes(campaign.id, 'completed');
    const dials = contacts.flatMap(dialsTo);
    expect(dials).toHaveLength(1);
    expect(Date.parse(dials[0]?.at ?? '')).toBeGreaterThanOrEqual(startAt.getTime());
  });

  test('a start time in the past starts as soon as there are contacts', async () => {
    const contacts = await trial.contactsAt([CALLEE.isBusy]);
    const campaign = await trial.account.given.campaignWith(contacts, {
      scheduledStartAt: '2020-01-01T00:00:00Z',
      maxAttemptsPerContact: 1,
    });
    expect(await trial.becomes(campaign.id, 'completed')).toMatchObject({ contacts_called: 1, contacts_answered: 0 });
  });
});
