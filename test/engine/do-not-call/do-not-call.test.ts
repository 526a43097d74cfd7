import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Contact } from '#shared/schemas/contact.ts';
import { dialsTo } from '#test/harness/dials.ts';
import { eventually } from '#test/harness/eventually.ts';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import { CALLEE, calleePhone } from '#test/harness/given/phones.ts';
import { enrolledIn, expectCountersRecounted } from '#test/harness/read.ts';
import { campaignBecomes, comesToRest } from '#test/harness/wait-for.ts';

let account: TestAccount;
beforeAll(async () => {
  account = await newAccount();
});

const mark = async (contact: Contact, doNotCall: boolean): Promise<number> => {
  await account.api.updateContact({ id: contact.id, doNotCall });
  return Date.now();
};

/** What a run would do about a contact. */
const forecast = async (contact: Contact): Promise<{ started: number; errors: string[] }> => {
  const { id } = await account.given.campaignWith([contact]);
  return await account.api.runCampaign({ id, dryRun: true });
};

const isBlocked = { started: 0, errors: [expect.stringContaining('do-not-call')] };

const twins = async (fields = {}): Promise<[Contact, Contact]> => {
  const phone = calleePhone();
  return [await account.given.contact({ phone, ...fields }), await account.given.contact({ phone })];
};

describe('somebody who asks on a call not to be called again', () => {
  test('is not called again, nor is anybody else with that number', async () => {
    const phone = calleePhone(CALLEE.wantsNoMoreCalls);
    const [asked, twin] = [await account.given.contact({ phone }), await account.given.contact({ phone })];
    const campaign = await account.given.campaignWith([asked]);
    await account.api.runCampaign({ id: campaign.id });
    await campaignBecomes(account, campaign.id, 'completed');
    await eventually(async () => {
      const body = await account.api.getContact({ id: asked.id });
      expect(body.contact).toMatchObject({ do_not_call: true });
    });
    expect(await forecast(twin)).toMatchObject(isBlocked);
    expect(await forecast(asked)).toMatchObject(isBlocked);
  });
});

describe('a contact that must not be called', () => {
  test('leaves the campaigns where it waits as skipped, running or not, and the others go on', async () => {
    const [first, blocked] = (await account.given.contacts(2)) as [Contact, Contact];
    const [draft, running] = await Promise.all([
      account.given.campaignWith([blocked]),
      account.given.campaignWith([first, blocked], { maxConcurrentCalls: 1 }),
    ]);
    await account.api.runCampaign({ id: running.id });
    await mark(blocked, true);
    const [enrolled] = await expectCountersRecounted(account, draft.id);
    expect(enrolled).toMatchObject({ status: 'skipped', skip_reason: 'do_not_call', attempts: 0 });
    expect(await campaignBecomes(account, running.id, 'completed')).toMatchObject({
      contacts_called: 1,
      contacts_completed: 2,
    });
    expect(dialsTo(blocked)).toEqual([]);
    await expectCountersRecounted(account, running.id);
  });

  test('is not dialled after that was acknowledged, however close the dial was', async () => {
    const contacts = await account.given.contacts(4);
    const campaign = await account.given.campaignWith(contacts, { maxConcurrentCalls: 4 });
    await account.api.runCampaign({ id: campaign.id });
    const acknowledged = await Promise.all(contacts.map((contact) => mark(contact, true)));
    await campaignBecomes(account, campaign.id, 'completed');
    await comesToRest(campaign);
    for (const [at, contact] of contacts.entries()) {
      const late = dialsTo(contact).filter((dial) => Date.parse(dial.at) > (acknowledged[at] as number));
      expect(late).toEqual([]);
    }
    const dialed = contacts.filter((contact) => dialsTo(contact).length > 0).length;
    const statuses = (await expectCountersRecounted(account, campaign.id)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 'exhausted')).toHaveLength(dialed);
    expect(statuses.filter((status) => status === 'skipped')).toHaveLength(4 - dialed);
  });

  test('takes whoever would be called at its number along, and nobody who only has it as a second number', async () => {
    const [marked, twin] = await twins();
    const second = await account.given.contact({ phone: calleePhone(), phoneSecondary: marked.phone });
    const draft = await account.given.campaignWith([marked, twin, second]);
    await mark(marked, true);
    const enrolled = await expectCountersRecounted(account, draft.id);
    const statuses = new Map(enrolled.map(({ contact_id, status }) => [contact_id, status]));
    expect([marked, twin, second].map(({ id }) => statuses.get(id))).toEqual(['skipped', 'skipped', 'pending']);
  });

  test('keeps a claim of another contact with its number from the dial', async () => {
    const [marked, twin] = await twins();
    const campaign = await account.given.campaignWith([twin]);
    await account.api.runCampaign({ id: campaign.id });
    const acknowledged = await mark(marked, true);
    await campaignBecomes(account, campaign.id, 'completed');
    expect(dialsTo(twin).filter(({ at }) => Date.parse(at) > acknowledged)).toEqual([]);
  });
});

