import { beforeAll, describe, expect, test } from '@jest/globals';
import { HOUR_MS, MINUTE_MS } from '#shared/domain/time.ts';
import type { Contact } from '#shared/schemas/contact.ts';
import { readLines } from '#shared/store/line/suppressions.ts';
import { dialsTo } from '#test/harness/dials.ts';
import { eventually } from '#test/harness/eventually.ts';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import { talkWith } from '#test/harness/given/calls/conversations.ts';
import { placeInboundCall } from '#test/harness/given/calls/inbound-calls.ts';
import { CALLEE, calleePhone } from '#test/harness/given/phones.ts';
import { shownOf, suppress, unsuppress } from '#test/harness/given/suppressions.ts';
import { expectCountersRecounted, readCall } from '#test/harness/read.ts';
import { expectRefused, statusOf, wrongFieldsOf } from '#test/harness/refusals.ts';

import { testTable } from '#test/harness/stack/table.ts';
import { callBegins, campaignBecomes, inboundCallEnds } from '#test/harness/wait-for.ts';

let account: TestAccount;
beforeAll(async () => {
  account = await newAccount();
});

const erase = ({ id }: Pick<Contact, 'id'>) => account.api.eraseContact({ id });

/** The erasure once nothing is left to do. */
const erased = async (contact: Pick<Contact, 'id'>) => {
  const { id } = (await erase(contact)).erasure;
  return eventually(async () => {
    const { erasure } = await account.api.getErasure({ id, teamId: account.teamId });
    expect(erasure.status).toBe('completed');
    return erasure;
  });
};

const PERSONAL_NULLS = {
  to_number: null,
  recording_url: null,
  summary: null,
  extracted: null,
  transcript: [],
  error: null,
};

