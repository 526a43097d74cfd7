import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Call } from '#shared/schemas/call.ts';
import { eventually } from '../harness/eventually.ts';
import { asksForExtraction, summaryAlone } from '../harness/fake-llm/extraction.ts';
import { type FakeLlm, keyOf, startFakeLlm, USAGE } from '../harness/fake-llm/fake-llm.ts';
import { CALLEE } from '../harness/phones.ts';
import { startTelnyxService, type TelnyxService } from './telnyx-service.ts';

const SETTINGS = { voicemailPolicy: 'leave_message', voicemailMessage: '{{contact.first_name}}, please call us back.' };
const MESSAGE = 'Ada, please call us back.';
const WORDS = 'Would Tuesday suit you?';

let llm: FakeLlm;
beforeAll(async () => {
  llm = await startFakeLlm();
  llm.will((asked) => ({ text: asksForExtraction(asked) ? summaryAlone('They talked.') : WORDS }));
});
afterAll(() => llm?.stop());

const withModel = () => ({ OPENAI_API_KEY: keyOf('openai'), OPENAI_BASE_URL: llm.baseUrls.openai });

describe.each([
  ['our turn loop leads the conversations', () => ({})],
  ['the engine of Telnyx leads them', (assistantId: string) => ({ TELNYX_ASSISTANT_ID: assistantId })],
])('where %s', (_, variables) => {
  let service: TelnyxService;
  let mailbox: Call;
  let person: Call;
  let campaignId: string;
  let askedBefore: number;

  beforeAll(async () => {
    askedBefore = llm.asked.length;
    service = await startTelnyxService(({ assistantId }) => ({ ...withModel(), ...variables(assistantId) }));
    const assistant = await service.assistant('outbound-setter', { temperature: 0.35, max_tokens: 88 });
    const contacts = [
      await service.contact(`+1206555${CALLEE.hasVoicemail}`),
      await service.contact(`+1206555${CALLEE.answers}`),
    ];
    campaignId = await service.callAll(assistant, contacts, SETTINGS);
    mailbox = await service.endedCall({ contactId: contacts[0]?.id ?? '' });
    person = await service.concludedCall({ contactId: contacts[1]?.id ?? '' });
  });
  afterAll(() => service?.stop());

  test('a mailbox records the message, whole and alone, and is hung up on', () => {
    expect(service.telnyx.recordedBy(mailbox.call_control_id ?? '')).toEqual([MESSAGE]);
    expect(mailbox).toMatchObject({ outcome: 'voicemail', answered_by: 'machine' });
    const commands = service.telnyx.requests.filter(({ request }) => request.includes(mailbox.call_control_id ?? ''));
    expect(commands.at(-1)?.request).toMatch(/hangup$/);
    expect(mailbox.transcript.at(-1)).toMatchObject({ role: 'assistant', text: MESSAGE });
  });

  test('a person is talked to with the assistant’s temperature and token limit', () => {
    expect(person.transcript.map(({ text }) => text)).toContain(WORDS);
    const replies = llm.asked.filter((asked) => !asksForExtraction(asked));
    expect(replies.at(-1)).toMatchObject({ temperature: 0.35, maxTokens: 88 });
  });

  test('every token is on the call, and in the campaign’s sum', async () => {
    const requests = llm.asked.length - askedBefore;
    const tokens = { input_tokens: requests * USAGE.inputTokens, output_tokens: requests * USAGE.outputTokens };
    await eventually(async () => {
      expect((await service.client.getCall({ id: person.id })).call.cost).toMatchObject(tokens);
      expect((await service.client.getCampaign({ id: campaignId })).campaign.cost).toMatchObject(tokens);
    });
  });
});
