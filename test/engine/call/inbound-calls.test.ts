import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Assistant } from '#shared/schemas/assistant.ts';
import type { Call } from '#shared/schemas/call.ts';
import { type CarrierCommand, commandsOf } from '#test/harness/carrier-log.ts';
import { dialsTo } from '#test/harness/dials.ts';
import { eventually } from '#test/harness/eventually.ts';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import { placeInboundCall } from '#test/harness/given/calls/inbound-calls.ts';
import { calleePhone, numberForSale } from '#test/harness/given/phones.ts';
import { stack } from '#test/harness/stack/environment.ts';
import { inboundCallEnds } from '#test/harness/wait-for.ts';

let account: TestAccount;
let assistant: Assistant;
/** Assigned to the assistant. */
let number: { id: string; phone_number: string };
beforeAll(async () => {
  account = await newAccount();
  [assistant, number] = await Promise.all([
    account.given.assistant({ templateId: 'inbound-support' }),
    account.given.number(),
  ]);
  await assign(assistant.id, [number.id]);
});

const assign = async (assistantId: string, phoneNumberIds: string[]): Promise<void> => {
  await account.api.assignPhoneNumbers({ assistantId, accountSlug: account.slug, phoneNumberIds });
};

/** Tries of a caller; a busy machine may take longer to answer than the sped-up carrier rings. */
const TRIES = 4;

/** A call to a number, once it is over and nothing of it is to come; a caller whom nobody answered calls again. */
const callEnds = async (from: string, to = number.phone_number, tries = TRIES): Promise<Call> => {
  const call = await inboundCallEnds(account, await placeInboundCall(from, to));
  return call.outcome === 'no_answer' && tries > 1 ? callEnds(from, to, tries - 1) : call;
};

const commandsFor = (callControlId: string | null): [string, string][] =>
  commandsOf({ call_control_id: callControlId } as Partial<CarrierCommand>).map(({ command, result }) => [
    command,
    result,
  ]);

const REJECTED = { status: 'ended', outcome: 'failed', ended_reason: 'rejected', answered_at: null };

describe('a call to a number of an assistant that takes calls', () => {
  test('is answered once, recognised by the phone of its contact, and recorded to its end', async () => {
    const contact = await account.given.contact();
    const call = await callEnds(contact.phone ?? '');
    expect(call).toMatchObject({
      team_id: account.teamId,
      direction: 'inbound',
      campaign_id: null,
      contact_id: contact.id,
      company_id: contact.company_id,
      assistant_id: assistant.id,
      from_number: contact.phone,
      to_number: number.phone_number,
      status: 'ended',
      outcome: 'answered',
      ended_reason: 'normal_clearing',
      attempt: null,
      error: null,
    });
    expect(call.answered_at).not.toBeNull();
    expect(commandsFor(call.call_control_id).filter(([command]) => command === 'answer')).toEqual([['answer', 'ok']]);
    expect((await account.api.getCall({ id: call.id })).call).toMatchObject({ id: call.id, status: 'ended' });
    const body = await account.api.listCalls({ teamId: account.teamId, contactId: contact.id });
    expect(body.calls.map(({ id }) => id)).toContain(call.id);
  });

  test('is recognised by a second number too, and a do-not-call contact may call', async () => {
    const phone = calleePhone();
    const contact = await account.given.contact({ phone: null, phoneSecondary: phone, doNotCall: true });
    expect(await callEnds(phone)).toMatchObject({ contact_id: contact.id, outcome: 'answered' });
  });

  test('is answered for a stranger as well', async () => {
    expect(await callEnds(calleePhone())).toMatchObject({ contact_id: null, company_id: null, outcome: 'answered' });
  });

  test('is not taken for a contact that has given its number up, or was deleted', async () => {
    const [moved, deleted] = await Promise.all([account.given.contact(), account.given.contact()]);
    await account.api.updateContact({ id: moved.id, phone: calleePhone() });
    await account.api.deleteContact({ id: deleted.id });
    const calls = await Promise.all([moved, deleted].map(({ phone }) => callEnds(phone ?? '')));
    expect(calls.map(({ contact_id }) => contact_id)).toEqual([null, null]);
  });

  test('is recognised as the contact that still has the number when another one with it is gone', async () => {
    const phone = calleePhone();
    const [kept, gone] = [await account.given.contact({ phone }), await account.given.contact({ phone })];
    await account.api.deleteContact({ id: gone.id });
    expect((await callEnds(phone)).contact_id).toBe(kept.id);
  });

  test('is recognised as the most recently changed of several contacts with the number', async () => {
    const phone = calleePhone();
    const [older, newer] = [await account.given.contact({ phone }), await account.given.contact({ phone })];
    expect((await callEnds(phone)).contact_id).toBe(newer.id);
    await account.api.updateContact({ id: older.id, jobTitle: 'Buyer' });
    expect((await callEnds(phone)).contact_id).toBe(older.id);
  });

  test('keeps the caller from being dialled at the same time', async () => {
    const contact = await account.given.contact();
    const campaign = await account.given.campaignWith([contact]);
    const callControlId = await placeInboundCall(contact.phone ?? '', number.phone_number);
    await eventually(() => expect(commandsFor(callControlId)).not.toEqual([]));
    await account.api.runCampaign({ id: campaign.id });
    await inboundCallEnds(account, callControlId);
    await account.api.cancelCampaign({ id: campaign.id });
    const response = await fetch(`${stack().carrier_url}/calls?call_control_id=${callControlId}`);
    const { ended_at } = (await response.json()) as { ended_at: string };
    expect(dialsTo(contact).filter(({ at }) => at < ended_at)).toEqual([]);
  });
});

