import { beforeAll, describe, expect, test } from '@jest/globals';
import type { CampaignStatus } from '#shared/domain/campaign/status.ts';
import type { Campaign } from '#shared/schemas/campaign.ts';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import {
  becomes,
  campaignIn,
  campaignPath,
  campaignsInEveryStatus,
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

describe('200', () => {
  test('a paused campaign runs again, since when it first did', async () => {
    const { status, body } = await give(account, every.paused.id, 'resume');
    expect([status, body.campaign.status]).toEqual([200, 'running']);
    expect(body.campaign.started_at).toBe(every.paused.started_at);
  });

  test('a campaign that paused because it had completed and got new contacts goes on to completion', async () => {
    const { id } = await campaignIn(account, 'completed');
    const contact = await account.given.contact({ phone: null });
    await account.api.post(campaignPath(id, '/contacts'), { contactIds: [contact.id] });
    expect((await give(account, id, 'resume')).status).toBe(200);
    expect((await becomes(account, id, 'completed')).contact_status_counts.skipped).toBe(2);
  });
});

describe('403 and 404', () => {
  test('a foreign campaign is forbidden, an unknown one does not exist', async () => {
    const foreign = await (await newAccount()).given.campaign();
    expect((await give(account, foreign.id, 'resume')).status).toBe(403);
    expect((await give(account, 'camp_unknown', 'resume')).status).toBe(404);
  });
});

describe('409', () => {
  test.each(['draft', 'scheduled', 'running', 'completed', 'cancelled'] as const)(
    'a %s campaign is not resumed',
    async (status) => {
      const reply = await give(account, every[status].id, 'resume');
      expect(refusalOf(reply)).toEqual([409, expect.stringContaining(status)]);
      expect((await getCampaign(account, every[status].id)).status).toBe(status);
    },
  );

  test('a campaign whose assistant was deleted stays paused', async () => {
    const assistant = await account.given.assistant();
    const { id } = await account.given.campaignWith(await account.given.contacts(1), { assistantId: assistant.id });
    await give(account, id, 'run', { maxCalls: 1 });
    await give(account, id, 'pause');
    expect((await remove(account, `/api/assistants/${assistant.id}`)).status).toBe(200);
    expect(refusalOf(await give(account, id, 'resume'))).toEqual([409, expect.stringContaining('assistant')]);
    expect((await getCampaign(account, id)).status).toBe('paused');
  });
});
