import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startWebhookReceiver, type WebhookReceiver } from '#infra/local/commands/webhook-receiver.ts';
import type { Call } from '#shared/schemas/call.ts';
import type { Contact } from '#shared/schemas/contact.ts';
import { eventually } from '#test/harness/eventually.ts';
import { recordingOf } from '#test/harness/fake-telnyx/recordings.ts';
import { CALLEE } from '#test/harness/given/phones.ts';
import { startTelnyxService, type TelnyxService } from './telnyx-service.ts';

const VOICE = { voice_provider: 'azure', voice_model: 'neural', voice_id: 'en-US-AvaMultilingualNeural' } as const;
const EARS = { transcriptor_provider: 'deepgram', transcriptor_model: 'nova-3', transcriptor_language: 'en-GB' };

let service: TelnyxService;
let receiver: WebhookReceiver;
beforeAll(async () => {
  service = await startTelnyxService();
  const { client, accountSlug } = service;
  const keys = async () => {
    const { webhooks } = await client.listWebhooks({ accountSlug });
    return { call: webhooks.find(({ kind }) => kind === 'call')?.verification_key ?? '' };
  };
  receiver = await startWebhookReceiver({ port: 0, keys });
  await client.setWebhook({ accountSlug, kind: 'call', url: receiver.url });
});
afterAll(async () => {
  await receiver?.stop();
  await service?.stop();
});

const dialsTo = (phone: string | null) =>
  service.telnyx.requests.filter(({ request, body }) => request === 'POST /calls' && body.to === phone);

const commandsOn = ({ call_control_id }: Call, action: string) =>
  service.telnyx.requests
    .filter(({ request }) => request === `POST /calls/${call_control_id}/actions/${action}`)
    .map(({ body }) => body);

const savedRecording = async (call: Call): Promise<Buffer> => {
  const { recording_url } = (await service.client.getCall({ id: call.id })).call;
  expect(recording_url).not.toBeNull();
  return Buffer.from(await (await fetch(recording_url ?? '')).arrayBuffer());
};

test.each([
  ['deepgram', 'flux', 'nova-3, nova-2'],
  ['speechmatics', 'enhanced', 'standard'],
])('%s %s, which Telnyx has in its own conversations alone, is refused before anybody is called', async (...named) => {
  const [transcriptor_provider, transcriptor_model, usable] = named;
  const { client, teamId, number } = service;
  const contact = await service.contact('+12065550111');
  const { id: assistantId } = await service.assistant('outbound-setter', { transcriptor_provider, transcriptor_model });
  const references = { teamId, companyId: contact.company_id, assistantId, fromNumberIds: [number.id] };
  const { id } = (await client.createCampaign({ name: 'Calls', ...references })).campaign;
  await client.addCampaignContacts({ id, contactIds: [contact.id] });
  for (const dryRun of [true, false]) {
    await expect(client.runCampaign({ id, dryRun })).rejects.toMatchObject({
      status: 409,
      message: expect.stringContaining(`use ${usable}, or let Telnyx lead them`),
    });
  }
  expect((await client.getCampaign({ id })).campaign.status).toBe('draft');
  expect(dialsTo('+12065550111')).toEqual([]);
});

