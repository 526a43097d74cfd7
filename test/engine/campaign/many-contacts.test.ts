import { beforeAll, describe, expect, test } from '@jest/globals';
import { mostLiveAtOnce, spansOf } from '#test/harness/carrier-calls.ts';
import { dialsOf } from '#test/harness/dials.ts';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import { CALLEE } from '#test/harness/given/phones.ts';
import { campaignBecomes, expectNoSlots } from '#test/harness/wait-for.ts';

let account: TestAccount;
beforeAll(async () => {
  account = await newAccount();
});

describe('many contacts', () => {
  test('all are called once, never more at a time than the limit, over several caller IDs in turn', async () => {
    const contacts = await account.given.callees(Array.from({ length: 30 }, () => CALLEE.doesNotAnswer));
    const numbers = await Promise.all([1, 2, 3].map(() => account.given.number()));
    const campaign = await account.given.campaignWith(contacts, {
      maxConcurrentCalls: 10,
      fromNumberIds: numbers.map(({ id }) => id),
    });
    await account.api.runCampaign({ id: campaign.id });
    expect(await campaignBecomes(account, campaign.id, 'completed')).toMatchObject({
      contacts_called: 30,
      contacts_completed: 30,
    });
    const dials = dialsOf(contacts);
    expect(dials).toHaveLength(30);
    expect(mostLiveAtOnce(await spansOf(dials))).toBeLessThanOrEqual(10);
    for (const { phone_number } of numbers) {
      expect(dials.filter(({ from }) => from === phone_number).length).toBe(10);
    }
    await expectNoSlots(campaign);
  });
});
