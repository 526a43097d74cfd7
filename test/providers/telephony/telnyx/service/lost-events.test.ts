import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { MINUTE_MS, SECOND_MS } from '#shared/domain/time.ts';
import type { Call, CallRow } from '#shared/schemas/call.ts';
import type { Contact } from '#shared/schemas/contact.ts';
import { eventually } from '#test/harness/eventually.ts';
import { CALLEE, calleePhone } from '#test/harness/given/phones.ts';
import { campaignBecomes } from '#test/harness/wait-for.ts';
import { startTelnyxService, type TelnyxService } from './telnyx-service.ts';

let service: TelnyxService;
beforeAll(async () => {
  service = await startTelnyxService();
});
afterEach(() => {
  Object.assign(service.telnyx.habits, { losesEvents: [], detectionDelaySeconds: 0 });
});
afterAll(() => service?.stop());

/** A campaign over new contacts, one after the other. */
const runCampaign = async (endings: string[], fields: { settings?: object; maxAttemptsPerContact?: number } = {}) => {
  const { client, teamId, number } = service;
  const assistant = await service.assistant('outbound-setter', {});
  const contacts: Contact[] = [];
  for (const ending of endings) contacts.push(await service.contact(calleePhone(ending)));
  const { id } = (
    await client.createCampaign({
      name: 'Lost events',
      teamId,
      companyId: contacts[0]?.company_id ?? '',
      assistantId: assistant.id,
      fromNumberIds: [number.id],
      maxConcurrentCalls: 1,
      maxAttemptsPerContact: 1,
      retryDelayMinutes: 0,
      ...fields,
    })
  ).campaign;
  await client.addCampaignContacts({ id, contactIds: contacts.map((contact) => contact.id) });
  await client.runCampaign({ id });
  return { id, contacts };
};

const callsOf = async (contact: Contact | undefined): Promise<CallRow[]> => {
  const { calls } = await service.client.listCalls({ teamId: service.teamId, contactId: contact?.id ?? '' });
  return calls.reverse();
};

const ended = (contact: Contact | undefined): Promise<Call> =>
  eventually(async () => {
    const [call] = await callsOf(contact);
    expect(call?.status).toBe('ended');
    return (await service.client.getCall({ id: call?.id ?? '' })).call;
  });

test('a call whose hangup is lost is answered, and its slot is free five minutes after its end', async () => {
  service.telnyx.habits.losesEvents = ['call.hangup'];
  const { id, contacts } = await runCampaign([CALLEE.answers, CALLEE.answers]);
  const call = await ended(contacts[0]);
  expect(call).toMatchObject({ outcome: 'answered', ended_reason: 'ended', error: null });
  const next = await eventually(async () => {
    const [second] = await callsOf(contacts[1]);
    expect(second).toBeDefined();
    return second as CallRow;
  });
  expect(Date.parse(next.created_at) - Date.parse(call.ended_at ?? '')).toBeLessThan(5 * MINUTE_MS);
  expect(await campaignBecomes({ api: service.client }, id, 'completed')).toMatchObject({ contacts_answered: 2 });
});

test('a call that Telnyx has forgotten by the time it can be asked stays answered', async () => {
  service.telnyx.habits.losesEvents = ['call.hangup'];
  service.telnyx.misbehave('GET /calls/', 'server_error', 16);
  const { id, contacts } = await runCampaign([CALLEE.answers]);
  const call = await ended(contacts[0]);
  expect(call).toMatchObject({ outcome: 'answered', ended_reason: 'ended', error: null });
  const answers = service.telnyx.requests.filter(({ request }) => request === `GET /calls/${call.call_control_id}`);
  expect(answers.length).toBe(18);
  await campaignBecomes({ api: service.client }, id, 'completed');
});

test('a machine that is detected after the hangup makes a voicemail, which is retried', async () => {
  Object.assign(service.telnyx.habits, {
    losesEvents: ['call.machine.premium.greeting.ended'],
    detectionDelaySeconds: 60,
  });
  const { id, contacts } = await runCampaign([CALLEE.hasVoicemail], {
    settings: { retryOnVoicemail: true },
    maxAttemptsPerContact: 2,
  });
  const completed = await campaignBecomes({ api: service.client }, id, 'completed');
  expect(completed).toMatchObject({ contacts_called: 1, contacts_answered: 0, contacts_completed: 1 });
  const [first, second, ...more] = await callsOf(contacts[0]);
  expect([first?.outcome, second?.outcome, more.length]).toEqual(['voicemail', 'voicemail', 0]);
  // Without a delay between attempts, nothing but the late detection has put the second one off.
  expect(Date.parse(second?.created_at ?? '') - Date.parse(first?.ended_at ?? '')).toBeGreaterThan(10 * SECOND_MS);
});

test('one that is detected long after its campaign was completed corrects the figures, and nobody is called', async () => {
  Object.assign(service.telnyx.habits, {
    losesEvents: ['call.machine.premium.greeting.ended'],
    detectionDelaySeconds: 200,
  });
  const { id, contacts } = await runCampaign([CALLEE.hasVoicemail], {
    settings: { retryOnVoicemail: true },
    maxAttemptsPerContact: 2,
  });
  const answered = await campaignBecomes({ api: service.client }, id, 'completed');
  expect(answered.contacts_answered).toBe(1);
  const [first] = await callsOf(contacts[0]);
  expect(Date.parse(answered.updated_at) - Date.parse(first?.ended_at ?? '')).toBeGreaterThanOrEqual(90 * SECOND_MS);
  await eventually(async () => {
    expect((await service.client.getCampaign({ id })).campaign).toMatchObject({
      status: 'completed',
      contacts_answered: 0,
      contacts_completed: 1,
    });
  });
  expect((await callsOf(contacts[0])).map(({ outcome }) => outcome)).toEqual(['voicemail']);
});
