import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Campaign } from '#shared/schemas/campaign.ts';
import type { Contact } from '#shared/schemas/contact.ts';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import {
  becomes,
  comesToRest,
  expectCountersRecounted,
  getCampaign,
  give,
} from '#test/harness/given/campaign-states.ts';
import { dialsTo, expectNoDoubleDial } from '#test/harness/given/campaign-trial.ts';
import { refusalOf } from '#test/harness/newer-replies.ts';

let account: TestAccount;
beforeAll(async () => {
  account = await newAccount();
});

const stop = (body = {}) => account.api.post('/api/account/stop-calls', body);
const resume = (body = {}) => account.api.post('/api/account/resume-calls', body);

describe('200', () => {
  test('no dial of any campaign starts after the stop was acknowledged; resumed, every campaign goes on by itself', async () => {
    const contacts = await account.given.contacts(8);
    const halves = [contacts.slice(0, 4), contacts.slice(4)];
    const campaigns = (await Promise.all(
      halves.map((half) => account.given.campaignWith(half, { maxConcurrentCalls: 2 })),
    )) as [Campaign, Campaign];
    await Promise.all(campaigns.map(({ id }) => give(account, id, 'run')));

    const { status, body } = await stop({ accountSlug: account.slug });
    const acknowledged = Date.now();
    expect([status, Date.parse(body.calls_stopped_at ?? '') <= acknowledged]).toEqual([200, true]);
    await Promise.all(campaigns.map(comesToRest));
    const late = contacts.flatMap(dialsTo).filter(({ at }) => Date.parse(at) > acknowledged);
    expect(late).toEqual([]);
    for (const { id } of campaigns) {
      expect((await getCampaign(account, id)).status).toBe('running');
      await expectCountersRecounted(account, id);
    }

    expect((await resume()).body).toEqual({ success: true, calls_stopped_at: null });
    await Promise.all(campaigns.map(({ id }) => becomes(account, id, 'completed')));
    expectNoDoubleDial(contacts);
    for (const contact of contacts) expect(dialsTo(contact)).toHaveLength(1);
  });

  test('while calls are stopped a campaign can be neither run nor resumed, and another account is not touched', async () => {
    const contact = (await account.given.contact()) as Contact;
    const draft = await account.given.campaignWith([contact]);
    const paused = await account.given.campaignWith([contact]);
    await give(account, paused.id, 'cancel');
    await give(account, paused.id, 'redial');
    expect((await stop()).status).toBe(200);
    expect((await stop()).status).toBe(200);
    for (const reply of [
      await give(account, draft.id, 'run'),
      await give(account, draft.id, 'run', { dryRun: true }),
      await give(account, paused.id, 'resume'),
    ]) {
      expect(refusalOf(reply)).toEqual([409, expect.stringContaining('resume-calls')]);
    }
    const other = await newAccount();
    const { id } = await other.given.campaignWith([await other.given.contact({ phone: null })]);
    expect((await give(other, id, 'run')).status).toBe(200);
    expect((await resume()).status).toBe(200);
    expect((await resume()).status).toBe(200);
    expect((await give(account, draft.id, 'run')).body.started).toBe(1);
  });
});

describe('400, 403 and 404', () => {
  test('the slug of another account is forbidden, an unknown one does not exist', async () => {
    const other = await newAccount();
    for (const command of [stop, resume]) {
      expect((await command({ accountSlug: other.slug })).status).toBe(403);
      expect((await command({ accountSlug: 'no-such-account' })).status).toBe(404);
      expect((await command({ accountSlug: 5 })).status).toBe(400);
    }
    const { id } = await other.given.campaignWith([await other.given.contact()]);
    expect((await give(other, id, 'run', { dryRun: true })).status).toBe(200);
  });
});
