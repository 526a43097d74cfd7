import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Contact } from '#shared/schemas/contact.ts';
import { mostLiveAtOnce, spansOf } from '#test/harness/carrier-calls.ts';
import { dialsOf, dialsTo, expectNoDoubleDial } from '#test/harness/dials.ts';
import { eventually } from '#test/harness/eventually.ts';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import { CALLEE, calleePhone } from '#test/harness/given/phones.ts';
import { readCampaign } from '#test/harness/read.ts';
import { campaignBecomes, expectNoSlots } from '#test/harness/wait-for.ts';

let account: TestAccount;
beforeAll(async () => {
  account = await newAccount();
});

describe('a campaign over every kind of callee', () => {
  const MAX_CONCURRENT_CALLS = 3;
  const MAX_ATTEMPTS = 2;
  /** Placed calls that each kind of callee gets. */
  const ATTEMPTS: Record<keyof typeof CALLEE, number> = {
    answers: 1,
    doesNotAnswer: MAX_ATTEMPTS,
    isBusy: MAX_ATTEMPTS,
    hasVoicemail: 1,
    isInvalid: 1,
    wantsNoMoreCalls: 1,
    losesTheDialReply: 1,
    scramblesEvents: 1,
    isRateLimitedFirst: 1,
    asksForCallback: 1,
    screensCalls: 1,
  };
  const kinds = Object.keys(CALLEE) as (keyof typeof CALLEE)[];

  test('completes by itself: counters right, nobody dialled twice for an attempt, the limit kept, no slot left', async () => {
    const contacts = await account.given.callees(kinds.map((kind) => CALLEE[kind]));
    const campaign = await account.given.campaignWith(contacts, {
      retryDelayMinutes: 0,
      maxAttemptsPerContact: MAX_ATTEMPTS,
      maxConcurrentCalls: MAX_CONCURRENT_CALLS,
      settings: { callbacks: false },
    });
    expect((await account.api.runCampaign({ id: campaign.id })).started).toBe(MAX_CONCURRENT_CALLS);
    const done = await campaignBecomes(account, campaign.id, 'completed');
    expect(done).toMatchObject({
      total_contacts: kinds.length,
      contacts_called: kinds.length,
      contacts_completed: kinds.length,
      // A human picks up at 0001 and 0006 to 0011.
      contacts_answered: 7,
    });
    expectNoDoubleDial(contacts);
    const placed = Object.fromEntries(
      kinds.map((kind, at) => [
        kind,
        dialsTo(contacts[at] as Contact).filter(({ result }) => result === 'placed').length,
      ]),
    );
    expect(placed).toEqual(ATTEMPTS);
    const spans = await spansOf(dialsOf(contacts));
    expect(mostLiveAtOnce(spans)).toBeLessThanOrEqual(MAX_CONCURRENT_CALLS);
    await expectNoSlots(campaign);
  });
});

describe('one number', () => {
  test('has at most one live call in a team, whichever contacts and campaigns have it', async () => {
    const phone = calleePhone(CALLEE.doesNotAnswer);
    const [one, other] = await Promise.all([account.given.contact({ phone }), account.given.contact({ phone })]);
    const campaigns = await Promise.all([one, other].map((contact) => account.given.campaignWith([contact])));
    await Promise.all(campaigns.map(({ id }) => account.api.runCampaign({ id })));
    await eventually(() => expect(dialsTo(one).length).toBeGreaterThanOrEqual(1));
    await eventually(async () => {
      const statuses = await Promise.all(campaigns.map(async ({ id }) => (await readCampaign(account, id)).status));
      expect(statuses).toContain('completed');
    });
    expect(mostLiveAtOnce(await spansOf(dialsTo(one)))).toBe(1);
  });
});

describe('contacts added later', () => {
  test('to a completed campaign pause it, and a run dials only the new ones', async () => {
    const [first, second] = (await account.given.callees([CALLEE.doesNotAnswer, CALLEE.doesNotAnswer])) as [
      Contact,
      Contact,
    ];
    const campaign = await account.given.campaignWith([first]);
    await account.api.runCampaign({ id: campaign.id });
    await campaignBecomes(account, campaign.id, 'completed');
    const add = (contact: Contact) => account.api.addCampaignContacts({ id: campaign.id, contactIds: [contact.id] });
    await add(first);
    expect((await readCampaign(account, campaign.id)).status).toBe('completed');
    await add(second);
    expect(await readCampaign(account, campaign.id)).toMatchObject({ status: 'paused', total_contacts: 2 });
    expect((await account.api.runCampaign({ id: campaign.id })).started).toBe(1);
    expect(await campaignBecomes(account, campaign.id, 'completed')).toMatchObject({
      contacts_called: 2,
      contacts_completed: 2,
    });
    expect([dialsTo(first).length, dialsTo(second).length]).toEqual([1, 1]);
  });

  test('to a running campaign are dialled without another run', async () => {
    const [first, second] = (await account.given.callees([CALLEE.doesNotAnswer, CALLEE.doesNotAnswer])) as [
      Contact,
      Contact,
    ];
    const campaign = await account.given.campaignWith([first]);
    await account.api.runCampaign({ id: campaign.id });
    await account.api.addCampaignContacts({ id: campaign.id, contactIds: [second.id] });
    expect(await campaignBecomes(account, campaign.id, 'completed')).toMatchObject({
      total_contacts: 2,
      contacts_called: 2,
    });
  });
});
