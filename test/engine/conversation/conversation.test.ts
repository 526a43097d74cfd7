import { beforeAll, describe, expect, test } from '@jest/globals';
import type { ConversationInput } from '#shared/domain/conversation/conversation-state.ts';
import { saysGoodbye } from '#shared/domain/conversation/farewell.ts';
import type { Assistant } from '#shared/schemas/assistant.ts';
import type { Contact } from '#shared/schemas/contact.ts';
import { eventually } from '#test/harness/eventually.ts';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import { CALLEE_LINES, CALLER_LINES, speechesOn, talkWith, textsOf } from '#test/harness/given/calls/conversations.ts';
import { placeInboundCall } from '#test/harness/given/calls/inbound-calls.ts';
import { ANSWERED, HUNG_UP, heard, newLiveCall } from '#test/harness/given/calls/live-call.ts';
import { CALLEE, calleePhone } from '#test/harness/given/phones.ts';
import { enrolledIn, readCall, readContact } from '#test/harness/read.ts';
import { callBegins, callConcluded, campaignBecomes, inboundCallEnds } from '#test/harness/wait-for.ts';

let account: TestAccount;
let assistant: Assistant;
beforeAll(async () => {
  account = await newAccount();
  assistant = await account.given.assistant({ templateId: 'outbound-setter' });
});

const contactAt = (ending: string, fields = {}): Promise<Contact> =>
  account.given.contact({ phone: calleePhone(ending), ...fields });
const talk = (contact: Contact, fields = {}) => talkWith(account, contact, { assistantId: assistant.id, ...fields });

const expectNoLineTwice = (lines: string[]): void => expect(lines).toEqual([...new Set(lines)]);

describe('a call of a campaign', () => {
  test('is a conversation in turns, to be read while it is on and afterwards', async () => {
    const contact = await contactAt(CALLEE.answers, { firstName: 'Emmy' });
    const campaign = await account.given.campaignWith([contact], { assistantId: assistant.id });
    await account.api.runCampaign({ id: campaign.id });
    const { id } = await callBegins(account, campaign);
    const early = await eventually(async () => {
      const seen = await readCall(account, id);
      expect(seen.transcript).not.toEqual([]);
      return seen;
    });
    const call = await callConcluded(account, id);
    expect(early.status).toBe('in_progress');
    expect(call).toMatchObject({ status: 'ended', outcome: 'answered', answered_by: 'human' });
    expect(call.transcript.slice(0, early.transcript.length)).toEqual(early.transcript);
    expect(call.transcript.map(({ role }) => role).slice(0, 4)).toEqual(['assistant', 'user', 'assistant', 'user']);
    expect(call.transcript[0]?.text).toMatch(/^Hello Emmy, this is an AI assistant/);
    expectNoLineTwice(textsOf(call, 'user'));
    expect(textsOf(call, 'user')).toHaveLength(CALLEE_LINES);
    expect(speechesOn(call)).toBe(textsOf(call, 'assistant').length);
  });

  test('whose events come twice and out of order has the same conversation', async () => {
    const contact = await contactAt(CALLEE.scramblesEvents);
    const { call } = await talk(contact);
    expect(textsOf(call, 'user')).toHaveLength(CALLEE_LINES);
    expectNoLineTwice(call.transcript.map(({ text }) => text));
    expect(call.transcript.map(({ at }) => at)).toEqual(call.transcript.map(({ at }) => at).sort());
  });
});

describe('somebody who asks not to be called again', () => {
  test('is heeded before the call has ended, for contact and number, in every campaign', async () => {
    const contact = await contactAt(CALLEE.wantsNoMoreCalls);
    const other = await account.given.campaignWith([contact], { assistantId: assistant.id });
    const { call, campaign } = await talk(contact);
    expect(textsOf(call, 'user')).toHaveLength(1);
    const { updated_at, do_not_call } = await readContact(account, contact.id);
    expect(do_not_call).toBe(true);
    expect(updated_at < (call.ended_at ?? '')).toBe(true);
    expect(call.extracted).toMatchObject({
      do_not_call: { value: true, evidence: expect.stringMatching(/do not call/i) },
    });
    expect(await enrolledIn(account, other.id)).toMatchObject([{ status: 'skipped', skip_reason: 'do_not_call' }]);
    await campaignBecomes(account, campaign.id, 'completed');
    const twin = await account.given.contact({ phone: contact.phone });
    const { id } = await account.given.campaignWith([twin]);
    expect(await account.api.runCampaign({ id, dryRun: true })).toMatchObject({ started: 0 });
  });
});

