import { beforeAll, describe, expect, test } from '@jest/globals';
import type { InputOf } from '#shared/client/client.ts';
import { MINUTE_MS } from '#shared/domain/time.ts';
import type { Call } from '#shared/schemas/call.ts';
import { readPermittedCalls } from '#shared/store/limits/call-permits.ts';
import { commandsOf } from '#test/harness/carrier-log.ts';
import type { Reply } from '#test/harness/client.ts';
import { eventually } from '#test/harness/eventually.ts';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import { givenBounds } from '#test/harness/given/dialing.ts';
import { CALLEE, calleePhone } from '#test/harness/given/phones.ts';
import { readCall } from '#test/harness/read.ts';
import { expectRefused, statusesOf, statusOf, wrongFieldsOf } from '#test/harness/refusals.ts';
import { testTable } from '#test/harness/stack/table.ts';
import { callConcluded, campaignBecomes, comesToRest, dialsReach } from '#test/harness/wait-for.ts';

let account: TestAccount;
let assistantId: string;

beforeAll(async () => {
  account = await newAccount();
  assistantId = (await account.given.assistant()).id;
  await account.given.number();
});

type Order = Partial<InputOf<'createCall'>>;

const order = (fields: Order, by = account) => by.api.createCall({ teamId: by.teamId, assistantId, ...fields });

/** The same order under an Idempotency-Key. */
const keyed = (key: string, fields: Order) =>
  account.api.send(
    'POST',
    '/api/calls',
    { teamId: account.teamId, assistantId, ...fields },
    { 'idempotency-key': key },
  );

const callEnds = (id: string): Promise<Call> =>
  eventually(async () => {
    const call = await readCall(account, id);
    expect(call.status).toBe('ended');
    return call;
  });

const dialsTo = (to: string) => commandsOf({ command: 'dial', to });

const later = (milliseconds: number): string => new Date(Date.now() + milliseconds).toISOString();

