import { beforeAll, expect, test } from '@jest/globals';
import { SECOND_MS } from '#shared/domain/time.ts';
import { runCampaign } from '#shared/engine/campaign/run.ts';
import { SILENT_LOG } from '#shared/ports/log.ts';
import { keys } from '#shared/store/keys.ts';
import type { TableWriter, UpdateOperation, WriteOperation } from '#shared/store/table/table.ts';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import { callerOf } from '#test/harness/given/caller.ts';
import { DIAL_LIMITS } from '#test/harness/given/dial-limits.ts';
import { withOwnConnection } from '#test/harness/stack/own-connection.ts';
import { testTable } from '#test/harness/stack/table.ts';

/** Dials of several seconds. */
const CONTACTS = 90;
const dialsPk = keys.dialsInSecond(0).pk;
const nobody = { send: async () => undefined };

let account: TestAccount;
beforeAll(async () => {
  account = await newAccount();
});

const isOfDials = (operation: WriteOperation): operation is UpdateOperation =>
  'update' in operation && operation.update.pk === dialsPk;

const isClaim = (operations: WriteOperation[]): boolean =>
  operations.some((operation) => 'put' in operation && operation.put.pk.startsWith('CALL#'));

/** Dials of each second that were reserved and not given back. */
const countingDials = (table: TableWriter) => {
  const reserved = new Map<string, number>();
  const note = ({ update, add }: UpdateOperation): void => {
    reserved.set(update.sk, (reserved.get(update.sk) ?? 0) + (add?.dials ?? 0));
  };
  const counting: TableWriter = {
    ...table,
    async write(operation) {
      await table.write(operation);
      if (isOfDials(operation)) note(operation);
    },
    async transact(operations) {
      await table.transact(operations);
      operations.filter(isOfDials).forEach(note);
    },
  };
  return { table: counting, left: () => [...reserved.values()].filter((dials) => dials > 0) };
};

const run = async (table: TableWriter): Promise<void> => {
  const { accountId, given } = account;
  const { id } = await given.campaignWith(await given.contacts(CONTACTS), { maxConcurrentCalls: CONTACTS });
  const now = new Date(Math.ceil(Date.now() / SECOND_MS) * SECOND_MS);
  const ports = {
    table,
    dialQueue: nobody,
    campaignQueue: nobody,
    checkTranscriber: () => null,
    limits: DIAL_LIMITS,
    log: SILENT_LOG,
    clock: () => now,
  };
  const request = { campaignId: id, by: callerOf(accountId), executionId: 'run_1', maxCalls: null, dryRun: false };
  await runCampaign(ports, { ...request, now });
};

test('dials of other seconds are given back when one reservation fails', async () => {
  const { table, left } = countingDials(withOwnConnection(testTable()));
  const anotherIsMade = Promise.withResolvers<void>();
  let isFirst = true;
  const write: TableWriter['write'] = async (operation) => {
    if (isOfDials(operation) && isFirst) {
      isFirst = false;
      await anotherIsMade.promise;
      throw new Error('No reservation.');
    }
    await table.write(operation);
    anotherIsMade.resolve();
  };
  await expect(run({ ...table, write })).rejects.toThrow('No reservation.');
  expect([isFirst, left()]).toEqual([false, []]);
});

test('dials of other seconds are given back when those of one cannot be', async () => {
  const { table, left } = countingDials(withOwnConnection(testTable()));
  const lost: number[] = [];
  const transact: TableWriter['transact'] = async (operations) => {
    if (isClaim(operations)) throw new Error('No claim.');
    const [dials] = operations.filter(isOfDials);
    if (dials && lost.length === 0) {
      lost.push(-(dials.add?.dials ?? 0));
      throw new Error('None given back.');
    }
    return table.transact(operations);
  };
  await expect(run({ ...table, transact })).rejects.toThrow('No claim.');
  expect(left()).toEqual(lost);
});