describe('200', () => {
  test('the person is gone at once, and the erasure is completed soon', async () => {
    const company = await account.given.company();
    const contact = await account.given.contact({ companyId: company.id });
    const { erasure } = await erase(contact);
    expect(erasure).toMatchObject({ status: 'pending', completed_at: null, requested_at: expect.any(String) });
    const { id } = contact;
    for (const asked of [
      account.api.getContact({ id }),
      account.api.updateContact({ id, firstName: 'Ada' }),
      account.api.deleteContact({ id }),
      account.api.exportContact({ id }),
      account.api.listCalls({ teamId: account.teamId, contactId: id }),
    ])
      expect(await statusOf(asked)).toBe(404);
    const { contacts } = await account.api.listContacts({ teamId: account.teamId, companyId: company.id });
    expect(contacts).toEqual([]);
    expect((await account.api.getCompany({ id: company.id })).company.contact_count).toBe(0);
    const done = await erased(contact);
    expect(done).toEqual({ ...erasure, status: 'completed', completed_at: expect.any(String) });
    // A minute where nothing fails; here the database does, and then the sweep looks again.
    expect(Date.parse(done.completed_at ?? '') - Date.parse(done.requested_at)).toBeLessThan(5 * MINUTE_MS);
  });

  test('a call keeps its id, times, outcome and cost, and the campaign its counts', async () => {
    const contact = await account.given.contact({ phone: calleePhone(CALLEE.answers) });
    const { campaign, call } = await talkWith(account, contact);
    expect(call.transcript).not.toEqual([]);
    const before = (await account.api.getCampaign({ id: campaign.id })).campaign;
    await erased(contact);
    const after = await readCall(account, call.id);
    expect(after).toMatchObject(PERSONAL_NULLS);
    const { id, outcome, status, created_at, answered_at, ended_at, duration_secs, cost, from_number } = call;
    expect(after).toMatchObject({ id, outcome, status, created_at, answered_at, ended_at, duration_secs, cost });
    expect(after.from_number).toBe(from_number);
    expect((await account.api.getCampaign({ id: campaign.id })).campaign).toEqual(before);
    await expectCountersRecounted(account, campaign.id);
    const { calls } = await account.api.listCalls({ teamId: account.teamId, campaignId: campaign.id });
    expect(calls).toEqual([expect.objectContaining({ id, to_number: null, outcome })]);
  });

  test('erased again, deleted before or at the same moment, it is one and the same erasure', async () => {
    const [contact, deleted] = (await account.given.contacts(2)) as [Contact, Contact];
    const [one, other] = await Promise.all([erase(contact), erase(contact)]);
    expect(other.erasure.id).toBe(one.erasure.id);
    expect((await erase(contact)).erasure.id).toBe(one.erasure.id);
    await account.api.deleteContact({ id: deleted.id });
    const { count } = await account.api.listContacts({ teamId: account.teamId });
    await erased(deleted);
    expect((await account.api.listContacts({ teamId: account.teamId })).count).toBe(count);
  });

  test('the numbers stay suppressed, in no list, and neither a contact nor a command lifts that', async () => {
    const [phone, phoneSecondary] = [calleePhone(), calleePhone()];
    const contact = await account.given.contact({ phone, phoneSecondary });
    await suppress(account, phone, 'Asked by letter.');
    await erased(contact);
    for (const number of [phone, phoneSecondary]) {
      expect(await shownOf(account, number)).toBeUndefined();
      expect(await statusOf(unsuppress(account, number))).toBe(404);
    }
    const another = await account.given.contact({ phone });
    expect(another.do_not_call).toBe(false);
    await account.api.updateContact({ id: another.id, doNotCall: true });
    expect(await shownOf(account, phone)).toBeUndefined();
    await account.api.updateContact({ id: another.id, doNotCall: false });
    const campaign = await account.given.campaignWith([another]);
    await account.api.runCampaign({ id: campaign.id });
    await campaignBecomes(account, campaign.id, 'completed');
    const [row] = await expectCountersRecounted(account, campaign.id);
    expect(row).toMatchObject({ status: 'skipped', skip_reason: 'do_not_call' });
    expect(dialsTo(another)).toEqual([]);
  });

  test('a later entry is shown and can be removed; the number stays suppressed', async () => {
    const phone = calleePhone();
    await erased(await account.given.contact({ phone }));
    expect((await suppress(account, phone, 'Once more.')).reason).toBe('manual');
    await unsuppress(account, phone);
    expect(await statusOf(unsuppress(account, phone))).toBe(404);
    const { assistant, number } = { assistant: await account.given.assistant(), number: await account.given.number() };
    const order = { teamId: account.teamId, assistantId: assistant.id, fromNumberId: number.id, toNumber: phone };
    await expectRefused(account.api.createCall(order), 409, 'suppressed');
  });

  test('another contact with the number stays, and leaves the campaigns where it waits', async () => {
    const phone = calleePhone();
    const [contact, other] = [await account.given.contact({ phone }), await account.given.contact({ phone })];
    const campaign = await account.given.campaignWith([contact, other]);
    await erased(contact);
    expect((await account.api.getContact({ id: other.id })).contact.phone).toBe(phone);
    const rows = await expectCountersRecounted(account, campaign.id);
    expect(new Map(rows.map((row) => [row.contact_id, row.status]))).toEqual(
      new Map([
        [contact.id, 'cancelled'],
        [other.id, 'skipped'],
      ]),
    );
  });

  test('scheduled calls and callbacks are cancelled and name nobody', async () => {
    const contact = await account.given.contact();
    const assistant = await account.given.assistant();
    const number = await account.given.number();
    const order = { teamId: account.teamId, assistantId: assistant.id, fromNumberId: number.id };
    const scheduledAt = new Date(Date.now() + HOUR_MS).toISOString();
    const variables = { order: 'a very personal matter' };
    const { call } = await account.api.createCall({ ...order, contactId: contact.id, scheduledAt, variables });
    await erased(contact);
    expect(await readCall(account, call.id)).toMatchObject({ status: 'cancelled', ...PERSONAL_NULLS });
  });

  test('calls with the number that are of no contact are erased with it, inbound ones too', async () => {
    const phone = calleePhone(CALLEE.doesNotAnswer);
    const assistant = await account.given.assistant();
    const number = await account.given.number();
    await account.api.assignPhoneNumbers({
      accountSlug: account.slug,
      assistantId: assistant.id,
      phoneNumberIds: [number.id],
    });
    const inbound = await inboundCallEnds(account, await placeInboundCall(phone, number.phone_number));
    expect(inbound.contact_id).toBeNull();
    const contact = await account.given.contact({ phone });
    await erased(contact);
    const { from_number, to_number, transcript } = await readCall(account, inbound.id);
    expect([from_number, to_number, transcript]).toEqual([null, number.phone_number, []]);
  });
});

