import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { CommandRefused } from '#shared/ports/telephony.ts';
import { commandUuid } from '#shared/providers/telephony/telnyx/commands.ts';
import { type TelnyxSettings, telnyxTelephony } from '#shared/providers/telephony/telnyx/telnyx-telephony.ts';
import { type FakeTelnyx, startFakeTelnyx } from '#test/harness/fake-telnyx/fake-telnyx.ts';
import { newSuiteTime } from '#test/harness/time/suite-time.ts';

const FROM = '+12125550100';
const ELEVENLABS = { provider: 'elevenlabs', model: 'eleven_flash_v2_5', voiceId: '21m00Tcm4TlvDq8ikWAM' };
const AZURE = { provider: 'azure', model: 'neural', voiceId: 'en-US-AvaMultilingualNeural' };
const FLUX = { provider: 'deepgram', model: 'flux', language: 'en-US' };
const SPEECH_MAX_CHARS = 3_000;

const time = newSuiteTime();

let telnyx: FakeTelnyx;
beforeAll(async () => {
  telnyx = await startFakeTelnyx({ speed: 1 });
});
afterAll(() => telnyx.stop());

const telephony = (settings: Partial<TelnyxSettings> = {}) => {
  const { apiKey, baseUrl, connectionId } = telnyx;
  return telnyxTelephony({ apiKey, baseUrl, connectionId, voiceKeyRef: 'elevenlabs-key', ...settings });
};

let lastCommand = 0;
const commandOn = (callControlId: string) => ({ callControlId, commandId: `command-${++lastCommand}` });
const bodyOf = (callControlId: string, action: string) =>
  telnyx.requests.findLast(({ request }) => request === `POST /calls/${callControlId}/actions/${action}`)?.body;

const answeredCall = async (to = '+14155550001'): Promise<string> => {
  const commandId = `call-${++lastCommand}`;
  const dialed = await telephony().dial({ commandId, from: FROM, to, clientState: '', recordingEnabled: false });
  if (dialed.result !== 'placed') throw new Error(dialed.reason);
  await time.until(() => telnyx.isAnswered(dialed.callControlId), 'the answer');
  return dialed.callControlId;
};

test('an incoming call is answered with a recording if one is wanted', async () => {
  const recorded = commandOn(telnyx.callIn('+14155554343', FROM));
  await telephony().answer({ ...recorded, recordingEnabled: true, clientState: 'c3RhdGU=' });
  expect(bodyOf(recorded.callControlId, 'answer')).toMatchObject({
    command_id: commandUuid(recorded.commandId),
    record: 'record-from-answer',
    record_channels: 'dual',
    record_format: 'wav',
    webhook_retries_policies: expect.any(Object),
  });
  const unrecorded = commandOn(telnyx.callIn('+14155554343', FROM));
  await telephony().answer({ ...unrecorded, recordingEnabled: false, clientState: 'c3RhdGU=' });
  expect(bodyOf(unrecorded.callControlId, 'answer')).not.toHaveProperty('record');
});

test('an incoming call is rejected as such', async () => {
  const command = commandOn(telnyx.callIn('+14155554343', FROM));
  await telephony().reject(command);
  const command_id = commandUuid(command.commandId);
  expect(bodyOf(command.callControlId, 'reject')).toEqual({ command_id, cause: 'CALL_REJECTED' });
});

test('speech has the voice of its assistant, and the key only where the voice needs one', async () => {
  const command = commandOn(await answeredCall());
  await telephony().speak({ ...command, text: 'Good morning.', voice: ELEVENLABS });
  expect(bodyOf(command.callControlId, 'speak')).toEqual({
    command_id: commandUuid(command.commandId),
    payload: 'Good morning.',
    payload_type: 'text',
    voice: 'ElevenLabs.eleven_flash_v2_5.21m00Tcm4TlvDq8ikWAM',
    voice_settings: { type: 'elevenlabs', api_key_ref: 'elevenlabs-key' },
  });
  await telephony().speak({ ...commandOn(command.callControlId), text: 'Hello.', voice: AZURE });
  expect(bodyOf(command.callControlId, 'speak')).not.toHaveProperty('voice_settings');
});

