import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Assistant } from '#shared/schemas/assistant.ts';
import type { Call } from '#shared/schemas/call.ts';
import { eventually } from '#test/harness/eventually.ts';
import { asksForExtraction, summaryAlone } from '#test/harness/fake-llm/extraction.ts';
import { type FakeLlm, keyOf, startFakeLlm, USAGE } from '#test/harness/fake-llm/fake-llm.ts';
import { callsOf, type OwnCalls } from '#test/harness/given/calls/own-calls.ts';
import { type OwnService, startOwnService } from '#test/harness/stack/own-service.ts';
import { VENDORS } from './vendors.ts';

const MODEL_TOKEN = 'token-of-the-model-endpoint';
const WORDS = 'Thank you for your time. Goodbye.';

let llm: FakeLlm;
let service: OwnService & OwnCalls;
const called = new Map<string, { assistant: Assistant; call: Call }>();

const asVendorsAnswer = (): void =>
  llm.will((asked) => ({ text: asksForExtraction(asked) ? summaryAlone(`As ${asked.provider} saw it.`) : WORDS }));

/** The settings of each vendor's assistant differ from those of every other and from all defaults. */
const settingsOf = (index: number) => ({ temperature: (index + 1) / 10, max_tokens: 101 + index });

const callWith = async ([provider, model]: (typeof VENDORS)[number], index: number): Promise<void> => {
  const prompt = { first_message: 'Hello?', system_prompt: `You are {{contact.first_name}}'s friend at ${provider}.` };
  const assistant = await service.assistant('custom', { provider, model, ...settingsOf(index), ...prompt });
  const contact = await service.contact(`+120655${index}0001`);
  await service.callAll(assistant, [contact]);
  called.set(provider, { assistant, call: await service.concludedCall({ contactId: contact.id }) });
};

beforeAll(async () => {
  llm = await startFakeLlm();
  asVendorsAnswer();
  const vendorVariables = VENDORS.flatMap(([provider]) => [
    [`${provider.toUpperCase()}_API_KEY`, keyOf(provider)],
    [`${provider.toUpperCase()}_BASE_URL`, llm.baseUrls[provider]],
  ]);
  const environment = async () => ({ MODEL_ENDPOINT_SECRET: MODEL_TOKEN, ...Object.fromEntries(vendorVariables) });
  const own = await startOwnService({ environment });
  service = { ...own, ...(await callsOf(own)) };
  await Promise.all(VENDORS.map(callWith));
});
afterAll(async () => {
  await service?.stop();
  await llm?.stop();
});

describe.each(VENDORS)('a call led by an assistant of %s', (provider, model) => {
  const index = VENDORS.findIndex(([name]) => name === provider);

  test('asks the vendor with its own key, model, temperature and token limit, and says its words', () => {
    const [first, ...more] = llm.asked.filter((asked) => asked.provider === provider && !asksForExtraction(asked));
    const { temperature, max_tokens: maxTokens } = settingsOf(index);
    for (const asked of [first, ...more]) {
      expect(asked).toMatchObject({ key: keyOf(provider), model, temperature, maxTokens, isStreamed: true });
    }
    expect(first?.instructions).toMatch(new RegExp(`^You are Ada's friend at ${provider}\\.`));
    const { transcript } = called.get(provider)?.call ?? {};
    expect(transcript?.map(({ text }) => text)).toContain(WORDS);
  });

  test('is summed up by the same model', () => {
    const extractions = llm.asked.filter((asked) => asked.provider === provider && asksForExtraction(asked));
    expect(extractions).not.toEqual([]);
    for (const asked of extractions) expect(asked).toMatchObject({ key: keyOf(provider), model, temperature: 0 });
    expect(called.get(provider)?.call.summary).toBe(`As ${provider} saw it.`);
  });
});

describe('the model endpoint', () => {
  const ask = (provider: string, signal?: AbortSignal): Promise<Response> =>
    fetch(`${service.address.model_endpoint_url}/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${MODEL_TOKEN}` },
      body: JSON.stringify({
        stream: true,
        model: 'whatever-the-carrier-says',
        temperature: 2,
        messages: [
          { role: 'system', content: 'Be brief.' },
          { role: 'user', content: 'Hi' },
        ],
        extra_metadata: { call_id: called.get(provider)?.call.id },
      }),
      ...(signal && { signal }),
    });

  const answerOf = (provider: string): Promise<{ response: Response; text: string }> =>
    service.during(async () => {
      const response = await ask(provider);
      return { response, text: await response.text() };
    });

  const costOf = async (provider: string): Promise<Call['cost']> =>
    (await service.client.getCall({ id: called.get(provider)?.call.id ?? '' })).call.cost;
  const withOneReply = ({ input_tokens, output_tokens, ...others }: Call['cost']): Call['cost'] => ({
    ...others,
    input_tokens: input_tokens + USAGE.inputTokens,
    output_tokens: output_tokens + USAGE.outputTokens,
  });

  beforeEach(() => {
    llm.asked.length = 0;
  });

  test.each(VENDORS)('streams %s, with the settings of the assistant alone', async (provider, model) => {
    asVendorsAnswer();
    const before = await costOf(provider);
    const { response, text } = await answerOf(provider);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
    const chunks = text
      .trimEnd()
      .split('\n\n')
      .map((event) => event.replace(/^data: /, ''));
    expect(chunks.pop()).toBe('[DONE]');
    const deltas = chunks.map((chunk) => JSON.parse(chunk).choices[0].delta.content ?? '');
    expect(deltas.filter(Boolean)).toEqual(WORDS.match(/\S+\s*/g));
    const index = VENDORS.findIndex(([name]) => name === provider);
    const { temperature, max_tokens: maxTokens } = settingsOf(index);
    expect(llm.asked).toEqual([
      expect.objectContaining({ provider, model, temperature, maxTokens, instructions: 'Be brief.', isStreamed: true }),
    ]);
    expect(await costOf(provider)).toEqual(withOneReply(before));
  });

  test('answers 502 when the vendor fails before its first word, without the vendor’s words', async () => {
    llm.will({ status: 401, words: 'Incorrect API key provided: sk-secret' });
    const { response, text } = await answerOf('openai');
    expect(response.status).toBe(502);
    expect(JSON.parse(text)).toEqual({ error: { message: 'The language model gave no reply.' } });
  });

  test('breaks off when the vendor does', async () => {
    llm.will({ breakOff: 'closed', text: WORDS });
    const response = await service.during(() => ask('openai'));
    expect(response.status).toBe(200);
    await expect(service.during(() => response.text())).rejects.toThrow();
  });

  test('reads the vendor to its end when the carrier wants to hear no more, and counts what that costs', async () => {
    llm.will({ text: 'word '.repeat(100), pauseMs: 20 });
    const [before, givenUp] = [await costOf('openai'), llm.givenUp()];
    const interruption = new AbortController();
    await service.during(async () => {
      const response = await ask('openai', interruption.signal);
      await response.body?.getReader().read();
      interruption.abort();
    });
    await eventually(async () => expect(await costOf('openai')).toEqual(withOneReply(before)));
    expect(llm.givenUp()).toBe(givenUp);
  });
});
