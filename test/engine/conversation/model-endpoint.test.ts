import { beforeAll, describe, expect, test } from '@jest/globals';
import { findRunningService } from '#infra/local/process/service-file.ts';
import { keptSecret } from '#infra/local/process/state-directory.ts';
import { NO_USAGE } from '#shared/domain/call/cost.ts';
import { derivedId } from '#shared/domain/ids.ts';
import { type CompleteChatPorts, completeChat } from '#shared/engine/conversation/complete-chat.ts';
import { LanguageModelError, type ReplyRequest } from '#shared/ports/language-models.ts';
import { SILENT_LOG } from '#shared/ports/log.ts';
import { scriptedModels } from '#shared/providers/language-model/scripted-models.ts';
import { ChatCompletionRequest } from '#shared/schemas/chat-completion.ts';
import { addStandaloneCall } from '#shared/store/call/call-changes.ts';
import { getCall, newCall } from '#shared/store/call/calls.ts';
import { newAccount } from '#test/harness/given/account.ts';
import { calleePhone } from '#test/harness/given/phones.ts';
import { stack } from '#test/harness/stack/environment.ts';
import { testTable } from '#test/harness/stack/table.ts';
import { tableBeforeWrite } from '#test/harness/stack/table-before-write.ts';

const NOW = new Date().toISOString();
const MESSAGES = [
  { role: 'system', content: 'You call Ada to arrange a meeting.' },
  { role: 'assistant', content: 'Hello Ada, do you have a minute?' },
  { role: 'user', content: [{ type: 'text', text: 'Yes, what is it about?' }] },
];

let url: string;
let token: string;
let callId: string;
beforeAll(async () => {
  url = `${findRunningService(stack().state_dir)?.model_endpoint_url}/chat/completions`;
  token = keptSecret(stack().state_dir, 'model-endpoint');
  const account = await newAccount();
  const { id: assistant_id } = await account.given.assistant();
  callId = derivedId('call', account.accountId);
  const call = newCall({
    id: callId,
    account_id: account.accountId,
    team_id: account.teamId,
    assistant_id,
    campaign_id: null,
    contact_id: null,
    company_id: null,
    enrolment_id: null,
    limit_changes_at_claim: 0,
    direction: 'outbound',
    from_number_id: null,
    from_number: calleePhone(),
    to_number: calleePhone(),
    status: 'in_progress',
    attempt: null,
    generation: 0,
    contact_timezone: null,
    recording_enabled: false,
    created_at: NOW,
    queued_at: NOW,
  });
  await testTable().transact(addStandaloneCall(call));
});

const ask = (body: unknown, headers: Record<string, string> = { authorization: `Bearer ${token}` }) =>
  fetch(url, { method: 'POST', headers, body: typeof body === 'string' ? body : JSON.stringify(body) });
const request = (more: object = {}) => ({ messages: MESSAGES, extra_metadata: { call_id: callId }, ...more });

/** The chunks of a stream, without its end. */
const readChunks = (stream: string) => {
  const events = stream.split('\n\n');
  expect(events.slice(-2)).toEqual(['data: [DONE]', '']);
  return events.slice(0, -2).map((event) => JSON.parse(event.replace(/^data: /, '')));
};

const portsWith = (
  { table, models }: Pick<CompleteChatPorts, 'table' | 'models'>,
  logged: string[] = [],
): CompleteChatPorts => ({
  table,
  models,
  clock: () => new Date(),
  log: { ...SILENT_LOG, error: (message) => void logged.push(message) },
});

const readWhole = async (ports: CompleteChatPorts, body: object): Promise<string> => {
  const reply = await completeChat(ports, ChatCompletionRequest.parse(body));
  let read = '';
  for await (const piece of reply?.pieces ?? []) read += piece;
  return read;
};

test('it is reached where the API is, so one public address serves both', () => {
  const service = findRunningService(stack().state_dir);
  expect(service?.model_endpoint_url).toBe(`${service?.base_url}/llm`);
});

test('an OpenAI-compatible client reads the answer as a stream', async () => {
  const response = await ask(request({ stream: true }));
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
  const chunks = readChunks(await response.text());
  expect(new Set(chunks.map(({ id, object, model }) => `${id} ${object} ${model}`)).size).toBe(1);
  expect(chunks[0]).toMatchObject({ object: 'chat.completion.chunk', choices: [{ delta: { role: 'assistant' } }] });
  expect(chunks.at(-1)).toMatchObject({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] });
  expect(chunks.map(({ choices }) => choices[0].delta.content ?? '').join('')).toMatch(/short meeting.*\?$/);
});

test('or whole', async () => {
  const response = await ask(request());
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json']);
  expect(await response.json()).toMatchObject({
    object: 'chat.completion',
    created: expect.any(Number),
    choices: [
      {
        index: 0,
        finish_reason: 'stop',
        message: { role: 'assistant', content: expect.stringMatching(/short meeting/) },
      },
    ],
  });
});

const chunksOf = async (body: object) => readChunks(await (await ask(body)).text());

const USAGE = {
  prompt_tokens: expect.any(Number),
  completion_tokens: expect.any(Number),
  total_tokens: expect.any(Number),
};

const tokens = async () => {
  const { inputTokens, outputTokens } = (await getCall(testTable(), callId))?.usage ?? NO_USAGE;
  return [inputTokens, outputTokens] as const;
};

