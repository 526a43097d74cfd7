import { beforeAll, describe, expect, test } from '@jest/globals';
import type { CampaignStatus } from '#shared/domain/campaign/status.ts';
import type { Campaign } from '#shared/schemas/campaign.ts';
import { query } from '#test/harness/client.ts';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import {
  campaignPath,
  campaignsInEveryStatus,
  enrolledIn,
  getCampaign,
  give,
} from '#test/harness/given/campaign-states.ts';
import { refusalOf, remove } from '#test/harness/newer-replies.ts';

let account: TestAccount;
let every: Record<CampaignStatus, Campaign>;
beforeAll(async () => {
  account = await newAccount();
  every = await campaignsInEveryStatus(account);
});

const idsListed = async (deleted: string): Promise<{ ids: string[]; count: number }> => {
  const path = `/api/crm/campaigns${query({ teamId: account.teamId, deleted })}`;
  const { campaigns, count } = (await account.api.get(path)).body;
  return { ids: campaigns.map(({ id }) => id), count };
};

describe('200', () => {
  test.each(['draft', 'scheduled', 'paused', 'completed', 'cancelled'] as const)(
    'a %s campaign leaves the list and answers no command any more, but can be read',
    async (status) => {
      const { id } = every[status];
      const before = await idsListed('exclude');
      expect((await remove(account, campaignPath(id))).body).toEqual({ success: true });
      const after = await idsListed('exclude');
      expect([after.ids.includes(id), after.count]).toEqual([false, before.count - 1]);
      expect((await idsListed('only')).ids).toContain(id);
      expect(await getCampaign(account, id)).toMatchObject({ id, status, deleted_at: expect.any(String) });
      expect(await enrolledIn(account, id)).toHaveLength(1);
      for (const command of ['run', 'pause', 'resume', 'cancel', 'redial'] as const) {
        expect([command, (await give(account, id, command)).status]).toEqual([command, 404]);
      }
    },
  );

  test('of two deletions at once one succeeds, and the list counts one less', async () => {
    const { id } = await account.given.campaign();
    const before = await idsListed('exclude');
    const replies = await Promise.all([1, 2].map(() => remove(account, campaignPath(id))));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 404]);
    expect((await idsListed('exclude')).count).toBe(before.count - 1);
  });
});

describe('403, 404 and 409', () => {
  test('a foreign campaign is forbidden, an unknown one does not exist', async () => {
    const foreign = await (await newAccount()).given.campaign();
    expect((await remove(account, campaignPath(foreign.id))).status).toBe(403);
    expect((await remove(account, campaignPath('camp_unknown'))).status).toBe(404);
  });

  test('a running campaign is refused and runs on', async () => {
    const reply = await remove(account, campaignPath(every.running.id));
    expect(refusalOf(reply)).toEqual([409, expect.stringContaining('running')]);
    expect(await getCampaign(account, every.running.id)).toMatchObject({ status: 'running', deleted_at: null });
  });
});