describe('a mailbox', () => {
  const MESSAGE = 'This is for {{contact.first_name}}. Please call us back.';
  const GREETINGS: ConversationInput[] = [ANSWERED, { id: 'detected', type: 'detected', by: 'machine' }];

  /** What is done on a call of a campaign with these settings, up to when nothing more is said. */
  const meet = async (settings: object): Promise<{ said: string[]; isHungUp: boolean }> => {
    const contact = await contactAt(CALLEE.hasVoicemail);
    const { id } = await account.given.campaign({ assistantId: assistant.id, settings });
    const parties = { campaign_id: id, contact_id: contact.id, assistant_id: assistant.id };
    const { commands, deliver } = await newLiveCall(account, parties);
    await deliver(...GREETINGS, { id: 'beep', type: 'greeting_ended', isBeep: true });
    await deliver({ id: 'ended', type: 'speak_ended', turn: 2 });
    const said = commands.flatMap(({ text }) => text ?? []).slice(1);
    return { said, isHungUp: commands.some(({ name }) => name === 'hangUp') };
  };

  test.each<[string, object]>([
    ['by default', {}],
    ['under the policy hangup', { voicemailPolicy: 'hangup', voicemailMessage: MESSAGE }],
    ['under a policy that there is not', { voicemailPolicy: ['leave_message'], voicemailMessage: MESSAGE }],
    ['when there is no message to leave', { voicemailPolicy: 'leave_message', voicemailMessage: ' ' }],
    ['when the message is no text', { voicemailPolicy: 'leave_message', voicemailMessage: { text: MESSAGE } }],
  ])('is hung up on %s', async (_, settings) => {
    expect(await meet(settings)).toEqual({ said: [], isHungUp: true });
  });

  test('gets the message under the policy leave_message, with variables filled in, and is hung up on', async () => {
    expect(await meet({ voicemailPolicy: 'leave_message', voicemailMessage: MESSAGE })).toEqual({
      said: ['This is for Ada. Please call us back.'],
      isHungUp: true,
    });
  });

  test('is talked to like anybody under the policy continue', async () => {
    expect(await meet({ voicemailPolicy: 'continue', voicemailMessage: MESSAGE })).toEqual({
      said: [],
      isHungUp: false,
    });
  });

  test('of the simulated carrier is left the message', async () => {
    const settings = { voicemailPolicy: 'leave_message', voicemailMessage: MESSAGE };
    const contact = await contactAt(CALLEE.hasVoicemail);
    const { call } = await talk(contact, { settings });
    expect(call).toMatchObject({ outcome: 'voicemail', answered_by: 'machine' });
    expect(textsOf(call, 'assistant').at(-1)).toBe('This is for Ada. Please call us back.');
  });
});

describe('a phone that screens its calls', () => {
  const introduced = () => `This is ${assistant.name}, an AI assistant`;

  test('is told who is calling and why, and the person who takes the call then is talked to', async () => {
    const { call, campaign } = await talk(await contactAt(CALLEE.screensCalls, { firstName: 'Emmy' }), {
      settings: { business_name: 'Acme' },
    });
    expect(call).toMatchObject({ outcome: 'answered', answered_by: 'human' });
    const ours = textsOf(call, 'assistant');
    expect(ours[1]).toBe(
      `${introduced()} calling for Acme. I am calling to see whether a short meeting makes sense for you.`,
    );
    expect(ours[2]).toMatch(/^Hello Emmy, this is an AI assistant, and this call may be recorded/);
    expect(textsOf(call, 'user')).toHaveLength(CALLEE_LINES + 2);
    expect(textsOf(call, 'user')[1]).toBe('Hello?');
    expect(call.extracted).toMatchObject({ contact: { job_title: { value: 'operations manager' } } });
    expect(await enrolledIn(account, campaign.id)).toMatchObject([{ status: 'completed', last_outcome: 'answered' }]);
  });

  test('that puts nobody through counts as nobody reached, and is called again', async () => {
    const contact = await contactAt(CALLEE.screensCalls);
    const { call, campaign } = await talk(contact, {
      settings: { business_name: 'Acme '.repeat(40) },
      maxAttemptsPerContact: 2,
      retryDelayMinutes: 60,
    });
    expect(call).toMatchObject({ outcome: 'no_answer', answered_by: 'unknown', summary: null });
    expect(await enrolledIn(account, campaign.id)).toMatchObject([
      { status: 'retry_scheduled', last_outcome: 'no_answer', attempts: 1 },
    ]);
  });
});

test('somebody who has no time asks to be called back', async () => {
  const { call } = await talk(await contactAt(CALLEE.asksForCallback));
  expect(call).toMatchObject({ outcome: 'answered', answered_by: 'human' });
  expect(textsOf(call, 'user')[0]).toMatch(/Can you call me back in two minutes\?$/);
});

describe('somebody who calls', () => {
  test('has a conversation too, which fills the contact behind the number', async () => {
    const [support, number, contact] = await Promise.all([
      account.given.assistant({ templateId: 'inbound-support' }),
      account.given.number(),
      contactAt(CALLEE.answers),
    ]);

    await account.api.assignPhoneNumbers({
      assistantId: support.id,
      accountSlug: account.slug,
      phoneNumberIds: [number.id],
    });
    const callControlId = await placeInboundCall(contact.phone ?? '', number.phone_number);
    const call = await callConcluded(account, (await inboundCallEnds(account, callControlId)).id);
    expect([call.outcome, textsOf(call, 'user').length]).toEqual(['answered', CALLER_LINES]);
    expect(call.transcript.map(({ role }) => role).slice(0, 4)).toEqual(['assistant', 'user', 'assistant', 'user']);
    expect((await readContact(account, contact.id)).email).toMatch(/@example\.com$/);
  });
});

test('what is deleted during a call ends no conversation, and learns nothing more', async () => {
  const company = await account.given.company();
  const [own, contact] = await Promise.all([
    account.given.assistant({ templateId: 'outbound-setter' }),
    contactAt(CALLEE.answers, { companyId: company.id, firstName: 'Emmy' }),
  ]);
  const parties = { assistant_id: own.id, contact_id: contact.id, company_id: company.id };
  const { deliver, end, conclude, record, said } = await newLiveCall(account, parties);
  await deliver(ANSWERED);
  await account.api.deleteAssistant({ assistantId: own.id });
  await account.api.deleteContact({ id: contact.id });
  await account.api.deleteCompany({ id: company.id });
  await deliver(heard('I am the owner, in Berlin. Write to owner@acme.example. Goodbye.'), HUNG_UP);
  expect(saysGoodbye((await said()).at(-1) ?? '')).toBe(true);
  await end();
  await conclude();
  const { extracted, transcript } = await record();
  expect(transcript).toHaveLength(3);
  expect(JSON.parse(extracted ?? '')).toMatchObject({ contact: {}, company: {}, custom_fields: {} });
});
