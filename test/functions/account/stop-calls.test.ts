import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Campaign } from '#shared/schemas/campaign.ts';
import type { Contact } from '#shared/schemas/contact.ts';
import { dialsTo, expectNoDoubleDial } from '#test/harness/dials.ts';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import { expectCountersRecounted, readCampaign } from '#test/harness/read.ts';
import { expectRefused, statusOf } from '#test/harness/refusals.ts';
import { campaignBecomes, comesToRest } from '#test/harness/wait-for.ts';

let account: TestAccount;
beforeAll(async () => {
  account = await newAccount();
});

const stop = (body = {}) => account.api.stopCalls(body);
const resume = (body = {}) => account.api.resumeCalls(body);

describe('200', () => {
  test('no dial of any campaign starts after the stop was acknowledged; resumed, every campaign goes on by itself', async () => {
    const contacts = await account.given.contacts(8);
    const halves = [contacts.slice(0, 4), contacts.slice(4)];
    const campaigns = (await Promise.all(
      halves.map((half) => account.given.campaignWith(half, { maxConcurrentCalls: 2 })),
    )) as [Campaign, Campaign];
    await Promise.all(campaigns.map(({ id }) => account.api.runCampaign({ id })));

    const { calls_stopped_at } = await stop({ accountSlug: account.slug });
    const acknowledged = Date.now();
    expect(Date.parse(calls_stopped_at ?? '')).toBeLessThanOrEqual(acknowledged);
    await Promise.all(campaigns.map(comesToRest));
    const late = contacts.flatMap(dialsTo).filter(({ at }) => Date.parse(at) > acknowledged);
    expect(late).toEqual([]);
    for (const { id } of campaigns) {
      expect((await readCampaign(account, id)).status).toBe('running');
      await expectCountersRecounted(account, id);
    }

    expect(await resume()).toEqual({ success: true, calls_stopped_at: null });
    await Promise.all(campaigns.map(({ id }) => campaignBecomes(account, id, 'completed')));
    expectNoDoubleDial(contacts);
    for (const contact of contacts) expect(dialsTo(contact)).toHaveLength(1);
  });

  test('while calls are stopped a campaign can be neither run nor resumed, and another account is not touched', async () => {
    const contact = (await account.given.contact()) as Contact;
    const draft = await account.given.campaignWith([contact]);
    const paused = await account.given.campaignWith([contact]);
    await account.api.cancelCampaign({ id: paused.id });
    await account.api.redialCampaign({ id: paused.id });
    await stop();
    await stop();
    await expectRefused(account.api.runCampaign({ id: draft.id }), 409, 'resume-calls');
    await expectRefused(account.api.runCampaign({ id: draft.id, dryRun: true }), 409, 'resume-calls');
    await expectRefused(account.api.resumeCampaign({ id: paused.id }), 409, 'resume-calls');
    const other = await newAccount();
    const { id } = await other.given.campaignWith([await other.given.contact({ phone: null })]);
    await other.api.runCampaign({ id });
    await resume();
    await resume();
    expect((await account.api.runCampaign({ id: draft.id })).started).toBe(1);
  });
});

describe('400, 403 and 404', () => {
  test('the slug of another account is forbidden, an unknown one does not exist', async () => {
    const other = await newAccount();
    for (const command of [stop, resume]) {
      expect(await statusOf(command({ accountSlug: other.slug }))).toBe(403);
      expect(await statusOf(command({ accountSlug: 'no-such-account' }))).toBe(404);
      expect(await statusOf(command({ accountSlug: 5 }))).toBe(400);
    }
    const { id } = await other.given.campaignWith([await other.given.contact()]);
    await other.api.runCampaign({ id, dryRun: true });
  });
});
