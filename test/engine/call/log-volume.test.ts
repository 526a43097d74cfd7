import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { workers } from '#infra/catalog.ts';
import { SERVICE_LOG_FILE } from '#infra/local/process/service-log.ts';
import { MEASURED_CALL } from '#infra/sizes/rates.ts';
import type { Assistant } from '#shared/schemas/assistant.ts';
import { eventually } from '#test/harness/eventually.ts';
import { callsOf, type OwnCalls } from '#test/harness/given/calls/own-calls.ts';
import { CALLEE, calleePhone } from '#test/harness/given/phones.ts';
import { receiverFor } from '#test/harness/given/webhooks.ts';
import { type OwnService, startOwnService } from '#test/harness/stack/own-service.ts';

/**
 * Logs are paid by the byte, and each message and each step of a call has a line with its id: 30 KB for each of 1,000
 * calls cost 1.6 cents, so that logs stay beneath what the calls' messages cost.
 */
const BYTES_PER_CALL_MAX = { answered: 30_000, unanswered: 6_000 };
const THINGS_SAID = 9;
const CALLS = 4;
/** Of what sizes are computed from: steps of a campaign, above all, come together by chance. */
const SIZES_TOLERANCE = 0.25;

const OF_CALLS = new Set(['receiveCallEvent', ...workers.map(({ id }) => id)]);

let service: OwnService & OwnCalls;
let assistant: Assistant;
let received: unknown[];
// Other suites' calls and a database that fails would write into the log of a shared service.
beforeAll(async () => {
  const own = await startOwnService({ environment: async () => ({}) });
  service = { ...own, ...(await callsOf(own)) };
  assistant = await service.assistant('custom', {});
  ({ received } = await receiverFor({ api: own.client, slug: own.accountSlug }));
});
afterAll(() => service?.stop());

const logLines = (): string[] => readFileSync(join(service.stateDir, SERVICE_LOG_FILE), 'utf8').trim().split('\n');

const isOfCalls = (line: string): boolean => OF_CALLS.has((JSON.parse(line) as { function?: string }).function ?? '');

/** Answers the contacts called, and what the functions that make, follow and conclude a call write for each of them. */
const callAll = async (ending: string) => {
  const contacts = await Promise.all(Array.from({ length: CALLS }, () => service.contact(calleePhone(ending))));
  const before = { lines: logLines().length, events: received.length };
  await service.callAll(assistant, contacts);
  const bytesPerCall = () => {
    const lines = logLines().slice(before.lines).filter(isOfCalls);
    return lines.reduce((sum, line) => sum + Buffer.byteLength(line) + 1, 0) / CALLS;
  };
  expect(received.length).toBeGreaterThan(before.events);
  const linesOf = (id: string): number =>
    logLines()
      .slice(before.lines)
      .map((line) => JSON.parse(line) as { function?: string; message?: string })
      .filter((line) => line.function === id && (line.message === 'message' || line.message === 'request')).length;
  return { contacts, bytesPerCall, timesPerCall: (id: string) => linesOf(id) / CALLS };
};

test('an answered call with nine things said logs a bounded number of bytes, and runs what sizes are computed from', async () => {
  const { contacts, bytesPerCall, timesPerCall } = await callAll(CALLEE.answers);
  const seconds: number[] = [];
  for (const { id } of contacts) {
    const { transcript, duration_secs } = await service.concludedCall({ contactId: id });
    expect(transcript?.length).toBeGreaterThanOrEqual(THINGS_SAID);
    seconds.push(duration_secs ?? 0);
  }
  // What the page of sizes is computed from.
  const mean = seconds.reduce((sum, each) => sum + each, 0) / CALLS;
  expect(Math.abs(mean / MEASURED_CALL.seconds - 1)).toBeLessThanOrEqual(SIZES_TOLERANCE);
  // A run writes its line when it is over, after what it did can be read.
  await eventually(() => {
    for (const [id, times] of Object.entries(MEASURED_CALL.runs))
      expect([id, Math.abs(timesPerCall(id) / times - 1) <= SIZES_TOLERANCE]).toEqual([id, true]);
  });
  expect(bytesPerCall()).toBeLessThanOrEqual(BYTES_PER_CALL_MAX.answered);
});

test('a call that nobody answers logs a fifth of that', async () => {
  const { bytesPerCall } = await callAll(CALLEE.doesNotAnswer);
  expect(bytesPerCall()).toBeGreaterThan(0);
  expect(bytesPerCall()).toBeLessThanOrEqual(BYTES_PER_CALL_MAX.unanswered);
});
