import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Contact } from '#shared/schemas/contact.ts';
import { actionsDuring } from '#test/harness/activity.ts';
import { dialsAfter, dialsOf, dialsTo } from '#test/harness/dials.ts';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import { closedWindow } from '#test/harness/given/campaigns.ts';
import { CALLEE, calleePhone } from '#test/harness/given/phones.ts';
import { importNumbers, listSuppressions, shownOf, suppress, unsuppress } from '#test/harness/given/suppressions.ts';
import { enrolledIn, expectCountersRecounted, readCampaign } from '#test/harness/read.ts';
import { callConcluded, campaignBecomes, comesToRest, dialsReach } from '#test/harness/wait-for.ts';

let account: TestAccount;
beforeAll(async () => {
  account = await newAccount();
});

const phoneOf = ({ phone }: Contact): string => phone ?? '';
const setDoNotCall = ({ id }: Contact, doNotCall: boolean) => account.api.updateContact({ id, doNotCall });
const reasonOf = async (phone: string) => (await shownOf(account, phone))?.reason;

const mayBeCalled = async (contact: Contact): Promise<boolean> => {
  const { id } = await account.given.campaignWith([contact]);
  return (await account.api.runCampaign({ id, dryRun: true })).started === 1;
};

/** Rows with numbers that no contact has. */
const strangers = (count: number): { phone: string }[] =>
  Array.from({ length: count }, (_, at) => ({ phone: `+49301234${String(at).padStart(4, '0')}` }));

const manyContacts = async (own: TestAccount, count: number): Promise<Contact[]> => {
  const { id: companyId } = await own.given.company();
  const contacts = Array.from({ length: count }, (_, at) => ({
    firstName: `Row ${at}`,
    lastName: 'Bulk',
    phone: calleePhone(CALLEE.doesNotAnswer),
  }));
  const { results } = await own.api.bulkCreateContacts({ teamId: own.teamId, companyId, contacts });
  return results.flatMap(({ contact }) => contact ?? []);
};

describe('numbers that are suppressed in the middle of a campaign', () => {
  test('1,000 at once: none of them is dialled after the answer, and who waited with one is skipped', async () => {
    const own = await newAccount();
    const contacts = await manyContacts(own, 60);
    const [suppressed, others] = [contacts.slice(0, 50), contacts.slice(50)];
    const [running, draft] = [
      await own.given.campaignWith(contacts, { maxConcurrentCalls: 8 }),
      await own.given.campaignWith(suppressed),
    ];
    await own.api.runCampaign({ id: running.id });
    await dialsReach(contacts, 8);
    const numbers = [...strangers(950), ...suppressed.map((contact) => ({ phone: phoneOf(contact) }))];
    expect(await importNumbers(own, numbers)).toMatchObject({ added: 1_000, failed: 0 });
    const answered = Date.now();
    const [draftNow, runningNow] = [await enrolledIn(own, draft.id, 'skipped'), await readCampaign(own, running.id)];
    expect([draftNow.length, new Set(draftNow.map(({ skip_reason }) => skip_reason))]).toEqual([
      50,
      new Set(['do_not_call']),
    ]);
    expect(runningNow.contact_status_counts.skipped).toBeGreaterThan(20);
    await campaignBecomes(own, running.id, 'completed');
    await comesToRest(running);
    expect(dialsAfter(suppressed, answered)).toEqual([]);
    expect(dialsOf(others)).toHaveLength(others.length);
    const dialled = suppressed.filter((contact) => dialsTo(contact).length > 0).length;
    const statuses = (await expectCountersRecounted(own, running.id)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 'skipped')).toHaveLength(50 - dialled);
  });

  test('one at a time, however close the dial is: none is dialled after its answer', async () => {
    const contacts = await account.given.contacts(6);
    const campaign = await account.given.campaignWith(contacts, { maxConcurrentCalls: 6 });
    await account.api.runCampaign({ id: campaign.id });
    const answered = await Promise.all(
      contacts.map(async (contact) => {
        await suppress(account, phoneOf(contact));
        return Date.now();
      }),
    );
    await campaignBecomes(account, campaign.id, 'completed');
    await comesToRest(campaign);
    for (const [at, contact] of contacts.entries()) expect(dialsAfter([contact], answered[at] as number)).toEqual([]);
    await expectCountersRecounted(account, campaign.id);
  });

  test('skip everybody who would be dialled there, in every campaign, and nobody by a second number', async () => {
    const phone = calleePhone();
    const [one, twin] = [await account.given.contact({ phone }), await account.given.contact({ phone })];
    const second = await account.given.contact({ phoneSecondary: phone });
    const drafts = [
      await account.given.campaignWith([one, twin, second]),
      await account.given.campaignWith([twin], closedWindow()),
    ];
    await account.api.runCampaign({ id: drafts[1]?.id ?? '' });
    await suppress(account, phone);
    const skipped = await Promise.all(drafts.map(({ id }) => enrolledIn(account, id, 'skipped')));
    expect(skipped.map((rows) => rows.map(({ contact_id }) => contact_id).toSorted())).toEqual([
      [one.id, twin.id].toSorted(),
      [twin.id],
    ]);
    await campaignBecomes(account, drafts[1]?.id ?? '', 'completed');
  });

  test('stay skipped when the suppression is removed, until a redial takes them', async () => {
    const contact = await account.given.contact();
    const { id } = await account.given.campaignWith([contact], closedWindow());
    await account.api.runCampaign({ id });
    await suppress(account, phoneOf(contact));
    await campaignBecomes(account, id, 'completed');
    await unsuppress(account, phoneOf(contact));
    expect(await enrolledIn(account, id, 'skipped')).toHaveLength(1);
    expect((await account.api.redialCampaign({ id })).redialed).toBe(1);
  });
});

