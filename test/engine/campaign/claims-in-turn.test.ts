import { expect, test } from '@jest/globals';
import { SECOND_MS } from '#shared/domain/time.ts';
import { runCampaign } from '#shared/engine/campaign/run.ts';
import { SILENT_LOG } from '#shared/ports/log.ts';
import type { ClaimMessage, DialMessage } from '#shared/schemas/messages.ts';
import { getCalls } from '#shared/store/call/calls.ts';
import type { WriteOperation } from '#shared/store/table/table.ts';
import { newAccount } from '#test/harness/given/account.ts';
import { callerOf } from '#test/harness/given/caller.ts';
import { DIAL_LIMITS } from '#test/harness/given/dial-limits.ts';
import { withOwnConnection } from '#test/harness/stack/own-connection.ts';
import { testTable } from '#test/harness/stack/table.ts';

const CONTACTS = 90;
const TRANSACTION_MS = 500;
/** A message that comes later than this after its place needs another place. */
const LATE_MAX_SECONDS = 1;

test('messages of many claims come at their places in the rate, however long the claims take', async () => {
  const { accountId, given } = await newAccount();
  const contacts = await given.contacts(CONTACTS);
  const { id } = await given.campaignWith(contacts, { maxConcurrentCalls: CONTACTS });
  let nowMs = Math.ceil(Date.now() / SECOND_MS) * SECOND_MS;
  const own = withOwnConnection(testTable());
  const comesAt = new Map<string, number>();
  const ports = {
    table: {
      ...own,
      async transact(operations: WriteOperation[]) {
        await own.transact(operations);
        nowMs += TRANSACTION_MS;
      },
    },
    dialQueue: {
      async send(messages: DialMessage[], { delaySeconds = 0 } = {}) {
        for (const { call_id } of messages as ClaimMessage[]) comesAt.set(call_id, nowMs / SECOND_MS + delaySeconds);
      },
    },
    campaignQueue: { send: async () => undefined },
    checkTranscriber: () => null,
    limits: DIAL_LIMITS,
    log: SILENT_LOG,
    clock: () => new Date(nowMs),
  };
  const request = { campaignId: id, by: callerOf(accountId), executionId: 'run_1', maxCalls: null, dryRun: false };
  await runCampaign(ports, { ...request, now: ports.clock() });
  const calls = await getCalls(own, [...comesAt.keys()]);
  expect(calls).toHaveLength(CONTACTS);
  for (const call of calls) {
    const lateSeconds = (comesAt.get(call?.id ?? '') ?? 0) - (call?.dial_second ?? 0);
    expect(Math.abs(lateSeconds)).toBeLessThanOrEqual(LATE_MAX_SECONDS);
  }
});
