import { expect, test } from '@jest/globals';
import { runCampaign } from '#shared/engine/campaign/run.ts';
import type { ClaimMessage, DialMessage } from '#shared/schemas/messages.ts';
import { getCalls } from '#shared/store/calls.ts';
import { connectionPool } from '#shared/store/limits/call-permits.ts';
import { readSlots } from '#shared/store/limits/campaign-slots.ts';
import { readDials } from '#shared/store/limits/dial-rate.ts';
import type { TableReader } from '#shared/store/table/table.ts';
import { newAccount } from '#test/harness/given/account.ts';
import { withOwnConnection } from '#test/harness/stack/own-connection.ts';
import { testTable } from '#test/harness/stack/table.ts';

const CONTACTS = 60;
const SLOTS = 30;
/** A reservation whose reply is lost is repeated; what it reserved twice is lost with its second. */
const RESERVED_TWICE_MAX = 12;
/** Longer than any of these tests. */
const LOOKED_AT_SECONDS = 60;

const nobody = { send: async () => undefined };

/** All dials that are reserved on the connection since the time. */
const reservedSince = async (table: TableReader, since: Date): Promise<number> => {
  const first = Math.floor(since.getTime() / 1000);
  const seconds = Array.from({ length: LOOKED_AT_SECONDS }, (_, at) => ({
    pool: connectionPool,
    epochSecond: first + at,
  }));
  return (await readDials(table, seconds)).reduce((sum, { dials }) => sum + dials, 0);
};

/** Several clients run one campaign at once; nothing but the runs claims calls. */
const runAtOnce = async (runs: number) => {
  const { given } = await newAccount();
  const contacts = await given.contacts(CONTACTS);
  const { id } = await given.campaignWith(contacts, { maxConcurrentCalls: SLOTS });
  const table = withOwnConnection(testTable());
  const claims: ClaimMessage[] = [];
  const ports = {
    table,
    dialQueue: { send: async (sent: DialMessage[]) => void claims.push(...(sent as ClaimMessage[])) },
    campaignQueue: nobody,
    checkTranscriber: () => null,
    limits: {
      maxConcurrentCallsPerAccount: 100,
      maxDialsPerSecond: 30,
      connectionMaxConcurrentCalls: null,
      connectionMaxDialsPerSecond: 30,
    },
    clock: () => new Date(),
  };
  const begin = new Date();
  const run = (at: number) =>
    runCampaign(ports, { campaignId: id, executionId: `run_${at}`, maxCalls: null, dryRun: false, now: new Date() });
  const started = Date.now();
  const reports = await Promise.allSettled(Array.from({ length: runs }, (_, at) => run(at)));
  const named = reports.flatMap((report) => (report.status === 'fulfilled' ? report.value.calls : []));
  const claimed = await getCalls(
    table,
    claims.map(({ call_id }) => call_id),
  );
  console.error('FIG', runs, named.length, await reservedSince(table, begin), Date.now() - started);
  return {
    refused: reports.flatMap((report) => (report.status === 'rejected' ? [String(report.reason)] : [])),
    named: named.length,
    slots: (await readSlots(table, id)).length,
    queued: new Set(claims.map(({ call_id }) => call_id)).size,
    /** Permits of the account, each held once. */
    permits: new Set(claimed.map((call) => call?.channel)).size,
    reserved: await reservedSince(table, begin),
  };
};

test.each([1, 2, 10, 20])(
  '%d runs at once fill the slots, name their calls, and use up no dials of the rate',
  async (runs) => {
    const { reserved, ...found } = await runAtOnce(runs);
    expect(found).toEqual({ refused: [], named: SLOTS, slots: SLOTS, queued: SLOTS, permits: SLOTS });
    expect(reserved).toBeGreaterThanOrEqual(SLOTS);
    expect(reserved).toBeLessThanOrEqual(SLOTS + RESERVED_TWICE_MAX);
  },
);
