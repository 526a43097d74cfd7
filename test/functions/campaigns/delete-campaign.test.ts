import { describe, expect, test } from '@jest/globals';
import { newAccount } from '#test/harness/given/account.ts';
import { accountWithEveryCampaign } from '#test/harness/given/campaigns.ts';
import { enrolledIn, readCampaign } from '#test/harness/read.ts';
import { expectRefused, statusesOf, statusOf } from '#test/harness/refusals.ts';

const made = accountWithEveryCampaign();

const idsListed = async (deleted: 'exclude' | 'only'): Promise<{ ids: string[]; count: number }> => {
  const { campaigns, count } = await made.account.api.listCampaigns({ teamId: made.account.teamId, deleted });
  return { ids: campaigns.map(({ id }) => id), count };
};

describe('200', () => {
  test.each(['draft', 'scheduled', 'paused', 'completed', 'cancelled'] as const)(
    'a %s campaign leaves the list and answers no command any more, but can be read',
    async (status) => {
      const { id } = made.every[status];
      const before = await idsListed('exclude');
      expect(await made.account.api.deleteCampaign({ id })).toEqual({ success: true });
      const after = await idsListed('exclude');
      expect([after.ids.includes(id), after.count]).toEqual([false, before.count - 1]);
      expect((await idsListed('only')).ids).toContain(id);
      expect(await readCampaign(made.account, id)).toMatchObject({ id, status, deleted_at: expect.any(String) });
      expect(await enrolledIn(made.account, id)).toHaveLength(1);
      for (const command of ['run', 'pause', 'resume', 'cancel', 'redial'] as const) {
        expect([command, await statusOf(made.account.api[`${command}Campaign`]({ id }))]).toEqual([command, 404]);
      }
    },
  );

  test('of two deletions at once one succeeds, and the list counts one less', async () => {
    const { id } = await made.account.given.campaign();
    const before = await idsListed('exclude');
    expect(await statusesOf([1, 2].map(() => made.account.api.deleteCampaign({ id })))).toEqual([200, 404]);
    expect((await idsListed('exclude')).count).toBe(before.count - 1);
  });
});

describe('403, 404 and 409', () => {
  test('a foreign campaign is forbidden, an unknown one does not exist', async () => {
    const foreign = await (await newAccount()).given.campaign();
    expect(await statusOf(made.account.api.deleteCampaign({ id: foreign.id }))).toBe(403);
    expect(await statusOf(made.account.api.deleteCampaign({ id: 'camp_unknown' }))).toBe(404);
  });

  test('a running campaign is refused and runs on', async () => {
    await expectRefused(made.account.api.deleteCampaign({ id: made.every.running.id }), 409, 'running');
    expect(await readCampaign(made.account, made.every.running.id)).toMatchObject({
      status: 'running',
      deleted_at: null,
    });
  });
});
