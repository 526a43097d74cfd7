import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { SERVICE_LOG_FILE } from '#infra/local/process/service-log.ts';
import type { Assistant } from '#shared/schemas/assistant.ts';
import type { Call } from '#shared/schemas/call.ts';
import type { CarrierCommand } from '#test/harness/carrier-log.ts';
import { asksForExtraction, summaryAlone } from '#test/harness/fake-llm/extraction.ts';
import { type FakeLlm, keyOf, startFakeLlm } from '#test/harness/fake-llm/fake-llm.ts';
import { callsOf, type OwnCalls } from '#test/harness/given/calls/own-calls.ts';
import { calleePhone } from '#test/harness/given/phones.ts';
import { type OwnService, startOwnService } from '#test/harness/stack/own-service.ts';

const FIRST = 'It is about a meeting.';
const SECOND = 'It is short.';
const GOODBYE = 'Thank you. Goodbye.';
/** The callee begins to talk where nothing is said for 0.6 seconds. */
const SOONER_MS = 500;
const LATER_MS = 4_000;

let llm: FakeLlm;
let service: OwnService & OwnCalls;
let assistant: Assistant;
beforeAll(async () => {
  llm = await startFakeLlm();
  const environment = async () => ({ OPENAI_API_KEY: keyOf('openai'), OPENAI_BASE_URL: llm.baseUrls.openai });
  const own = await startOwnService({ environment });
  service = { ...own, ...(await callsOf(own)) };
  const words = { first_message: 'Hello?', system_prompt: 'Be brief.' };
  assistant = await service.assistant('custom', { provider: 'openai', model: 'gpt-4.1-mini', ...words });
});
afterAll(async () => {
  await service?.stop();
  await llm?.stop();
});

const linesOf = (file: string): Record<string, unknown>[] =>
  readFileSync(join(service.stateDir, file), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

/** A call on which the model pauses that long after the first sentence of its first reply. */
const callWith = async (sentencePauseMs: number): Promise<Call> => {
  let replies = 0;
  llm.will((asked) => {
    if (asksForExtraction(asked)) return { text: summaryAlone('They talked.') };
    replies += 1;
    return replies === 1 ? { text: `${FIRST} ${SECOND}`, sentencePauseMs } : { text: GOODBYE };
  });
  const contact = await service.contact(calleePhone());
  await service.callAll(assistant, [contact]);
  return service.concludedCall({ contactId: contact.id });
};

/** When the carrier was told to say something, by turn and part. */
const spokenOn = ({ call_control_id }: Call): Map<string, number> =>
  new Map(
    (linesOf('carrier.jsonl') as unknown as CarrierCommand[])
      .filter((line) => line.command === 'speak' && line.call_control_id === call_control_id)
      .map(({ command_id, at }) => [command_id.replace(/^.*-speak-/, ''), Date.parse(at)]),
  );

const latenciesOf = ({ id }: Call): unknown[] =>
  linesOf(SERVICE_LOG_FILE)
    .filter((line) => line.call_id === id && 'turn_latency_ms' in line)
    .map((line) => line.turn_latency_ms);

test('a reply is begun before the model has written it, and the other party does not wait for the rest', async () => {
  const call = await callWith(SOONER_MS);
  const spoken = spokenOn(call);
  const [firstMs = 0, secondMs = 0] = [spoken.get('3'), spoken.get('3-1')];
  expect(secondMs - firstMs).toBeGreaterThanOrEqual(SOONER_MS);
  expect(call.transcript[2]).toEqual({ role: 'assistant', text: `${FIRST} ${SECOND}`, at: expect.any(String) });
  const [latencyMs] = latenciesOf(call);
  expect(latencyMs).toBeLessThan(SOONER_MS);
  expect(latenciesOf(call)).toHaveLength(2);
});

test('somebody who talks between two sentences does not hear the second, nor is it in the transcript', async () => {
  const call = await callWith(LATER_MS);
  expect([...spokenOn(call).keys()].filter((name) => name.startsWith('3'))).toEqual(['3']);
  expect(call.transcript[2]).toMatchObject({ role: 'assistant', text: FIRST, interrupted: true });
  expect(call.transcript.map(({ text }) => text)).not.toContainEqual(expect.stringContaining(SECOND));
  const others = call.transcript.filter((_, index) => index !== 2);
  for (const line of others) expect(line).not.toHaveProperty('interrupted');
});
