import { describe, expect, test } from '@jest/globals';
import { newAccount } from '#test/harness/given/account.ts';
import { accountWithEveryCampaign } from '#test/harness/given/campaigns.ts';
import { readCampaign } from '#test/harness/read.ts';
import { expectRefused, statusOf } from '#test/harness/refusals.ts';

const made = accountWithEveryCampaign();

describe('200', () => {
  test('a running campaign is paused, and pausing it again changes nothing', async () => {
    const body = await made.account.api.pauseCampaign({ id: made.every.running.id });
    expect([body.campaign.status, body.campaign.paused_reason]).toEqual(['paused', null]);
    expect(await made.account.api.pauseCampaign({ id: made.every.running.id })).toEqual(body);
    expect(await readCampaign(made.account, made.every.running.id)).toEqual(body.campaign);
  });
});

describe('403 and 404', () => {
  test('a foreign campaign is forbidden, an unknown one does not exist', async () => {
    const foreign = await (await newAccount()).given.campaign();
    expect(await statusOf(made.account.api.pauseCampaign({ id: foreign.id }))).toBe(403);
    expect(await statusOf(made.account.api.pauseCampaign({ id: 'camp_unknown' }))).toBe(404);
  });
});

describe('409', () => {
  test.each(['draft', 'scheduled', 'completed', 'cancelled'] as const)(
    'a %s campaign is not paused',
    async (status) => {
      await expectRefused(made.account.api.pauseCampaign({ id: made.every[status].id }), 409, status);
      expect((await readCampaign(made.account, made.every[status].id)).status).toBe(status);
    },
  );
});
