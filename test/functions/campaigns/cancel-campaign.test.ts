import { beforeAll, describe, expect, test } from '@jest/globals';
import type { CampaignStatus } from '#shared/domain/campaign/status.ts';
import type { Campaign } from '#shared/schemas/campaign.ts';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import {
  campaignPath,
  campaignsInEveryStatus,
  expectCountersRecounted,
  getCampaign,
  give,
} from '#test/harness/given/campaign-states.ts';
import { refusalOf } from '#test/harness/newer-replies.ts';

let account: TestAccount;
let every: Record<CampaignStatus, Campaign>;
beforeAll(async () => {
  account = await newAccount();
  every = await campaignsInEveryStatus(account);
});

describe('200', () => {
  test.each(['draft', 'scheduled', 'running', 'paused'] as const)(
    'a %s campaign is cancelled with every contact that waited; again is refused and changes nothing',
    async (status) => {
      const { id } = every[status];
      const { body, ...reply } = await give(account, id, 'cancel');
      expect([reply.status, body.campaign.status]).toEqual([200, 'cancelled']);
      expect(body.campaign.contact_status_counts).toMatchObject({ cancelled: 1, pending: 0 });
      expect(body.campaign).toMatchObject({ contacts_completed: 1, completed_at: expect.any(String) });
      const [contact] = await expectCountersRecounted(account, id);
      expect(contact).toMatchObject({ status: 'cancelled', attempts: 0, next_attempt_at: null });
      expect(refusalOf(await give(account, id, 'cancel'))).toEqual([409, expect.stringContaining('cancelled')]);
      expect(await getCampaign(account, id)).toEqual(body.campaign);
    },
  );

  test('more contacts than one transaction takes are all cancelled, each once', async () => {
    const contacts = (
      await account.api.post('/api/crm/contacts/bulk', {
        teamId: account.teamId,
        companyId: (await account.given.company()).id,
        contacts: Array.from({ length: 150 }, () => ({ firstName: 'Ada', lastName: 'Lovelace' })),
      })
    ).body.results.flatMap(({ contact }) => (contact ? [contact] : []));
    const { id } = await account.given.campaignWith(contacts);
    const replies = await Promise.all([give(account, id, 'cancel'), give(account, id, 'cancel')]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
    const enrolled = await expectCountersRecounted(account, id);
    expect(enrolled.filter(({ status }) => status === 'cancelled')).toHaveLength(150);
  });
});

describe('403 and 404', () => {
  test('a foreign campaign is forbidden, an unknown one does not exist', async () => {
    const foreign = await (await newAccount()).given.campaign();
    expect((await give(account, foreign.id, 'cancel')).status).toBe(403);
    expect((await give(account, 'camp_unknown', 'cancel')).status).toBe(404);
  });
});

describe('409', () => {
  test('a completed campaign is not cancelled', async () => {
    const reply = await give(account, every.completed.id, 'cancel');
    expect(refusalOf(reply)).toEqual([409, expect.stringContaining('completed')]);
    expect(await getCampaign(account, every.completed.id)).toEqual(every.completed);
  });

  test('a cancelled campaign takes neither contacts nor a run', async () => {
    const { id } = every.cancelled;
    const contact = await account.given.contact();
    const added = await account.api.post(campaignPath(id, '/contacts'), { contactIds: [contact.id] });
    expect(refusalOf(added)).toEqual([409, expect.stringContaining('cancelled')]);
    expect(refusalOf(await give(account, id, 'run'))).toEqual([409, expect.stringContaining('cancelled')]);
  });
});
