import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Call } from '#shared/schemas/call.ts';
import { eventually } from '#test/harness/eventually.ts';
import { asksForExtraction, summaryAlone } from '#test/harness/fake-llm/extraction.ts';
import { type FakeLlm, keyOf, startFakeLlm, USAGE } from '#test/harness/fake-llm/fake-llm.ts';
import { CALLEE } from '#test/harness/given/phones.ts';
import { startTelnyxService, type TelnyxService } from './telnyx-service.ts';

const SETTINGS = { voicemailPolicy: 'leave_message', voicemailMessage: '{{contact.first_name}}, please call us back.' };
const MESSAGE = 'Ada, please call us back.';
const WORDS = 'Would Tuesday suit you?';

/**
 * What is promised of mailboxes whoever leads the conversations; a suite has one service, so each leader has a suite.
 */
export const mailboxPromises = (variables: (assistantId: string) => Record<string, string>): void => {
  let llm: FakeLlm;
  let service: TelnyxService;
  let mailbox: Call;
  let person: Call;
  let campaignId: string;

  beforeAll(async () => {
    llm = await startFakeLlm();
    llm.will((asked) => ({ text: asksForExtraction(asked) ? summaryAlone('They talked.') : WORDS }));
    const withModel = { OPENAI_API_KEY: keyOf('openai'), OPENAI_BASE_URL: llm.baseUrls.openai };
    service = await startTelnyxService(({ assistantId }) => ({ ...withModel, ...variables(assistantId) }));
    const assistant = await service.assistant('outbound-setter', { temperature: 0.35, max_tokens: 88 });
    const contacts = [
      await service.contact(`+1206555${CALLEE.hasVoicemail}`),
      await service.contact(`+1206555${CALLEE.answers}`),
    ];
    campaignId = await service.callAll(assistant, contacts, SETTINGS);
    mailbox = await service.endedCall({ contactId: contacts[0]?.id ?? '' });
    person = await service.concludedCall({ contactId: contacts[1]?.id ?? '' });
  });
  afterAll(async () => {
    await service?.stop();
    await llm?.stop();
  });

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
    const requests = llm.asked.length;
    const tokens = { input_tokens: requests * USAGE.inputTokens, output_tokens: requests * USAGE.outputTokens };
    await eventually(async () => {
      expect((await service.client.getCall({ id: person.id })).call.cost).toMatchObject(tokens);
      expect((await service.client.getCampaign({ id: campaignId })).campaign.cost).toMatchObject(tokens);
    });
  });
};