describe('a campaign over every kind of callee', () => {
  type Kind = keyof typeof CALLEE | 'meetsFullChannels';
  const OUTCOMES: Record<Kind, [outcome: Call['outcome'], dials: number]> = {
    answers: ['answered', 1],
    doesNotAnswer: ['no_answer', 1],
    isBusy: ['busy', 1],
    hasVoicemail: ['voicemail', 1],
    isInvalid: ['failed', 1],
    wantsNoMoreCalls: ['answered', 1],
    losesTheDialReply: ['answered', 1],
    scramblesEvents: ['answered', 1],
    isRateLimitedFirst: ['answered', 2],
    asksForCallback: ['answered', 1],
    screensCalls: ['answered', 1],
    meetsFullChannels: ['answered', 2],
  };
  const kinds = Object.keys(OUTCOMES) as Kind[];
  const phoneOf = (kind: Kind): string => (kind === 'meetsFullChannels' ? '+12065554321' : `+1206555${CALLEE[kind]}`);
  const contacts = new Map<Kind, Contact>();
  let campaignId: string;

  const callOf = (kind: Kind) => service.endedCall({ contactId: contacts.get(kind)?.id ?? '' });

  beforeAll(async () => {
    for (const kind of kinds) contacts.set(kind, await service.contact(phoneOf(kind)));
    service.telnyx.misbehave('POST /calls', 'channel_limit', 1, { to: phoneOf('meetsFullChannels') });
    const assistant = await service.assistant('outbound-setter', { ...VOICE, ...EARS });
    campaignId = await service.callAll(assistant, [...contacts.values()], { callbacks: false });
  });

  test('completes, and its counters are right', async () => {
    expect((await service.client.getCampaign({ id: campaignId })).campaign).toMatchObject({
      total_contacts: kinds.length,
      contacts_called: kinds.length,
      contacts_completed: kinds.length,
      contacts_answered: kinds.filter((kind) => OUTCOMES[kind][0] === 'answered').length,
    });
  });

  test.each(kinds)('%s: the outcome, and no dial too many', async (kind) => {
    const [outcome, dials] = OUTCOMES[kind];
    expect(await callOf(kind)).toMatchObject({ outcome, attempt: 1 });
    expect(dialsTo(phoneOf(kind))).toHaveLength(dials);
  });

  test('whoever answers is talked to, with the assistant’s voice and ears', async () => {
    const call = await service.concludedCall({ contactId: contacts.get('answers')?.id ?? '' });
    expect(call.transcript.length).toBeGreaterThanOrEqual(4);
    expect(call.transcript.slice(0, 2)).toEqual([
      expect.objectContaining({ role: 'assistant', text: expect.stringMatching(/^Hello Ada, this is an AI/) }),
      expect.objectContaining({ role: 'user', text: 'Hi, yes, I have a minute. What is this about?' }),
    ]);
    const [spoken] = commandsOn(call, 'speak');
    expect(spoken).toMatchObject({ voice: `Azure.${VOICE.voice_id}`, payload: call.transcript[0]?.text });
    const starts = commandsOn(call, 'transcription_start');
    // Told again, it is the same command.
    expect(new Set(starts.map(({ command_id }) => command_id)).size).toBe(1);
    expect(starts[0]).toMatchObject({
      transcription_engine: 'Deepgram',
      transcription_engine_config: { transcription_model: 'deepgram/nova-3', language: 'en-GB' },
    });
    const { contact } = await service.client.getContact({ id: call.contact_id ?? '' });
    expect(contact.email).toBe('ada.byron@example.com');
  });

  test('a machine is hung up on, and not talked to', async () => {
    const call = await callOf('hasVoicemail');
    expect(call.answered_by).toBe('machine');
    expect(commandsOn(call, 'hangup')).toHaveLength(1);
  });

  test('a wish not to be called again is heeded', async () => {
    const { id = '' } = contacts.get('wantsNoMoreCalls') ?? {};
    await eventually(async () => {
      expect((await service.client.getContact({ id })).contact.do_not_call).toBe(true);
    });
  });

  test('the recording is copied from Telnyx', async () => {
    const call = await callOf('answers');
    await eventually(async () => expect(await savedRecording(call)).toEqual(recordingOf(call.call_leg_id ?? '')));
  });

  test.each(['answers', 'losesTheDialReply', 'scramblesEvents'] as const)(
    '%s: call.completed is announced once, with the duration that Telnyx does not tell',
    async (kind) => {
      const { call_control_id, duration_secs, answered_at, ended_at } = await callOf(kind);
      const lasted = Math.round((Date.parse(ended_at ?? '') - Date.parse(answered_at ?? '')) / 1_000);
      expect([duration_secs, lasted > 0]).toEqual([lasted, true]);
      const announced = () =>
        receiver.received
          .filter(({ type, isDuplicate }) => type === 'call.completed' && !isDuplicate)
          .map(({ body }) => JSON.parse(body.toString()).data)
          .filter((data) => data.call_control_id === call_control_id);
      await eventually(() => expect(announced()).toHaveLength(1));
      expect(announced()).toEqual([expect.objectContaining({ hangup_cause: 'normal_clearing', duration_secs })]);
    },
  );
});

test('a call that comes in is answered, talked to and recorded, though its recording names no call', async () => {
  const { client, accountSlug, telnyx, number } = service;
  const { id: assistantId } = await service.assistant('inbound-support', VOICE);
  await client.assignPhoneNumbers({ accountSlug, assistantId, phoneNumberIds: [number.id] });
  const callControlId = telnyx.callIn('+12065559001', number.phone_number);
  const call = await service.concludedCall({ direction: 'inbound' });
  expect(call).toMatchObject({ call_control_id: callControlId, outcome: 'answered', assistant_id: assistantId });
  expect(call.transcript.length).toBeGreaterThanOrEqual(2);
  await eventually(async () => expect(await savedRecording(call)).toEqual(recordingOf(call.call_leg_id ?? '')));
});

test('an assistant that Telnyx could not listen with places no call, and the words say what would do', async () => {
  const deaf = await service.assistant('outbound-setter', { transcriptor_provider: 'carrier-pigeon' });
  const { client, teamId, number } = service;
  const contact = await service.contact('+12065558001');
  const campaign = { teamId, companyId: contact.company_id, assistantId: deaf.id, fromNumberIds: [number.id] };
  const { id } = (await client.createCampaign({ ...campaign, name: 'Deaf' })).campaign;
  await client.addCampaignContacts({ id, contactIds: [contact.id] });
  await expect(client.runCampaign({ id })).rejects.toThrow(
    /"carrier-pigeon" cannot be used for calls; use one of deepgram/,
  );
  expect(dialsTo(contact.phone)).toEqual([]);
});