describe('a screening assistant', () => {
  const PROMPT = 'Please state your name and the reason for your call.';
  const saidWith = async (...messages: object[]): Promise<string> => {
    const response = await ask(request({ messages: [...MESSAGES.slice(0, 2), ...messages] }));
    const { choices } = (await response.json()) as { choices: { message: { content: string } }[] };
    return choices[0]?.message.content ?? '';
  };
  const prompted = { role: 'user', content: PROMPT };
  const answer = { role: 'assistant', content: 'This is Caller.' };

  test('is told who is calling, and no model is asked', async () => {
    const before = await tokens();
    expect(await saidWith(prompted)).toMatch(/^This is Caller, an AI assistant\. I would like/);
    expect(await tokens()).toEqual(before);
  });

  test('is waited for without a word, and whoever takes the call then is greeted', async () => {
    expect(await saidWith(prompted, answer, { role: 'user', content: 'Please hold.' })).toBe('');
    const hello = { role: 'user', content: 'Hello?' };
    expect(await saidWith(prompted, answer, hello)).toMatch(/^Hello.*this is an AI assistant/);
  });

  test('is streamed its answer too', async () => {
    const response = await ask(request({ messages: [...MESSAGES.slice(0, 2), prompted], stream: true }));
    const chunks = readChunks(await response.text());
    expect(chunks.map(({ choices }) => choices[0].delta.content ?? '').join('')).toMatch(/^This is Caller/);
  });
});

describe('what an answer used is told', () => {
  test('in one more chunk at the end of the stream, where it is asked for', async () => {
    const chunks = await chunksOf(request({ stream: true, stream_options: { include_usage: true } }));
    const { id, model, created } = chunks[0];
    const object = 'chat.completion.chunk';
    expect(chunks.at(-1)).toEqual({ id, model, created, object, choices: [], usage: USAGE });
    const { prompt_tokens, completion_tokens, total_tokens } = chunks.at(-1).usage;
    expect(Math.min(prompt_tokens, completion_tokens)).toBeGreaterThan(0);
    expect(total_tokens).toBe(prompt_tokens + completion_tokens);
    expect(chunks.at(-2)).toMatchObject({ choices: [{ finish_reason: 'stop' }] });
  });

  test.each([undefined, null, {}, { include_usage: false }])('and not with stream_options: %j', async (options) => {
    const chunks = await chunksOf(request({ stream: true, stream_options: options }));
    expect(chunks.at(-1)).toMatchObject({ choices: [{ finish_reason: 'stop' }] });
    for (const chunk of chunks) expect(chunk).not.toHaveProperty('usage');
  });

  test('in every whole answer', async () => {
    expect(await (await ask(request())).json()).toMatchObject({ usage: USAGE });
  });

  test.each([true, false])('not at all where the model does not tell (stream: %s)', async (stream) => {
    const models = scriptedModels();
    const usage = Promise.reject(new LanguageModelError('aborted', 'The caller aborted the request.'));
    usage.catch(() => undefined);
    const silent = { ...models, stream: (asked: ReplyRequest) => ({ ...models.stream(asked), usage }) };
    const body = request({ stream, stream_options: { include_usage: true } });
    const read = await readWhole(portsWith({ table: testTable(), models: silent }), body);
    expect(read).toMatch(/"finish_reason":"stop"/);
    expect(read).not.toMatch(/"usage"|"choices":\[\]/);
  });
});

test.each([true, false])(
  'the tokens of an answer count on the call, once it has ended (stream: %s)',
  async (stream) => {
    const [inputBefore, outputBefore] = await tokens();
    await (await ask(request({ stream }))).text();
    const [inputAfter, outputAfter] = await tokens();
    const used = [inputAfter - inputBefore, outputAfter - outputBefore];
    expect(Math.min(...used)).toBeGreaterThan(0);
    await (await ask(request({ stream }))).text();
    expect(await tokens()).toEqual([inputAfter + (used[0] ?? 0), outputAfter + (used[1] ?? 0)]);
  },
);

test('an answer is given although its tokens cannot be counted, and the log says so', async () => {
  const logged: string[] = [];
  const table = tableBeforeWrite(() => Promise.reject(new Error('The table is throttled.')));
  const read = await readWhole(portsWith({ table, models: scriptedModels() }, logged), request({ stream: true }));
  expect(read).toMatch(/data: \[DONE\]\n\n$/);
  expect(logged).toEqual(['Could not count the tokens of a reply; its cost is missing on the call.']);
});

describe('refused is', () => {
  test.each<[string, Record<string, string>]>([
    ['no token', {}],
    ['another token', { authorization: 'Bearer wrong' }],
    ['another scheme', { authorization: 'Basic wrong' }],
  ])('%s', async (_, headers) => {
    const response = await ask(request(), headers);
    expect([response.status, await response.json()]).toEqual([401, { error: { message: 'Unauthorized' } }]);
  });

  test.each<[string, unknown]>([
    ['no JSON', '{'],
    ['no call', { messages: MESSAGES }],
    ['no messages', { extra_metadata: { call_id: 'call_1' } }],
  ])('%s', async (_, body) => {
    const response = await ask(body);
    expect([response.status, JSON.stringify(await response.json())]).toEqual([400, expect.stringContaining('call_id')]);
  });

  test('a call that there never was', async () => {
    expect((await ask(request({ extra_metadata: { call_id: 'call_unknown' } }))).status).toBe(404);
  });

  test('any other path and method', async () => {
    expect((await fetch(`${url}/more`, { method: 'POST' })).status).toBe(404);
    expect((await fetch(url)).status).toBe(404);
  });
});
