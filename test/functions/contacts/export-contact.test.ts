import { beforeAll, describe, expect, test } from '@jest/globals';
import { MINUTE_MS } from '#shared/domain/time.ts';
import type { Contact } from '#shared/schemas/contact.ts';
import { eventually } from '#test/harness/eventually.ts';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import { talkWith } from '#test/harness/given/calls/conversations.ts';
import { placeInboundCall } from '#test/harness/given/calls/inbound-calls.ts';
import { CALLEE, calleePhone } from '#test/harness/given/phones.ts';
import { suppress } from '#test/harness/given/suppressions.ts';
import { receiverFor } from '#test/harness/given/webhooks.ts';
import { statusOf } from '#test/harness/refusals.ts';
import { inboundCallEnds } from '#test/harness/wait-for.ts';

let account: TestAccount;
beforeAll(async () => {
  account = await newAccount();
  await receiverFor(account);
});

interface Exported {
  exported_at: string;
  contact: Contact;
  deleted_at: string | null;
  numbers: {
    phone: string;
    country: string | null;
    kind: string | null;
    suppressions: { reason: string; note: string | null }[];
  }[];
  campaigns: { campaign_id: string; status: string; attempts: number }[];
  calls: { id: string; transcript: object[]; events: { payload: { type: string } }[]; instructions: string | null }[];
}

const exportOf = async ({ id }: Pick<Contact, 'id'>): Promise<Exported> => {
  const { url } = (await account.api.exportContact({ id })).export;
  const response = await fetch(url);
  expect(response.headers.get('content-type')).toBe('application/json');
  return (await response.json()) as Exported;
};

/** The area codes that tests draw are of both. */
const US_OR_CA = expect.stringMatching(/^(US|CA)$/);
const ORDINARY = { country: US_OR_CA, kind: 'ordinary' };

describe('200', () => {
  test('one file has the contact, its numbers, rows of campaigns, calls with their words and events', async () => {
    const phone = calleePhone(CALLEE.answers);
    const contact = await account.given.contact({ phone, phoneSecondary: calleePhone(), notes: 'Likes tea.' });
    const { campaign, call } = await talkWith(account, contact);
    await suppress(account, phone, 'Asked by letter.');
    const exported = await exportOf(contact);
    const { contact: now } = await account.api.getContact({ id: contact.id });
    expect(exported.contact).toEqual(now);
    expect(exported.numbers).toEqual([
      { ...ORDINARY, phone, suppressions: [expect.objectContaining({ reason: 'manual', note: 'Asked by letter.' })] },
      { ...ORDINARY, phone: contact.phone_secondary, suppressions: [] },
    ]);
    expect(exported.campaigns).toEqual([
      expect.objectContaining({ campaign_id: campaign.id, status: 'completed', attempts: 1 }),
    ]);
    expect(exported.calls).toEqual([expect.objectContaining({ id: call.id, transcript: call.transcript })]);
    expect(exported.calls[0]?.instructions).toEqual(expect.any(String));
    const held = {
      screening: null,
      refusal: null,
      to_numbering: null,
      contact_timezone: null,
      callee_country: US_OR_CA,
    };
    const settings = expect.objectContaining({
      voicemailMessage: expect.any(String),
      introduction: expect.any(String),
    });
    expect(exported.calls[0]).toMatchObject({ ...held, settings });
    const types = exported.calls[0]?.events.map(({ payload }) => payload.type);
    expect(types).toEqual(expect.arrayContaining(['call.initiated', 'call.answered', 'call.hangup']));
  });

  test('nothing of others is in it, even with the same number', async () => {
    const phone = calleePhone(CALLEE.answers);
    const [contact, other] = [
      await account.given.contact({ phone, firstName: 'Ada' }),
      await account.given.contact({ phone, firstName: 'Somebody-Else' }),
    ];
    const { call } = await talkWith(account, other);
    const text = JSON.stringify(await exportOf(contact));
    expect(text).not.toContain('Somebody-Else');
    expect(text).not.toContain(call.id);
  });

  test('nor anything of a person who had the number before, and was erased', async () => {
    const phone = calleePhone(CALLEE.doesNotAnswer);
    const assistant = await account.given.assistant();
    const number = await account.given.number();
    await account.api.assignPhoneNumbers({
      accountSlug: account.slug,
      assistantId: assistant.id,
      phoneNumberIds: [number.id],
    });
    await inboundCallEnds(account, await placeInboundCall(phone, number.phone_number));
    const before = await account.given.contact({ phone });
    expect((await exportOf(before)).calls).toHaveLength(1);
    const { id } = (await account.api.eraseContact({ id: before.id })).erasure;
    await eventually(async () => {
      const { erasure } = await account.api.getErasure({ id, teamId: account.teamId });
      expect(erasure.status).toBe('completed');
    });
    expect((await exportOf(await account.given.contact({ phone }))).calls).toEqual([]);
  });

  test('the link works for a quarter of an hour, and a contact that was deleted can be exported', async () => {
    const contact = await account.given.contact({ notes: 'Likes coffee.' });
    await account.api.deleteContact({ id: contact.id });
    const { expires_at } = (await account.api.exportContact({ id: contact.id })).export;
    const left = Date.parse(expires_at) - Date.now();
    expect([left > 14 * MINUTE_MS, left <= 15 * MINUTE_MS]).toEqual([true, true]);
    const exported = await exportOf(contact);
    expect([exported.contact.notes, exported.deleted_at]).toEqual(['Likes coffee.', expect.any(String)]);
  });
});

describe('403 and 404', () => {
  test('a foreign contact is forbidden, an unknown one does not exist', async () => {
    const foreign = await (await newAccount()).given.contact();
    expect(await statusOf(account.api.exportContact({ id: foreign.id }))).toBe(403);
    expect(await statusOf(account.api.exportContact({ id: 'cont_unknown' }))).toBe(404);
  });
});
