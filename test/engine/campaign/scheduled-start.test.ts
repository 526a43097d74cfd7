import { beforeAll, describe, expect, test } from '@jest/globals';
import { dialsOf } from '#test/harness/dials.ts';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import { CALLEE } from '#test/harness/given/phones.ts';
import { readCampaign } from '#test/harness/read.ts';
import { campaignBecomes } from '#test/harness/wait-for.ts';

let account: TestAccount;
beforeAll(async () => {
  account = await newAccount();
});

describe('a scheduled start', () => {
  test('a draft becomes scheduled with its contacts, starts at its time and not before, and completes', async () => {
    const startAt = new Date(Date.now() + 2_000);
    const campaign = await account.given.campaign({ scheduledStartAt: startAt.toISOString() });
    expect(campaign.status).toBe('draft');
    const contacts = await account.given.callees([CALLEE.answers]);
    await account.api.addCampaignContacts({
      id: campaign.id,
      contactIds: contacts.map(({ id }) => id),
    });

    expect((await readCampaign(account, campaign.id)).status).toBe('scheduled');
    await campaignBecomes(account, campaign.id, 'completed');
    const dials = dialsOf(contacts);
    expect(dials).toHaveLength(1);
    expect(Date.parse(dials[0]?.at ?? '')).toBeGreaterThanOrEqual(startAt.getTime());
  });

  test('a start time in the past starts as soon as there are contacts', async () => {
    const contacts = await account.given.callees([CALLEE.isBusy]);
    const campaign = await account.given.campaignWith(contacts, {
      scheduledStartAt: '2020-01-01T00:00:00Z',
      maxAttemptsPerContact: 1,
    });
    expect(await campaignBecomes(account, campaign.id, 'completed')).toMatchObject({
      contacts_called: 1,
      contacts_answered: 0,
    });
  });
});
