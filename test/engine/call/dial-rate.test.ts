import { beforeEach, expect, test } from '@jest/globals';
import { shortForm } from '#shared/domain/ids.ts';
import { reserveDials, returnDials } from '#shared/engine/call/dialling/dial-rate.ts';
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

const reserved = async (accountId = account_id) => {
  const { ofAccount, onConnection } = await readDials(table, accountId, [SECOND]);
  return [...ofAccount, ...onConnection].map(({ dials }) => dials);
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

test('what others have used up of the connection is reserved of neither', async () => {
  expect(await reserve(9, 9, 5)).toBe(true);
  expect(await reserve(5, 9)).toBe(false);
  expect(await reserved()).toEqual([5, 5]);
  const other = { account_id: `acct_${crypto.randomUUID()}`, campaign_id: 'camp_2' };
  const limits = { ...DIAL_LIMITS, maxDialsPerSecond: 4, connectionMaxDialsPerSecond: 6 };
  expect(await reserveDials({ table, limits }, other, SECOND, 4)).toBe(false);
  expect(await reserved(other.account_id)).toEqual([0, 5]);
  expect(await reserved()).toEqual([5, 5]);
});

test('each account and each of its holders has a counter of its own, and what is given back is free again', async () => {
  const limits = { ...DIAL_LIMITS, maxDialsPerSecond: 9, connectionMaxDialsPerSecond: 9 };
  const other = { account_id: `acct_${crypto.randomUUID()}`, campaign_id: null };
  expect(await reserve(9, 9, 3)).toBe(true);
  expect(await reserveDials({ table, limits }, other, SECOND, 2)).toBe(true);
  await returnDials({ table }, { account_id, campaign_id: 'camp_1' }, SECOND, 1);
  const { ofAccount, onConnection } = await readDials(table, account_id, [SECOND]);
  expect(ofAccount).toMatchObject([{ dials: 2, of: new Map([[shortForm('camp_1'), 2]]) }]);
  const ofAccounts = new Map([
    [shortForm(account_id), 2],
    [shortForm(other.account_id), 2],
  ]);
  expect(onConnection).toMatchObject([{ dials: 4, of: ofAccounts }]);
});
