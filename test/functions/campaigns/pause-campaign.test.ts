import { beforeAll, describe, expect, test } from '@jest/globals';
import type { CampaignStatus } from '#shared/domain/campaign/status.ts';
import type { Campaign } from '#shared/schemas/campaign.ts';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import { campaignsInEveryStatus, getCampaign, give } from '#test/harness/given/campaign-states.ts';
import { refusalOf } from '#test/harness/newer-replies.ts';

let account: TestAccount;
let every: Record<CampaignStatus, Campaign>;
beforeAll(async () => {
  account = await newAccount();
  every = await campaignsInEveryStatus(account);
});

describe('200', () => {
  test('a running campaign is paused, and pausing it again changes nothing', async () => {
    const { status, body } = await give(account, every.running.id, 'pause');
    expect([status, body.campaign.status, body.campaign.paused_reason]).toEqual([200, 'paused', null]);
    const again = await give(account, every.running.id, 'pause');
    expect([again.status, again.body]).toEqual([200, body]);
    expect(await getCampaign(account, every.running.id)).toEqual(body.campaign);
  });
});

describe('403 and 404', () => {
  test('a foreign campaign is forbidden, an unknown one does not exist', async () => {
    const foreign = await (await newAccount()).given.campaign();
    expect((await give(account, foreign.id, 'pause')).status).toBe(403);
    expect((await give(account, 'camp_unknown', 'pause')).status).toBe(404);
  });
});

describe('409', () => {
  test.each(['draft', 'scheduled', 'completed', 'cancelled'] as const)(
    'a %s campaign is not paused',
    async (status) => {
      expect(refusalOf(await give(account, every[status].id, 'pause'))).toEqual([409, expect.stringContaining(status)]);
      expect((await getCampaign(account, every[status].id)).status).toBe(status);
    },
  );
});
