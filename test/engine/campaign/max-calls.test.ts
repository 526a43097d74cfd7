import { beforeAll, describe, expect, test } from '@jest/globals';
import {
  type CampaignTrial,
  dialsTo,
  expectNoDoubleDial,
  newCampaignTrial,
} from '#test/harness/given/campaign-trial.ts';
import { CALLEE } from '#test/harness/given/phones.ts';

let trial: CampaignTrial;
beforeAll(async () => {
  trial = await newCampaignTrial();
});

describe('maxCalls', () => {
  test('caps the whole execution: when it is spent and its calls are over, the campaign pauses', async () => {
    const contacts = await trial.contactsAt(Array.from({ length: 5 }, () => CALLEE.doesNotAnswer));
    const campaign = await trial.account.given.campaignWith(contacts, { maxConcurrentCalls: 1 });
    expect((await trial.run(campaign.id, { maxCalls: 2 })).started).toBe(1);
    expect(await trial.becomes(campaign.id, 'paused')).toMatchObject({ contacts_called: 2, contacts_completed: 2 });
    expect(contacts.flatMap(dialsTo)).toHaveLength(2);
    await trial.run(campaign.id);
    expect(await trial.becomes(campaign.id, 'completed')).toMatchObject({ contacts_called: 5, contacts_completed: 5 });
    expectNoDoubleDial(contacts);
  });

  test('a call that the carrier refused for its rate does not use it up', async () => {
    const contacts = await trial.contactsAt([CALLEE.isRateLimitedFirst, CALLEE.isRateLimitedFirst]);
    const campaign = await trial.account.given.campaignWith(contacts);
    await trial.run(campaign.id, { maxCalls: 1 });
    expect(await trial.becomes(campaign.id, 'paused')).toMatchObject({ contacts_called: 1, contacts_answered: 1 });
  });
});