describe('a number that the person had before', () => {
  const isClosed = async (phone: string): Promise<void> => {
    await eventually(async () => expect(await shownOf(account, phone)).toBeUndefined());
    expect(await statusOf(unsuppress(account, phone))).toBe(404);
    const [assistant, number] = [await account.given.assistant(), await account.given.number()];
    const order = { teamId: account.teamId, assistantId: assistant.id, fromNumberId: number.id, toNumber: phone };
    await expectRefused(account.api.createCall(order), 409, 'suppressed');
  };

  test('is in no list any more, and stays suppressed', async () => {
    const phone = calleePhone();
    const contact = await account.given.contact({ phone, doNotCall: true });
    await account.api.updateContact({ id: contact.id, phone: calleePhone() });
    expect((await shownOf(account, phone))?.reason).toBe('contact');
    await erased(contact);
    await isClosed(phone);
  });

  test('is closed where the person was called at it', async () => {
    const phone = calleePhone(CALLEE.isBusy);
    const contact = await account.given.contact({ phone });
    const campaign = await account.given.campaignWith([contact], { maxAttemptsPerContact: 1 });
    await account.api.runCampaign({ id: campaign.id });
    await campaignBecomes(account, campaign.id, 'completed');
    await account.api.updateContact({ id: contact.id, phone: calleePhone() });
    await erased(contact);
    await isClosed(phone);
  });

  test('leaves the list whoever has suppressed it, and whatever was taken back of the contact', async () => {
    const [byHand, byMark, open] = [calleePhone(), calleePhone(), calleePhone()];
    const contact = await account.given.contact({ phone: byHand });
    await suppress(account, byHand, 'Jane Doe complained.');
    await account.api.updateContact({ id: contact.id, phone: byMark, doNotCall: true });
    await account.api.updateContact({ id: contact.id, phone: open, doNotCall: false });
    await account.api.updateContact({ id: contact.id, phone: calleePhone() });
    await erased(contact);
    expect([await shownOf(account, byHand), await shownOf(account, byMark)]).toEqual([undefined, undefined]);
    const isClosed = async (phone: string): Promise<boolean> => {
      const [line] = (await readLines(testTable(), account.teamId, [phone])).values();
      return line?.do_not_call === true;
    };
    expect(await Promise.all([byHand, byMark, open].map(isClosed))).toEqual([true, true, false]);
  });

  test('stays as it is where another contact has it', async () => {
    const phone = calleePhone();
    const contact = await account.given.contact({ phone, doNotCall: true });
    const other = await account.given.contact({ phone, doNotCall: true });
    await account.api.updateContact({ id: contact.id, phone: calleePhone() });
    await erased(contact);
    expect((await shownOf(account, phone))?.reason).toBe('contact');
    await account.api.updateContact({ id: other.id, doNotCall: false });
    expect(await shownOf(account, phone)).toBeUndefined();
  });
});

describe('409', () => {
  test('during a call nothing is erased; after it, all is', async () => {
    const contact = await account.given.contact({ phone: calleePhone(CALLEE.answers) });
    const campaign = await account.given.campaignWith([contact]);
    await account.api.runCampaign({ id: campaign.id });
    const { id, status } = await callBegins(account, campaign);
    expect(status).toBe('in_progress');
    await expectRefused(erase(contact), 409, 'under way');
    expect((await account.api.getContact({ id: contact.id })).contact).toEqual(contact);
    await campaignBecomes(account, campaign.id, 'completed');
    await erased(contact);
    expect(await readCall(account, id)).toMatchObject({ outcome: 'answered', ...PERSONAL_NULLS });
  });
});

describe('400, 403 and 404', () => {
  test('the team is required, and must be the erasure’s', async () => {
    const { erasure } = await erase(await account.given.contact());
    const { id } = erasure;
    expect(await wrongFieldsOf(account.api.getErasure({ id } as { id: string; teamId: string }))).toEqual(['teamId']);
    const other = await newAccount();
    expect(await statusOf(other.api.getErasure({ id, teamId: other.teamId }))).toBe(403);
    expect(await statusOf(account.api.getErasure({ id: 'ers_unknown', teamId: account.teamId }))).toBe(404);
  });

  test('a foreign contact is forbidden and stays; an unknown one does not exist', async () => {
    const other = await newAccount();
    const foreign = await other.given.contact();
    expect(await statusOf(erase(foreign))).toBe(403);
    expect((await other.api.getContact({ id: foreign.id })).contact).toEqual(foreign);
    expect(await statusOf(erase({ id: 'cont_unknown' }))).toBe(404);
  });
});