test.each([
  ['whole sentences', `${'I go on. '.repeat(400)}`, /^(I go on\. )+I go on\.$/],
  ['whole words', `${'on '.repeat(1_200)}`, /^(on )+on$/],
  ['what fits', 'x'.repeat(4_000), /^x{3000}$/],
])('a text that is too long is cut to %s', async (_, text, expected) => {
  const command = commandOn(await answeredCall());
  await telephony().speak({ ...command, text, voice: AZURE });
  const payload = String(bodyOf(command.callControlId, 'speak')?.payload);
  expect(payload).toMatch(expected);
  expect(payload.length).toBeLessThanOrEqual(SPEECH_MAX_CHARS);
  expect(payload.length).toBeGreaterThan(SPEECH_MAX_CHARS - 20);
});

test('speech is stopped together with whatever waits to be said', async () => {
  const command = commandOn(await answeredCall());
  await telephony().stopSpeaking(command);
  const command_id = commandUuid(command.commandId);
  expect(bodyOf(command.callControlId, 'playback_stop')).toEqual({ command_id, stop: 'all' });
});

test('transcription starts with the engine of the transcriber', async () => {
  const command = commandOn(await answeredCall());
  await telephony().startTranscription({ ...command, transcriber: { ...FLUX, model: 'nova-3' } });
  expect(bodyOf(command.callControlId, 'transcription_start')).toMatchObject({
    command_id: commandUuid(command.commandId),
    transcription_engine: 'Deepgram',
    transcription_engine_config: { transcription_model: 'deepgram/nova-3', language: 'en-US' },
  });
});

test.each([
  ['rate_limited', false],
  ['server_error', false],
  ['bad_request', true],
  ['unauthorized', true],
] as const)('a command that meets %s fails; whether it is refused for good: %s', async (misbehaviour, isRefused) => {
  const command = commandOn('v3:some-call');
  telnyx.misbehave('POST /calls/v3:some-call', misbehaviour);
  const failure = await telephony()
    .hangUp(command)
    .catch((error: unknown) => error);
  expect((failure as Error).message).toMatch(/^Telnyx answered \d{3}/);
  expect(failure instanceof CommandRefused).toBe(isRefused);
});

test('without an assistant at Telnyx there are no hosted conversations', () => {
  expect(telephony()).not.toHaveProperty('conversations');
});

const CONVERSATION = {
  instructions: 'Call {{contact.first_name}} about {"a":{"b":1}}. Say {{{x}}}.',
  greeting: 'Hello {{name}}!',
  model: { provider: 'openai', name: 'gpt-4.1-mini' },
  voice: ELEVENLABS,
  transcriber: FLUX,
  callId: 'call_42',
  modelToken: 'token-of-our-endpoint',
};

test('a hosted conversation overrides all of the stored assistant, and names the call to our model endpoint', async () => {
  const { assistantId } = telnyx;
  const llm = { baseUrl: 'https://calls.example/llm', keyRef: 'our-model-token' };
  const command = commandOn(await answeredCall());
  const id = await telephony({ assistantId, llm }).conversations?.start({ ...command, ...CONVERSATION });
  expect(id).toBe(telnyx.conversationOf(command.callControlId));
  expect(bodyOf(command.callControlId, 'ai_assistant_start')).toEqual({
    command_id: commandUuid(command.commandId),
    greeting: 'Hello { {name}}!',
    assistant: {
      id: assistantId,
      instructions: 'Call { {contact.first_name}} about {"a":{"b":1}}. Say { { {x}}}.',
      greeting: 'Hello { {name}}!',
      external_llm: {
        base_url: 'https://calls.example/llm',
        model: 'gpt-4.1-mini',
        llm_api_key_ref: 'our-model-token',
        forward_metadata: true,
      },
      dynamic_variables: { call_id: 'call_42' },
      voice_settings: {
        voice: 'ElevenLabs.eleven_flash_v2_5.21m00Tcm4TlvDq8ikWAM',
        api_key_ref: 'elevenlabs-key',
      },
    },
    transcription: { model: 'deepgram/flux', language: 'en' },
    send_message_history_updates: true,
  });
});

