import { describe, expect, test } from '@jest/globals';
import type { Contact } from '#shared/schemas/contact.ts';
import { dialsTo } from '#test/harness/dials.ts';
import { newAccount } from '#test/harness/given/account.ts';
import { accountWithEveryCampaign } from '#test/harness/given/campaigns.ts';
import { CALLEE, calleePhone } from '#test/harness/given/phones.ts';
import { callsOf, expectCountersRecounted, readCampaign } from '#test/harness/read.ts';
import { expectRefused, statusOf } from '#test/harness/refusals.ts';
import { campaignBecomes, comesToRest } from '#test/harness/wait-for.ts';

const made = accountWithEveryCampaign();

const contactAt = (ending: string) => made.account.given.contact({ phone: calleePhone(ending) });

describe('200', () => {
  test('only who was exhausted or failed is dialled again, with attempts of their own, once the campaign runs', async () => {
    const contacts = await Promise.all([CALLEE.answers, CALLEE.isBusy, CALLEE.isInvalid].map(contactAt));
    const [answered, busy, invalid] = contacts as [Contact, Contact, Contact];
    const skipped = await made.account.given.contact({ phone: null });
    const { id } = await made.account.given.campaignWith([...contacts, skipped], {
      maxAttemptsPerContact: 2,
      retryDelayMinutes: 0,
    });
    await made.account.api.runCampaign({ id });
    const first = await campaignBecomes(made.account, id, 'completed');
    expect(first.contact_status_counts).toMatchObject({ completed: 1, exhausted: 1, failed: 1, skipped: 1 });

    const body = await made.account.api.redialCampaign({ id });
    expect(body.redialed).toBe(2);
    expect(body.campaign).toMatchObject({ status: 'paused', completed_at: null, contacts_answered: 1 });
    expect(body.campaign.contact_status_counts).toMatchObject({ completed: 1, pending: 2, skipped: 1 });
    const enrolled = await expectCountersRecounted(made.account, id);
    expect(enrolled.find(({ contact_id }) => contact_id === busy.id)).toMatchObject({
      status: 'pending',
      attempts: 0,
      last_outcome: null,
      last_call_id: null,
    });
    expect([answered, busy, invalid].map((contact) => dialsTo(contact).length)).toEqual([1, 2, 1]);

    await made.account.api.resumeCampaign({ id });
    await campaignBecomes(made.account, id, 'completed');
    await expectCountersRecounted(made.account, id);
    expect([answered, busy, invalid].map((contact) => dialsTo(contact).length)).toEqual([1, 4, 2]);
    expect(dialsTo(busy).map(({ result }) => result)).not.toContain('duplicate');
    const calls = (await callsOf(made.account, id)).filter(({ contact_id }) => contact_id === busy.id);
    expect(calls.map(({ attempt }) => attempt)).toEqual([2, 1, 2, 1]);
  });

  test('everybody whom a cancel stopped is pending again, and is dialled when the campaign runs', async () => {
    const contact = await made.account.given.contact();
    const campaign = await made.account.given.campaignWith([contact]);
    await made.account.api.cancelCampaign({ id: campaign.id });
    const body = await made.account.api.redialCampaign({ id: campaign.id });
    expect([body.redialed, body.campaign.status]).toEqual([1, 'paused']);
    await comesToRest(campaign);
    expect(dialsTo(contact)).toEqual([]);
    expect((await made.account.api.runCampaign({ id: campaign.id })).started).toBe(1);
    expect(await campaignBecomes(made.account, campaign.id, 'completed')).toMatchObject({ contacts_called: 1 });
  });

  test('a paused campaign with nobody to redial answers 0; two redials at once count everybody once', async () => {
    expect((await made.account.api.redialCampaign({ id: made.every.paused.id })).redialed).toBe(0);
    await Promise.all([1, 2].map(() => made.account.api.redialCampaign({ id: made.every.cancelled.id })));
    await expectCountersRecounted(made.account, made.every.cancelled.id);
    expect((await readCampaign(made.account, made.every.cancelled.id)).contact_status_counts.pending).toBe(1);
  });
});

describe('403 and 404', () => {
  test('a foreign campaign is forbidden, an unknown one does not exist', async () => {
    const foreign = await (await newAccount()).given.campaign();
    expect(await statusOf(made.account.api.redialCampaign({ id: foreign.id }))).toBe(403);
    expect(await statusOf(made.account.api.redialCampaign({ id: 'camp_unknown' }))).toBe(404);
  });
});

describe('409', () => {
  test.each(['draft', 'scheduled', 'running'] as const)('a %s campaign is not redialled', async (status) => {
    await expectRefused(made.account.api.redialCampaign({ id: made.every[status].id }), 409, status);
    expect((await readCampaign(made.account, made.every[status].id)).status).toBe(status);
  });
});
