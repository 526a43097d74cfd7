import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { workers } from '#infra/catalog.ts';
import { SERVICE_LOG_FILE } from '#infra/local/process/service-log.ts';
import { newAccount } from '#test/harness/given/account.ts';
import { CALLEE } from '#test/harness/given/phones.ts';
import { receiverFor } from '#test/harness/given/webhooks.ts';
import { stack } from '#test/harness/stack/environment.ts';
import { callConcluded, campaignBecomes } from '#test/harness/wait-for.ts';

/**
 * Logs are paid by the byte, and nobody looks at what one call logs: 10 KB for each of 1,000 calls cost half a cent, so
 * that logs stay beneath what the calls' messages cost.
 */
const BYTES_PER_CALL_MAX = { answered: 10_000, unanswered: 1_000 };
const THINGS_SAID = 9;
const CALLS = 4;

const OF_CALLS = new Set(['receiveCallEvent', ...workers.map(({ id }) => id)]);

const logLines = (): string[] => readFileSync(join(stack().state_dir, SERVICE_LOG_FILE), 'utf8').trim().split('\n');

const isOfCalls = (line: string): boolean => OF_CALLS.has((JSON.parse(line) as { function?: string }).function ?? '');

/** What the functions that make, follow and conclude calls write into the log, for each of a campaign's calls. */
const bytesPerCall = async (ending: string): Promise<number> => {
  const account = await newAccount();
  const receiver = await receiverFor(account);
  const contacts = await account.given.callees(Array.from({ length: CALLS }, () => ending));
  const campaign = await account.given.campaignWith(contacts);
  const before = logLines().length;
  const { calls } = await account.api.runCampaign({ id: campaign.id });
  await campaignBecomes(account, campaign.id, 'completed');
  const answered = ending === CALLEE.answers ? calls : [];
  for (const { id } of answered) {
    const { transcript } = await callConcluded(account, id);
    expect(transcript?.length).toBeGreaterThanOrEqual(THINGS_SAID);
  }
  expect(receiver.received.length).toBeGreaterThan(0);
  const lines = logLines().slice(before).filter(isOfCalls);
  return lines.reduce((sum, line) => sum + Buffer.byteLength(line) + 1, 0) / CALLS;
};

test('an answered call with nine things said logs a bounded number of bytes', async () => {
  expect(await bytesPerCall(CALLEE.answers)).toBeLessThanOrEqual(BYTES_PER_CALL_MAX.answered);
});

test('a call that nobody answers logs next to nothing', async () => {
  expect(await bytesPerCall(CALLEE.doesNotAnswer)).toBeLessThanOrEqual(BYTES_PER_CALL_MAX.unanswered);
});
