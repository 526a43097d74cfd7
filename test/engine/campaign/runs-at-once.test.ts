import { expect, test } from '@jest/globals';
import { fillSlots } from '#shared/engine/campaign/planning/fill-slots.ts';
import { runCampaign } from '#shared/engine/campaign/run.ts';
import { SILENT_LOG } from '#shared/ports/log.ts';
import type { ClaimMessage, DialMessage } from '#shared/schemas/messages.ts';
import { getCalls } from '#shared/store/call/calls.ts';
import { type CampaignControl, getControl } from '#shared/store/campaign/campaigns.ts';
import { connectionPool, readPermitsOf } from '#shared/store/limits/call-permits.ts';
import type { TableWriter, WriteOperation } from '#shared/store/table/table.ts';
import { newAccount } from '#test/harness/given/account.ts';
import { callerOf } from '#test/harness/given/caller.ts';
import { DIAL_LIMITS } from '#test/harness/given/dial-limits.ts';
import { withOwnConnection } from '#test/harness/stack/own-connection.ts';
import { testTable } from '#test/harness/stack/table.ts';

const CONTACTS = 60;
const SLOTS = 30;
const nobody = { send: async () => undefined };

/** A table that also counts the connection's dials that were reserved and not given back. */
const countingDials = (table: TableWriter) => {
  let reserved = 0;
  const note = (operations: WriteOperation[]): void => {
    for (const operation of operations)
      if ('update' in operation && operation.update.pk.startsWith(connectionPool))
        reserved += operation.add?.dials ?? 0;
  };
  return {
    reserved: () => reserved,
    table: {
      ...table,
      async write(operation: Parameters<TableWriter['write']>[0]) {
        await table.write(operation);
        note([operation]);
      },
      async transact(operations: WriteOperation[]) {
        await table.transact(operations);
        note(operations);
      },
    },
  };
};

/** Several clients run one campaign at once, and then the engine fills what they have left to it. */
const runAtOnce = async (runs: number) => {
  const { accountId, given } = await newAccount();
  const contacts = await given.contacts(CONTACTS);
  const { id } = await given.campaignWith(contacts, { maxConcurrentCalls: SLOTS });
  const { table, reserved } = countingDials(withOwnConnection(testTable()));
  const claims: ClaimMessage[] = [];
  const ports = {
    table,
    dialQueue: { send: async (sent: DialMessage[]) => void claims.push(...(sent as ClaimMessage[])) },
    campaignQueue: nobody,
    checkTranscriber: () => null,
    limits: DIAL_LIMITS,
    log: SILENT_LOG,
    clock: () => new Date(),
  };
  const request = { campaignId: id, by: callerOf(accountId), maxCalls: null, dryRun: false, now: new Date() };
  const run = (at: number) => runCampaign(ports, { ...request, executionId: `run_${at}` });
  const reports = await Promise.allSettled(Array.from({ length: runs }, (_, at) => run(at)));
  const named = reports.flatMap((report) => (report.status === 'fulfilled' ? report.value.calls : []));
  const namedOnce = new Set(named.map((call) => call.id)).size === named.length;
  await fillSlots(ports, (await getControl(table, id)) as CampaignControl, [], new Date());
  const claimed = await getCalls(
    table,
    claims.map(({ call_id }) => call_id),
  );
  return {
    refused: reports.flatMap((report) => (report.status === 'rejected' ? [String(report.reason)] : [])),
    namedOnce,
    slots: (await readPermitsOf(table, (await getControl(table, id)) as CampaignControl)).length,
    queued: new Set(claims.map(({ call_id }) => call_id)).size,
    /** Permits of the account, each held once. */
    permits: new Set(claimed.map((call) => call?.channel)).size,
    reserved: reserved(),
  };
};

test.each([1, 2, 10, 20])(
  '%d runs at once name their calls once, fill the slots with the engine, and use up no dials of the rate',
  async (runs) => {
    const all = { namedOnce: true, slots: SLOTS, queued: SLOTS, permits: SLOTS, reserved: SLOTS };
    expect(await runAtOnce(runs)).toEqual({ refused: [], ...all });
  },
);