describe('the number of such a contact', () => {
  test('is not called for another contact either, created before or after, and with it as second number too', async () => {
    const [marked, twin] = await twins();
    await mark(marked, true);
    expect(await forecast(twin)).toMatchObject(isBlocked);
    expect(await forecast(await account.given.contact({ phone: marked.phone }))).toMatchObject(isBlocked);
    const phone = calleePhone();
    await account.given.contact({ phoneSecondary: phone, doNotCall: true });
    expect(await forecast(await account.given.contact({ phone }))).toMatchObject(isBlocked);
  });

  test('stays closed when the contact gets another number, which closes too, and when it is deleted', async () => {
    const [marked, twin] = await twins({ doNotCall: true });
    const moved = calleePhone();
    await account.api.updateContact({ id: marked.id, phone: moved });
    expect(await forecast(twin)).toMatchObject(isBlocked);
    expect(await forecast(await account.given.contact({ phone: moved }))).toMatchObject(isBlocked);
    await account.api.deleteContact({ id: marked.id });
    expect(await forecast(twin)).toMatchObject(isBlocked);
  });

  test('holds for a contact that takes the number over by a change', async () => {
    const [marked] = await twins({ doNotCall: true });
    const other = await account.given.contact();
    const { id } = await account.given.campaignWith([other]);
    await account.api.updateContact({ id: other.id, phone: marked.phone });
    expect(await account.api.runCampaign({ id, dryRun: true })).toMatchObject(isBlocked);
  });

  test('may be called in another account', async () => {
    const [marked] = await twins({ doNotCall: true });
    const stranger = await newAccount();
    const { id } = await stranger.given.campaignWith([await stranger.given.contact({ phone: marked.phone })]);
    expect((await stranger.api.runCampaign({ id, dryRun: true })).started).toBe(1);
  });
});

describe('doNotCall: false', () => {
  test('lifts the mark of the contact and of its number, and the contact is called when it is added again', async () => {
    const [marked, twin] = await twins({ doNotCall: true });
    await mark(marked, false);
    expect(await forecast(marked)).toMatchObject({ started: 1, errors: [] });
    const campaign = await account.given.campaignWith([twin]);
    await account.api.runCampaign({ id: campaign.id });
    expect(await campaignBecomes(account, campaign.id, 'completed')).toMatchObject({ contacts_answered: 1 });
  });

  test('lifts the mark of the number through any contact that has it, as when the marked one is deleted', async () => {
    const [marked, twin] = await twins({ doNotCall: true });
    await account.api.deleteContact({ id: marked.id });
    await mark(twin, false);
    expect(await forecast(twin)).toMatchObject({ started: 1, errors: [] });
  });

  test('is nothing that any other change says: the mark of a twin stays', async () => {
    const [, twin] = await twins({ doNotCall: true });
    await account.api.updateContact({ id: twin.id, notes: 'Changed', phoneSecondary: calleePhone() });
    expect(await forecast(twin)).toMatchObject(isBlocked);
  });

  test('does not bring a skipped contact back into a campaign by itself', async () => {
    const contact = await account.given.contact({ doNotCall: true });
    const { id } = await account.given.campaignWith([contact]);
    await account.api.runCampaign({ id });
    await campaignBecomes(account, id, 'completed');
    await mark(contact, false);
    expect(await enrolledIn(account, id, 'skipped')).toHaveLength(1);
    expect(dialsTo(contact)).toEqual([]);
  });
});
