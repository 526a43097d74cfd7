import { beforeAll, describe, expect, test } from '@jest/globals';
import { dialsOf, expectNoDoubleDial } from '#test/harness/dials.ts';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import { CALLEE } from '#test/harness/given/phones.ts';
import { campaignBecomes } from '#test/harness/wait-for.ts';

let account: TestAccount;
beforeAll(async () => {
  account = await newAccount();
});

describe('maxCalls', () => {
  test('caps the whole execution: when it is spent and its calls are over, the campaign pauses', async () => {
    const contacts = await account.given.callees(Array.from({ length: 5 }, () => CALLEE.doesNotAnswer));
    const campaign = await account.given.campaignWith(contacts, { maxConcurrentCalls: 1 });
    expect((await account.api.runCampaign({ id: campaign.id, maxCalls: 2 })).started).toBe(1);
    expect(await campaignBecomes(account, campaign.id, 'paused')).toMatchObject({
      contacts_called: 2,
      contacts_completed: 2,
    });
    expect(dialsOf(contacts)).toHaveLength(2);
    await account.api.runCampaign({ id: campaign.id });
    expect(await campaignBecomes(account, campaign.id, 'completed')).toMatchObject({
      contacts_called: 5,
      contacts_completed: 5,
    });
    expectNoDoubleDial(contacts);
  });

  test('a call that the carrier refused for its rate does not use it up', async () => {
    const contacts = await account.given.callees([CALLEE.isRateLimitedFirst, CALLEE.isRateLimitedFirst]);
    const campaign = await account.given.campaignWith(contacts);
    await account.api.runCampaign({ id: campaign.id, maxCalls: 1 });
    expect(await campaignBecomes(account, campaign.id, 'paused')).toMatchObject({
      contacts_called: 1,
      contacts_answered: 1,
    });
  });
});
