import { beforeAll, describe, expect, test } from '@jest/globals';
import { keptSecret } from '#infra/local/kept-secret.ts';
import { findRunningService } from '#infra/local/service-file.ts';
import { NO_USAGE } from '#shared/domain/call-cost.ts';
import { completeChat } from '#shared/engine/complete-chat.ts';
import { scriptedModels } from '#shared/providers/language-model/scripted-models.ts';
import { derivedId } from '#shared/runtime/ids.ts';
import { ChatCompletionRequest } from '#shared/schemas/chat-completion.ts';
import { addLooseCall, getCall, newCall } from '#shared/store/calls.ts';
import { newAccount } from '../harness/account.ts';
import { stack } from '../harness/environment.ts';
import { calleePhone } from '../harness/phones.ts';
import { testTable } from '../harness/table.ts';
import { tableBeforeWrite } from '../harness/watched-table.ts';

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
    claimed_under_limit: 0,
    direction: 'inbound',
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
  await testTable().write(addLooseCall(call));
});

const ask = (body: unknown, headers: Record<string, string> = { authorization: `Bearer ${token}` }) =>
  fetch(url, { method: 'POST', headers, body: typeof body === 'string' ? body : JSON.stringify(body) });
const request = (more: object = {}) => ({ messages: MESSAGES, extra_metadata: { call_id: callId }, ...more });

test('an OpenAI-compatible client reads the answer as a stream', async () => {
  const response = await ask(request({ stream: true }));
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
  const events = (await response.text()).split('\n\n');
  expect(events.slice(-2)).toEqual(['data: [DONE]', '']);
  const chunks = events.slice(0, -2).map((event) => JSON.parse(event.replace(/^data: /, '')));
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

const tokens = async () => {
  const { inputTokens, outputTokens } = (await getCall(testTable(), callId))?.usage ?? NO_USAGE;
  return [inputTokens, outputTokens] as const;
};

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
  const ports = {
    table: tableBeforeWrite(() => Promise.reject(new Error('The table is throttled.'))),
    models: scriptedModels(),
    clock: () => new Date(),
    log: { info: () => undefined, warn: () => undefined, error: (message: string) => void logged.push(message) },
  };
  const reply = await completeChat(ports, ChatCompletionRequest.parse(request({ stream: true })));
  let read = '';
  for await (const piece of reply?.pieces ?? []) read += piece;
  expect(read).toMatch(/data: \[DONE\]\n\n$/);
  expect(logged).toEqual(['The tokens of a reply could not be counted.']);
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
