import { beforeEach, expect, test } from '@jest/globals';
import { reserveDials } from '#shared/engine/call/dialling/dial-rate.ts';
import { accountPool, connectionPool } from '#shared/store/limits/call-permits.ts';
import { readDials } from '#shared/store/limits/dial-rate.ts';
import type { TableWriter } from '#shared/store/table/table.ts';
import { DIAL_LIMITS } from '#test/harness/given/dial-limits.ts';
import { withOwnConnection } from '#test/harness/stack/own-connection.ts';
import { testTable } from '#test/harness/stack/table.ts';

const SECOND = 1_800_000_000;

let table: TableWriter;
let account_id: string;
beforeEach(() => {
  table = withOwnConnection(testTable());
  account_id = `acct_${crypto.randomUUID()}`;
});

const reserve = (maxDialsPerSecond: number, connectionMaxDialsPerSecond: number, dials = 1) => {
  const limits = { ...DIAL_LIMITS, maxDialsPerSecond, connectionMaxDialsPerSecond };
  return reserveDials({ table, limits }, { account_id, campaign_id: 'camp_1' }, SECOND, dials);
};

const reserved = async () => {
  const pools = [accountPool(account_id), connectionPool];
  const found = await readDials(
    table,
    pools.map((pool) => ({ pool, epochSecond: SECOND })),
  );
  return found.map(({ dials }) => dials);
};

test.each([
  ['the account', 2, 9],
  ['the connection', 9, 2],
])('where %s has the narrower limit, dials beyond it are reserved of neither', async (_, ofAccount, ofConnection) => {
  const answers = [];
  for (let dial = 0; dial < 4; dial++) answers.push(await reserve(ofAccount, ofConnection));
  expect(answers).toEqual([true, true, false, false]);
  expect(await reserved()).toEqual([2, 2]);
});

test('what the narrower limit gave is given back when the wider one is used up by others', async () => {
  expect(await reserve(9, 9, 5)).toBe(true);
  expect(await reserve(5, 9)).toBe(false);
  expect(await reserved()).toEqual([5, 5]);
  const other = { account_id: `acct_${crypto.randomUUID()}`, campaign_id: 'camp_2' };
  const limits = { ...DIAL_LIMITS, maxDialsPerSecond: 4, connectionMaxDialsPerSecond: 6 };
  expect(await reserveDials({ table, limits }, other, SECOND, 4)).toBe(false);
  const [ofOther] = await readDials(table, [{ pool: accountPool(other.account_id), epochSecond: SECOND }]);
  expect(ofOther?.dials).toBe(0);
  expect(await reserved()).toEqual([5, 5]);
});
