import { beforeAll, describe, expect, test } from '@jest/globals';
import { mostLiveAtOnce, spansOf } from '#test/harness/carrier-calls.ts';
import { type CampaignTrial, dialsTo, expectNoSlots, newCampaignTrial } from '#test/harness/given/campaign-trial.ts';
import { CALLEE } from '#test/harness/given/phones.ts';

let trial: CampaignTrial;
beforeAll(async () => {
  trial = await newCampaignTrial();
});

describe('many contacts', () => {
  test('all are called once, never more at a time than the limit, over several caller IDs in turn', async () => {
    const contacts = await trial.contactsAt(Array.from({ length: 30 }, () => CALLEE.doesNotAnswer));
    const numbers = await Promise.all([1, 2, 3].map(() => trial.account.given.number()));
    const campaign = await trial.account.given.campaignWith(contacts, {
      maxConcurrentCalls: 10,
      fromNumberIds: numbers.map(({ id }) => id),
    });
    await trial.run(campaign.id);
    expect(await trial.becomes(campaign.id, 'completed')).toMatchObject({
      contacts_called: 30,
      contacts_completed: 30,
    });
    const dials = contacts.flatMap(dialsTo);
    expect(dials).toHaveLength(30);
    expect(mostLiveAtOnce(await spansOf(dials))).toBeLessThanOrEqual(10);
    for (const { phone_number } of numbers) {
      expect(dials.filter(({ from }) => from === phone_number).length).toBe(10);
    }
    await expectNoSlots(campaign);
  });
});