test('without an endpoint of ours Telnyx runs the model itself', async () => {
  const command = commandOn(await answeredCall());
  await telephony({ assistantId: telnyx.assistantId }).conversations?.start({ ...command, ...CONVERSATION });
  const { assistant } = bodyOf(command.callControlId, 'ai_assistant_start') as { assistant: object };
  expect(assistant).toMatchObject({ model: 'openai/gpt-4.1-mini' });
  expect(assistant).not.toHaveProperty('external_llm');
});

test('the token of our endpoint is kept at Telnyx once, and named to it', async () => {
  const llm = { baseUrl: 'https://calls.example/llm' };
  const ports = [1, 2].map(() => telephony({ assistantId: telnyx.assistantId, llm }).conversations);
  for (const conversations of [...ports, ports[0]]) await conversations?.shareModelToken(CONVERSATION.modelToken);
  const made = telnyx.requests.filter(({ request }) => request === 'POST /integration_secrets');
  expect(made.map(({ body }) => body.token)).toEqual([CONVERSATION.modelToken, CONVERSATION.modelToken]);
  const command = commandOn(await answeredCall());
  await ports[0]?.start({ ...command, ...CONVERSATION });
  const { assistant } = bodyOf(command.callControlId, 'ai_assistant_start') as {
    assistant: { external_llm: { llm_api_key_ref: string } };
  };
  const name = assistant.external_llm.llm_api_key_ref;
  expect(name).not.toContain(CONVERSATION.modelToken);
  expect(telnyx.integrationSecrets).toEqual({ [name]: CONVERSATION.modelToken });
});

test('where somebody keeps it there by hand, or Telnyx asks no endpoint of ours, nothing is told', async () => {
  const before = telnyx.requests.length;
  const { assistantId } = telnyx;
  const llm = { baseUrl: 'https://calls.example/llm', keyRef: 'our-model-token' };
  await telephony({ assistantId, llm }).conversations?.shareModelToken('token');
  await telephony({ assistantId }).conversations?.shareModelToken('token');
  expect(telnyx.requests).toHaveLength(before);
});

test('a token that Telnyx cannot take now is a failure, and is told again the next time', async () => {
  const llm = { baseUrl: 'https://calls.example/llm' };
  const { conversations } = telephony({ assistantId: telnyx.assistantId, llm });
  telnyx.misbehave('POST /integration_secrets', 'unavailable');
  await expect(conversations?.shareModelToken('another-token')).rejects.toThrow('503');
  await conversations?.shareModelToken('another-token');
  expect(Object.values(telnyx.integrationSecrets)).toContain('another-token');
});

test('the engine falls silent and the call goes on; one that never began is told so', async () => {
  const { conversations } = telephony({ assistantId: telnyx.assistantId });
  const command = commandOn(await answeredCall());
  await expect(conversations?.stop(command)).rejects.toThrow('AI assistant not started');
  await conversations?.start({ ...command, ...CONVERSATION, commandId: `${command.commandId}-start` });
  await conversations?.stop({ ...command, commandId: `${command.commandId}-stop` });
  expect(bodyOf(command.callControlId, 'ai_assistant_stop')).toEqual({ command_id: expect.any(String) });
});

test('what was said is read in its order; an unknown conversation has said nothing', async () => {
  const { conversations } = telephony({ assistantId: telnyx.assistantId });
  const call = await answeredCall();
  await conversations?.start({ ...commandOn(call), ...CONVERSATION });
  const id = telnyx.conversationOf(call);
  await time.until(async () => ((await conversations?.read(id)) ?? []).length >= 3, 'some turns');
  const turns = (await conversations?.read(id)) ?? [];
  expect(turns.slice(0, 3)).toEqual([
    { role: 'assistant', text: 'Hello { {name}}!', at: expect.stringMatching(/^\d{4}-.*Z$/) },
    { role: 'user', text: 'Hi, yes, I have a minute. What is this about?', at: expect.any(String) },
    { role: 'assistant', text: 'I see.', at: expect.any(String) },
  ]);
  expect(await conversations?.read('unknown')).toEqual([]);
});

test('a conversation in a call that is over is not started, and that is no failure', async () => {
  const { conversations } = telephony({ assistantId: telnyx.assistantId });
  expect(await conversations?.start({ ...commandOn('v3:over'), ...CONVERSATION })).toBeUndefined();
});