describe('what a contact brings', () => {
  test('is listed, with the numbers of new, changed and imported contacts, and gone when it is lifted', async () => {
    const own = await newAccount();
    const [created, changed] = [
      await own.given.contact({ phone: calleePhone(), phoneSecondary: calleePhone(), doNotCall: true }),
      await own.given.contact({ phone: calleePhone() }),
    ];
    await own.api.updateContact({ id: changed.id, doNotCall: true });
    const row = { firstName: 'Ada', lastName: 'Bulk', phone: calleePhone(), doNotCall: true };
    const company = { teamId: own.teamId, companyId: created.company_id };
    await own.api.bulkCreateContacts({ ...company, contacts: [row, { ...row, phoneSecondary: calleePhone() }] });
    const { suppressions, count } = await listSuppressions(own);
    expect([count, suppressions.length]).toEqual([5, 5]);
    expect(new Set(suppressions.map(({ reason, note }) => `${reason} ${note}`))).toEqual(new Set(['contact null']));
    await own.api.updateContact({ id: created.id, doNotCall: false });
    expect((await listSuppressions(own)).count).toBe(3);
  });

  test('is lifted by any contact with the number, and no other change of a marked one brings it back', async () => {
    const phone = calleePhone();
    const [marked, twin] = [
      await account.given.contact({ phone, doNotCall: true }),
      await account.given.contact({ phone }),
    ];
    await setDoNotCall(twin, false);
    expect(await shownOf(account, phone)).toBeUndefined();
    await account.api.updateContact({ id: marked.id, notes: 'Changed' });
    expect(await shownOf(account, phone)).toBeUndefined();
    expect([await mayBeCalled(twin), await mayBeCalled(marked)]).toEqual([true, false]);
  });

  test('never lifts what a person entered or imported before it, whose note stays shown', async () => {
    const [entered, imported] = await account.given.contacts(2);
    const numbers = [entered, imported].map((contact) => phoneOf(contact as Contact)) as [string, string];
    const first = await suppress(account, numbers[0], 'By letter');
    await importNumbers(account, [{ phone: numbers[1], note: 'From the list' }]);
    for (const contact of [entered, imported] as Contact[]) {
      const lifting = async () => {
        await setDoNotCall(contact, true);
        await setDoNotCall(contact, false);
      };
      expect(await actionsDuring(account, lifting)).toEqual([]);
      expect(await mayBeCalled(contact)).toBe(false);
    }
    expect(await shownOf(account, numbers[0])).toEqual(first);
    expect(await shownOf(account, numbers[1])).toMatchObject({ reason: 'import', note: 'From the list' });
  });

  test('is shown unchanged when a person enters the number too, which then outlasts it', async () => {
    const contacts = await account.given.contacts(2, { doNotCall: true });
    const [one, two] = contacts as [Contact, Contact];
    const before = await shownOf(account, phoneOf(one));
    expect(before?.reason).toBe('contact');
    expect(await suppress(account, phoneOf(one), 'By letter')).toEqual(before);
    expect(await importNumbers(account, [{ phone: phoneOf(two) }])).toMatchObject({ added: 0, present: 1 });
    expect([await reasonOf(phoneOf(one)), await reasonOf(phoneOf(two))]).toEqual(['contact', 'contact']);
    for (const contact of contacts) await setDoNotCall(contact, false);
    expect(await shownOf(account, phoneOf(one))).toMatchObject({ reason: 'manual', note: 'By letter' });
    expect(await reasonOf(phoneOf(two))).toBe('import');
    for (const contact of contacts) await unsuppress(account, phoneOf(contact));
    expect([await mayBeCalled(one), await mayBeCalled(two)]).toEqual([true, true]);
  });
});

describe('what somebody says on a call', () => {
  test('outranks the mark of a contact, and is lifted with it', async () => {
    const contact = await account.given.contact({ phone: calleePhone(CALLEE.wantsNoMoreCalls) });
    const { id } = await account.given.campaignWith([contact]);
    const { calls } = await account.api.runCampaign({ id });
    await campaignBecomes(account, id, 'completed');
    await callConcluded(account, calls[0]?.id ?? '');
    const said = await shownOf(account, phoneOf(contact));
    expect(said).toMatchObject({ reason: 'said_on_call', note: null });
    await setDoNotCall(contact, true);
    expect(await shownOf(account, phoneOf(contact))).toEqual(said);
    await setDoNotCall(contact, false);
    expect([await shownOf(account, phoneOf(contact)), await mayBeCalled(contact)]).toEqual([undefined, true]);
  });

  test('stays when the contact is deleted, until a person removes it', async () => {
    const contact = await account.given.contact({ phone: calleePhone(CALLEE.wantsNoMoreCalls) });
    const { id } = await account.given.campaignWith([contact]);
    const { calls } = await account.api.runCampaign({ id });
    await callConcluded(account, calls[0]?.id ?? '');
    await account.api.deleteContact({ id: contact.id });
    expect(await reasonOf(phoneOf(contact))).toBe('said_on_call');
    await unsuppress(account, phoneOf(contact));
    expect(await shownOf(account, phoneOf(contact))).toBeUndefined();
  });
});
