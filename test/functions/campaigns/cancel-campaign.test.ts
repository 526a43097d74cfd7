import { describe, expect, test } from '@jest/globals';
import { newAccount } from '#test/harness/given/account.ts';
import { accountWithEveryCampaign } from '#test/harness/given/campaigns.ts';
import { expectCountersRecounted, readCampaign } from '#test/harness/read.ts';
import { expectRefused, statusesOf, statusOf } from '#test/harness/refusals.ts';

const made = accountWithEveryCampaign();

describe('200', () => {
  test.each(['draft', 'scheduled', 'running', 'paused'] as const)(
    'a %s campaign is cancelled with every contact that waited; again is refused and changes nothing',
    async (status) => {
      const { id } = made.every[status];
      const { campaign } = await made.account.api.cancelCampaign({ id });
      expect(campaign.status).toBe('cancelled');
      expect(campaign.contact_status_counts).toMatchObject({ cancelled: 1, pending: 0 });
      expect(campaign).toMatchObject({ contacts_completed: 1, completed_at: expect.any(String) });
      const [contact] = await expectCountersRecounted(made.account, id);
      expect(contact).toMatchObject({ status: 'cancelled', attempts: 0, next_attempt_at: null });
      await expectRefused(made.account.api.cancelCampaign({ id }), 409, 'cancelled');
      expect(await readCampaign(made.account, id)).toEqual(campaign);
    },
  );

  test('more contacts than one transaction takes are all cancelled, each once', async () => {
    const { results } = await made.account.api.bulkCreateContacts({
      teamId: made.account.teamId,
      companyId: (await made.account.given.company()).id,
      contacts: Array.from({ length: 150 }, () => ({ firstName: 'Ada', lastName: 'Lovelace' })),
    });
    const contacts = results.flatMap(({ contact }) => (contact ? [contact] : []));
    const { id } = await made.account.given.campaignWith(contacts);
    const cancel = () => made.account.api.cancelCampaign({ id });
    expect(await statusesOf([cancel(), cancel()])).toEqual([200, 409]);
    const enrolled = await expectCountersRecounted(made.account, id);
    expect(enrolled.filter(({ status }) => status === 'cancelled')).toHaveLength(150);
  });
});

describe('403 and 404', () => {
  test('a foreign campaign is forbidden, an unknown one does not exist', async () => {
    const foreign = await (await newAccount()).given.campaign();
    expect(await statusOf(made.account.api.cancelCampaign({ id: foreign.id }))).toBe(403);
    expect(await statusOf(made.account.api.cancelCampaign({ id: 'camp_unknown' }))).toBe(404);
  });
});

describe('409', () => {
  test('a completed campaign is not cancelled', async () => {
    await expectRefused(made.account.api.cancelCampaign({ id: made.every.completed.id }), 409, 'completed');
    expect(await readCampaign(made.account, made.every.completed.id)).toEqual(made.every.completed);
  });

  test('a cancelled campaign takes neither contacts nor a run', async () => {
    const { id } = made.every.cancelled;
    const contact = await made.account.given.contact();
    await expectRefused(made.account.api.addCampaignContacts({ id, contactIds: [contact.id] }), 409, 'cancelled');
    await expectRefused(made.account.api.runCampaign({ id }), 409, 'cancelled');
  });
});
