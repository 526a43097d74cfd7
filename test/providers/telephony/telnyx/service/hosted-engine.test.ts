import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Assistant } from '#shared/schemas/assistant.ts';
import type { Call } from '#shared/schemas/call.ts';
import type { Contact } from '#shared/schemas/contact.ts';
import { asksForExtraction, summaryAlone } from '#test/harness/fake-llm/extraction.ts';
import { type FakeLlm, keyOf, startFakeLlm } from '#test/harness/fake-llm/fake-llm.ts';
import { CALLEE } from '#test/harness/given/phones.ts';
import { startTelnyxService, type TelnyxService } from './telnyx-service.ts';

const MODEL_TOKEN = 'token-of-our-model-endpoint';
const MODEL_KEY_REF = 'our-model-endpoint';
const VOICE_KEY_REF = 'our-elevenlabs-key';
const WORDS = 'We could meet on Tuesday. Would that suit you?';

let llm: FakeLlm;
let service: TelnyxService;
let assistant: Assistant;
let contact: Contact;
let call: Call;
let machine: Call;

beforeAll(async () => {
  llm = await startFakeLlm();
  llm.will((asked) => ({ text: asksForExtraction(asked) ? summaryAlone('They talked.') : WORDS }));
  service = await startTelnyxService(
    ({ assistantId }) => ({
      TELNYX_ASSISTANT_ID: assistantId,
      TELNYX_MODEL_KEY_REF: MODEL_KEY_REF,
      TELNYX_VOICE_KEY_REF: VOICE_KEY_REF,
      MODEL_ENDPOINT_SECRET: MODEL_TOKEN,
      OPENAI_API_KEY: keyOf('openai'),
      OPENAI_BASE_URL: llm.baseUrls.openai,
    }),
    // Telnyx' SDK has no type for that event: the answer to the start must do.
    { integrationSecrets: { [MODEL_KEY_REF]: MODEL_TOKEN }, habits: { losesEvents: ['call.conversation.created'] } },
  );
  assistant = await service.assistant('outbound-setter', {
    first_message: 'Hello {{contact.first_name}}, this is an AI.',
    system_prompt: 'You call {{contact.first_name}} of {{company.name}}.',
    model: 'gpt-4.1-nano',
    temperature: 0.15,
    max_tokens: 77,
    transcriptor_provider: 'assemblyai',
    transcriptor_model: 'universal-3-5-pro',
    transcriptor_language: 'de-DE',
  });
  contact = await service.contact(`+1206555${CALLEE.answers}`, { firstName: 'Grace {{x}}' });
  const mailbox = await service.contact(`+1206555${CALLEE.hasVoicemail}`);
  await service.callAll(assistant, [contact, mailbox]);
  call = await service.concludedCall({ contactId: contact.id });
  machine = await service.endedCall({ contactId: mailbox.id });
});
afterAll(async () => {
  await service?.stop();
  await llm?.stop();
});

const commands = (action: string, { call_control_id }: Call = call) =>
  service.telnyx.requests
    .filter(({ request }) => request === `POST /calls/${call_control_id}/actions/${action}`)
    .map(({ body }) => body);

test('Telnyx is told the whole assistant, and where its words come from', () => {
  const [start, ...again] = commands('ai_assistant_start');
  for (const { command_id } of again) expect(command_id).toBe(start?.command_id);
  expect(start).toEqual({
    command_id: expect.any(String),
    greeting: 'Hello Grace { {x}}, this is an AI.',
    assistant: {
      id: service.telnyx.assistantId,
      instructions: expect.stringMatching(/^You call Grace \{ \{x\}\} of Acme\.\n/),
      greeting: 'Hello Grace { {x}}, this is an AI.',
      external_llm: {
        base_url: service.address.model_endpoint_url,
        model: assistant.model,
        llm_api_key_ref: MODEL_KEY_REF,
        forward_metadata: true,
      },
      dynamic_variables: { call_id: call.id },
      voice_settings: {
        voice: `ElevenLabs.${assistant.voice_model}.${assistant.voice_id}`,
        api_key_ref: VOICE_KEY_REF,
      },
    },
    transcription: { model: 'assemblyai/universal-3-5-pro', language: 'de' },
    send_message_history_updates: true,
  });
  expect([...commands('speak'), ...commands('transcription_start')]).toEqual([]);
});

test('a model that only such conversations have can be run', async () => {
  const { client, teamId, number } = service;
  const ears = { transcriptor_provider: 'deepgram', transcriptor_model: 'flux' };
  const { id: assistantId } = await service.assistant('outbound-setter', ears);
  const references = { teamId, companyId: contact.company_id, assistantId, fromNumberIds: [number.id] };
  const { id } = (await client.createCampaign({ name: 'Calls', ...references })).campaign;
  await client.addCampaignContacts({ id, contactIds: [contact.id] });
  expect(await client.runCampaign({ id, dryRun: true })).toMatchObject({ started: 1 });
});

test('the model is asked with the assistant’s temperature and token limit, and what was said so far', () => {
  const replies = llm.asked.filter((asked) => !asksForExtraction(asked));
  expect(replies.length).toBeGreaterThanOrEqual(2);
  for (const asked of replies) {
    expect(asked).toMatchObject({ model: 'gpt-4.1-nano', temperature: 0.15, maxTokens: 77, isStreamed: true });
    expect(asked.instructions).toMatch(/^You call Grace/);
  }
  expect(replies[0]?.turns).toEqual([
    { role: 'assistant', text: 'Hello Grace { {x}}, this is an AI.' },
    { role: 'user', text: 'Hi, yes, I have a minute. What is this about?' },
  ]);
});

test('its words reach Telnyx as they are written', () => {
  const [answer] = service.telnyx.llmAnswers;
  expect(answer).toMatchObject({ status: 200, contentType: 'text/event-stream', finishReason: 'stop', isDone: true });
  expect(answer?.pieces).toEqual(WORDS.match(/\S+\s*/g));
});

test('the transcript is what Telnyx noted', () => {
  expect(call.transcript.slice(0, 3)).toEqual([
    expect.objectContaining({ role: 'assistant', text: 'Hello Grace { {x}}, this is an AI.' }),
    expect.objectContaining({ role: 'user', text: 'Hi, yes, I have a minute. What is this about?' }),
    expect.objectContaining({ role: 'assistant', text: WORDS }),
  ]);
  expect(call).toMatchObject({ outcome: 'answered', summary: 'They talked.' });
});

test('a machine is hung up on', () => {
  expect(machine).toMatchObject({ outcome: 'voicemail', answered_by: 'machine' });
  expect(commands('hangup', machine)).not.toEqual([]);
});

test.each([
  ['another token', { token: 'wrong' }, 401],
  ['a call that there never was', { callId: 'call_unknown' }, 404],
])(
  '%s is refused',
  async (_, { token = MODEL_TOKEN, callId = call.id }: { token?: string; callId?: string }, status) => {
    const before = llm.asked.length;
    const response = await service.during(() =>
      fetch(`${service.address.model_endpoint_url}/chat/completions`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}` },
        body: JSON.stringify({ messages: [{ role: 'user', content: 'Hi' }], extra_metadata: { call_id: callId } }),
      }),
    );
    expect(response.status).toBe(status);
    expect(llm.asked).toHaveLength(before);
  },
);