describe('a call at once', () => {
  test('is dialled, talked on, concluded, and holds nothing afterwards', async () => {
    const toNumber = calleePhone();
    const { call } = await order({ toNumber });
    expect(call).toMatchObject({
      status: 'queued',
      campaign_id: null,
      contact_id: null,
      to_number: toNumber,
      attempt: 1,
      scheduled_at: null,
      callback_of: null,
    });
    expect(await callConcluded(account, call.id)).toMatchObject({ status: 'ended', outcome: 'answered' });
    expect(dialsTo(toNumber)).toHaveLength(1);
    await eventually(async () => expect(await readPermittedCalls(testTable(), account.accountId)).toEqual([]));
    expect((await order({ toNumber })).call.status).toBe('queued');
  });

  test('to a number that a contact has is to that contact', async () => {
    const phone = calleePhone(CALLEE.doesNotAnswer);
    const contact = await account.given.contact({ phone });
    const { call } = await order({ toNumber: phone });
    expect(call).toMatchObject({ contact_id: contact.id, company_id: contact.company_id });
    expect(await callEnds(call.id)).toMatchObject({ outcome: 'no_answer' });
  });

  test('that the carrier has no room for at first is dialled a moment later', async () => {
    const { call } = await order({ toNumber: calleePhone(CALLEE.isRateLimitedFirst) });
    expect(await callEnds(call.id)).toMatchObject({ outcome: 'answered' });
  });

  test('to a number that does not exist fails', async () => {
    const { call } = await order({ toNumber: calleePhone(CALLEE.isInvalid) });
    expect(await callEnds(call.id)).toMatchObject({ outcome: 'failed', ended_reason: 'invalid_number' });
  });

  test('ten times at once is one call and nine conflicts', async () => {
    const toNumber = calleePhone(CALLEE.doesNotAnswer);
    const statuses = await statusesOf(Array.from({ length: 10 }, () => order({ toNumber })));
    expect(statuses).toEqual([200, ...Array(9).fill(409)]);
    await eventually(() => expect(dialsTo(toNumber)).toHaveLength(1));
  });

  test('ten times at once under one Idempotency-Key is one call', async () => {
    const toNumber = calleePhone(CALLEE.doesNotAnswer);
    const send = () => keyed('once', { toNumber });
    const replies = await Promise.all(Array.from({ length: 10 }, send));
    expect(replies.filter(({ status }) => status !== 200 && status !== 409)).toEqual([]);
    const [first] = replies.filter(({ status }) => status === 200) as [Reply];
    const { call } = first.body as { call: Call };
    expect((await send()).body).toMatchObject({ call });
    await callEnds(call.id);
    expect(dialsTo(toNumber)).toHaveLength(1);
  });

  test('is refused while a campaign has the callee on the line, and no Idempotency-Key keeps that', async () => {
    const contact = await account.given.contact();
    const campaign = await account.given.campaignWith([contact]);
    await account.api.runCampaign({ id: campaign.id });
    await dialsReach([contact], 1);
    const send = () => keyed('busy', { contactId: contact.id });
    expect(await send()).toMatchObject({
      status: 409,
      body: { success: false, error: expect.stringContaining('Another call to or from') },
    });
    await campaignBecomes(account, campaign.id, 'completed');
    await comesToRest(campaign);
    expect(await send()).toMatchObject({ status: 200 });
  });

  test('is refused to a contact that must not be called, or has no phone', async () => {
    const contact = await account.given.contact({ doNotCall: true });
    await expectRefused(order({ contactId: contact.id }), 409, 'do-not-call');
    await expectRefused(order({ toNumber: contact.phone ?? '' }), 409, 'do-not-call');
    const phone = calleePhone();
    await account.api.addSuppression({ teamId: account.teamId, phone });
    await expectRefused(order({ toNumber: phone }), 409, 'the number is suppressed (do-not-call)');
    const { contact: phoneless } = await account.api.createContact({
      teamId: account.teamId,
      companyId: contact.company_id,
      firstName: 'No',
      lastName: 'Phone',
    });
    await expectRefused(order({ contactId: phoneless.id }), 409, 'has no phone number');
  });

  test('is refused where the number, the assistant or the day do not allow it', async () => {
    await expectRefused(order({ toNumber: '+442079460001' }), 409, 'allowed_countries');
    const inbound = await account.given.assistant();
    await account.api.updateAssistant({ accountSlug: account.slug, assistantId: inbound.id, outbound_enabled: false });
    await expectRefused(order({ toNumber: calleePhone(), assistantId: inbound.id }), 409, 'outbound_enabled is false');
    const other = await newAccount();
    const { id } = await other.given.assistant();
    await expectRefused(order({ toNumber: calleePhone(), assistantId: id }, other), 409, 'no active phone number');
    await other.given.number();
    await givenBounds(other.accountId, { max_calls_per_day: 0 });
    await expectRefused(order({ toNumber: calleePhone(), assistantId: id }, other), 409, 'max_calls_per_day is 0');
    const calling_hours = { start: '09:00', end: '10:00' };
    await givenBounds(other.accountId, { max_calls_per_day: null, calling_hours });
    const inTwoZones = order({ toNumber: '+12085550001', assistantId: id }, other);
    await expectRefused(inTwoZones, 409, "is not called: the account's calling_hours have no hours in common");
    await givenBounds(other.accountId, { calling_hours: null });
    await other.api.stopCalls({ accountSlug: other.slug });
    await expectRefused(order({ toNumber: calleePhone(), assistantId: id }, other), 409, 'are stopped');
  });
});

