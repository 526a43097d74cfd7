import { beforeAll, describe, expect, test } from '@jest/globals';
import type { CampaignStatus } from '#shared/domain/campaign/status.ts';
import type { Campaign } from '#shared/schemas/campaign.ts';
import type { Contact } from '#shared/schemas/contact.ts';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import {
  becomes,
  callsOf,
  campaignsInEveryStatus,
  comesToRest,
  expectCountersRecounted,
  getCampaign,
  give,
} from '#test/harness/given/campaign-states.ts';
import { dialsTo } from '#test/harness/given/campaign-trial.ts';
import { CALLEE, calleePhone } from '#test/harness/given/phones.ts';
import { refusalOf } from '#test/harness/newer-replies.ts';

let account: TestAccount;
let every: Record<CampaignStatus, Campaign>;
beforeAll(async () => {
  account = await newAccount();
  every = await campaignsInEveryStatus(account);
});

const contactAt = (ending: string) => account.given.contact({ phone: calleePhone(ending) });

describe('200', () => {
  test('only who was exhausted or failed is dialled again, with attempts of their own, once the campaign runs', async () => {
    const contacts = await Promise.all([CALLEE.answers, CALLEE.isBusy, CALLEE.isInvalid].map(contactAt));
    const [answered, busy, invalid] = contacts as [Contact, Contact, Contact];
    const skipped = await account.given.contact({ phone: null });
    const { id } = await account.given.campaignWith([...contacts, skipped], {
      maxAttemptsPerContact: 2,
      retryDelayMinutes: 0,
    });
    await give(account, id, 'run');
    const first = await becomes(account, id, 'completed');
    expect(first.contact_status_counts).toMatchObject({ completed: 1, exhausted: 1, failed: 1, skipped: 1 });

    const { status, body } = await give(account, id, 'redial');
    expect([status, body.redialed]).toEqual([200, 2]);
    expect(body.campaign).toMatchObject({ status: 'paused', completed_at: null, contacts_answered: 1 });
    expect(body.campaign.contact_status_counts).toMatchObject({ completed: 1, pending: 2, skipped: 1 });
    const enrolled = await expectCountersRecounted(account, id);
    expect(enrolled.find(({ contact_id }) => contact_id === busy.id)).toMatchObject({
      status: 'pending',
      attempts: 0,
      last_outcome: null,
      last_call_id: null,
    });
    expect([answered, busy, invalid].map((contact) => dialsTo(contact).length)).toEqual([1, 2, 1]);

    expect((await give(account, id, 'resume')).status).toBe(200);
    await becomes(account, id, 'completed');
    await expectCountersRecounted(account, id);
    expect([answered, busy, invalid].map((contact) => dialsTo(contact).length)).toEqual([1, 4, 2]);
    expect(dialsTo(busy).map(({ result }) => result)).not.toContain('duplicate');
    const calls = (await callsOf(account, id)).filter(({ contact_id }) => contact_id === busy.id);
    expect(calls.map(({ attempt }) => attempt)).toEqual([2, 1, 2, 1]);
  });

  test('everybody whom a cancel stopped is pending again, and is dialled when the campaign runs', async () => {
    const contact = await account.given.contact();
    const campaign = await account.given.campaignWith([contact]);
    await give(account, campaign.id, 'cancel');
    const { body } = await give(account, campaign.id, 'redial');
    expect([body.redialed, body.campaign.status]).toEqual([1, 'paused']);
    await comesToRest(campaign);
    expect(dialsTo(contact)).toEqual([]);
    expect((await give(account, campaign.id, 'run')).body.started).toBe(1);
    expect(await becomes(account, campaign.id, 'completed')).toMatchObject({ contacts_called: 1 });
  });

  test('a paused campaign with nobody to redial answers 0; two redials at once count everybody once', async () => {
    expect((await give(account, every.paused.id, 'redial')).body.redialed).toBe(0);
    const replies = await Promise.all([1, 2].map(() => give(account, every.cancelled.id, 'redial')));
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    await expectCountersRecounted(account, every.cancelled.id);
    expect((await getCampaign(account, every.cancelled.id)).contact_status_counts.pending).toBe(1);
  });
});

describe('403 and 404', () => {
  test('a foreign campaign is forbidden, an unknown one does not exist', async () => {
    const foreign = await (await newAccount()).given.campaign();
    expect((await give(account, foreign.id, 'redial')).status).toBe(403);
    expect((await give(account, 'camp_unknown', 'redial')).status).toBe(404);
  });
});

describe('409', () => {
  test.each(['draft', 'scheduled', 'running'] as const)('a %s campaign is not redialled', async (status) => {
    expect(refusalOf(await give(account, every[status].id, 'redial'))).toEqual([409, expect.stringContaining(status)]);
    expect((await getCampaign(account, every[status].id)).status).toBe(status);
  });
});