describe('a call to any other number', () => {
  test('without an assistant is rejected, and recorded', async () => {
    const { phone_number } = await account.given.number();
    const contact = await account.given.contact();
    const call = await callEnds(contact.phone ?? '', phone_number);
    expect(call).toMatchObject({
      ...REJECTED,
      assistant_id: null,
      contact_id: contact.id,
      to_number: phone_number,
      error: 'No assistant is assigned to the number that was called.',
    });
    expect(commandsFor(call.call_control_id).map(([command]) => command)).not.toContain('answer');
    // The reason is stored before the carrier is told.
    await eventually(() => expect(commandsFor(call.call_control_id)).toContainEqual(['reject', 'ok']));
  });

  test('of an assistant that takes no calls any more is rejected', async () => {
    const [off, own] = await Promise.all([
      account.given.assistant({ templateId: 'inbound-support' }),
      account.given.number(),
    ]);
    await assign(off.id, [own.id]);
    const change = { accountSlug: account.slug, inbound_enabled: false };
    await account.api.updateAssistant({ assistantId: off.id, ...change });
    expect(await callEnds(calleePhone(), own.phone_number)).toMatchObject({
      ...REJECTED,
      assistant_id: off.id,
      error: `The assistant "${off.name}" takes no calls: inbound_enabled is false.`,
    });
  });

  test('of an assistant that could not hear the caller is rejected', async () => {
    const [deaf, own] = await Promise.all([
      account.given.assistant({ templateId: 'inbound-support' }),
      account.given.number(),
    ]);
    await assign(deaf.id, [own.id]);
    const change = { accountSlug: account.slug, transcriptor_model: 'nova-1' };
    await account.api.updateAssistant({ assistantId: deaf.id, ...change });
    const call = await callEnds(calleePhone(), own.phone_number);
    expect(call).toMatchObject({ ...REJECTED, assistant_id: deaf.id });
    expect(call.error).toMatch(`The assistant "${deaf.name}" cannot take calls: transcriptor_model "nova-1" of `);
  });

  test('of a deleted assistant is rejected', async () => {
    const [gone, own] = await Promise.all([
      account.given.assistant({ templateId: 'inbound-support' }),
      account.given.number(),
    ]);
    await assign(gone.id, [own.id]);
    await account.api.deleteAssistant({ assistantId: gone.id });
    expect(await callEnds(calleePhone(), own.phone_number)).toMatchObject({
      ...REJECTED,
      assistant_id: null,
      error: 'No assistant is assigned to the number that was called.',
    });
  });

  test('that nobody owns is rejected and leaves no record', async () => {
    const from = calleePhone();
    const callControlId = await placeInboundCall(from, numberForSale());
    await eventually(() => expect(commandsFor(callControlId)).toContainEqual(['reject', 'ok']));
    const { calls } = await account.api.listCalls({ teamId: account.teamId, limit: 200 });
    expect(calls.filter(({ from_number }) => from_number === from)).toEqual([]);
  });
});