describe('a call at a time', () => {
  test('begins then, not earlier, and once', async () => {
    const toNumber = calleePhone(CALLEE.doesNotAnswer);
    const at = later(2 * MINUTE_MS);
    const { call } = await order({ toNumber, scheduledAt: at });
    expect(call).toMatchObject({ status: 'scheduled', scheduled_at: at });
    expect(await callEnds(call.id)).toMatchObject({ outcome: 'no_answer', scheduled_at: at });
    const dials = dialsTo(toNumber);
    expect(dials).toHaveLength(1);
    const lateMs = Date.parse(dials[0]?.at ?? '') - Date.parse(at);
    expect(lateMs).toBeGreaterThanOrEqual(0);
    expect(lateMs).toBeLessThan(MINUTE_MS);
  });

  test('waits while calls are stopped, and begins within a minute of their return', async () => {
    const other = await newAccount();
    await other.given.number();
    const { id } = await other.given.assistant();
    await other.api.stopCalls({ accountSlug: other.slug });
    const toNumber = calleePhone(CALLEE.doesNotAnswer);
    const { call } = await order({ assistantId: id, scheduledAt: later(MINUTE_MS), toNumber }, other);
    await eventually(() => expect(Date.now()).toBeGreaterThan(Date.parse(call.scheduled_at ?? '') + 2 * MINUTE_MS));
    expect((await readCall(other, call.id)).status).toBe('scheduled');
    const resumedAt = Date.now();
    await other.api.resumeCalls({ accountSlug: other.slug });
    await eventually(() => expect(dialsTo(toNumber)).toHaveLength(1));
    expect(Date.parse(dialsTo(toNumber)[0]?.at ?? '') - resumedAt).toBeLessThan(MINUTE_MS);
  });

  test('to a number suppressed meanwhile ends without a dial', async () => {
    const contact = await account.given.contact({ phone: calleePhone() });
    const { call } = await order({ contactId: contact.id, scheduledAt: later(MINUTE_MS) });
    await account.api.updateContact({ id: contact.id, doNotCall: true });
    expect(await callEnds(call.id)).toMatchObject({ outcome: 'failed', ended_reason: 'do_not_call' });
    expect(dialsTo(contact.phone ?? '')).toEqual([]);
  });

  test('calls the number that its contact has by then', async () => {
    const contact = await account.given.contact({ phone: calleePhone() });
    const { call } = await order({ contactId: contact.id, scheduledAt: later(MINUTE_MS) });
    const phone = calleePhone(CALLEE.doesNotAnswer);
    await account.api.updateContact({ id: contact.id, phone });
    expect(await callEnds(call.id)).toMatchObject({ to_number: phone, outcome: 'no_answer' });
  });
});

describe('a request', () => {
  test.each<[string, Order, string[]]>([
    ['names nobody', {}, ['toNumber']],
    ['names two', { contactId: 'cont_1', toNumber: '+14155550100' }, ['toNumber']],
    ['is for the past', { toNumber: '+14155550100', scheduledAt: '2020-01-01T00:00:00Z' }, ['scheduledAt']],
    ['is for too far a time', { toNumber: '+14155550100', scheduledAt: '2999-01-01T00:00:00Z' }, ['scheduledAt']],
    ['has no number', { toNumber: '4155550100' }, ['toNumber']],
    ['has a variable that is no text', { toNumber: '+14155550100', variables: { a: 1 } as never }, ['variables.a']],
    [
      'has too many variables',
      {
        toNumber: '+14155550100',
        variables: Object.fromEntries(Array.from({ length: 51 }, (_, at) => [`v${at}`, ''])),
      },
      ['variables'],
    ],
  ])('that %s is refused', async (_, fields, wrong) => {
    expect(await wrongFieldsOf(order(fields))).toEqual(wrong);
  });

  test('for somebody else’s assistant, contact or number is refused', async () => {
    const other = await newAccount();
    const [contact, number, assistant] = await Promise.all([
      other.given.contact(),
      other.given.number(),
      other.given.assistant(),
    ]);
    const toNumber = calleePhone();
    expect(await statusOf(order({ toNumber, assistantId: assistant.id }))).toBe(403);
    expect(await statusOf(order({ contactId: contact.id }))).toBe(403);
    expect(await statusOf(order({ toNumber, fromNumberId: number.id }))).toBe(403);
    expect(await statusOf(order({ contactId: 'cont_unknown' }))).toBe(404);
  });

  test('gives texts for the prompt and the first message', async () => {
    const greeter = await account.given.assistant({ templateId: 'custom' });
    await account.api.updateAssistant({
      accountSlug: account.slug,
      assistantId: greeter.id,
      first_message: 'Your order is {{variables.order}}.',
    });
    const { call } = await order({ toNumber: calleePhone(), assistantId: greeter.id, variables: { order: '4711' } });
    const { transcript } = await callConcluded(account, call.id);
    expect(transcript[0]?.text).toBe('Your order is 4711.');
  });
});
