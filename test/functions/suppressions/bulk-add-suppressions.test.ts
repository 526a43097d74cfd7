import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { activityOf } from '#test/harness/activity.ts';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import { calleePhone } from '#test/harness/given/phones.ts';
import { importNumbers, listSuppressions, shownOf, suppress } from '#test/harness/given/suppressions.ts';
import { expectRefused, statusOf, wrongFieldsOf } from '#test/harness/refusals.ts';

const MANY = 1_000;

let account: TestAccount;
beforeAll(async () => {
  account = await newAccount();
});

/** Numbers that no two tests share, and that end alike. */
const numbersFrom = (areaCode: number, count: number) =>
  Array.from({ length: count }, (_, at) => ({ phone: `+1${areaCode}2${String(at).padStart(4, '0')}01` }));

describe('200', () => {
  test('good rows are added, the known present, bad ones explained, each at its place', async () => {
    const [fresh, known] = [calleePhone(), calleePhone()];
    const before = await suppress(account, known, 'By hand');
    const body = await importNumbers(account, [
      { phone: fresh, note: 'From the list' },
      { phone: '555' },
      { phone: known, note: 'From the list' },
      { phone: fresh, note: 'Twice' },
      'not a row',
      null,
      { note: 'No number' },
      { phone: calleePhone(), note: 7 },
    ]);
    expect([body.added, body.present, body.failed]).toEqual([1, 2, 5]);
    expect(body.results.map(({ index, success, error }) => [index, success, error])).toEqual([
      [0, true, null],
      [1, false, expect.stringContaining('phone: must be a phone number')],
      [2, true, null],
      [3, true, null],
      [4, false, expect.stringContaining('must be an object')],
      [5, false, expect.stringContaining('must be an object')],
      [6, false, 'phone: is required'],
      [7, false, expect.stringContaining('note')],
    ]);
    expect(await shownOf(account, fresh)).toMatchObject({ reason: 'import', note: 'From the list' });
    expect(await shownOf(account, known)).toEqual(before);
  });

  test('1,000 are added, listed, and noted without any number; repeated they are all present', async () => {
    const own = await newAccount();
    const numbers = numbersFrom(212, MANY);
    expect(await importNumbers(own, numbers)).toMatchObject({ added: MANY, present: 0, failed: 0 });
    expect(await importNumbers(own, numbers)).toMatchObject({ added: 0, present: MANY, failed: 0 });
    expect((await listSuppressions(own)).count).toBe(MANY);
    const noted = await activityOf(own, { action: 'suppression.added' });
    const counted = noted.map(({ summary }) => Number(/(\d+) number/.exec(summary)?.[1]));
    expect(counted.reduce((sum, each) => sum + each, 0)).toBe(MANY);
    expect(JSON.stringify(noted)).not.toContain('12122');
  });

  test('requests at once with the same numbers in different orders add each of them once', async () => {
    const own = await newAccount();
    const numbers = numbersFrom(213, 150);
    const bodies = [numbers, numbers.toReversed(), numbers.slice(50), numbers.slice(0, 100)];
    const answers = await Promise.all(bodies.map((some) => importNumbers(own, some)));
    expect(answers.map(({ failed }) => failed)).toEqual([0, 0, 0, 0]);
    expect(answers.reduce((sum, { added }) => sum + added, 0)).toBe(150);
    expect((await listSuppressions(own)).count).toBe(150);
  });

  test('an Idempotency-Key answers a repetition with the first reply, and another body with 409', async () => {
    const own = await newAccount();
    const key = { idempotencyKey: randomUUID() };
    const first = await importNumbers(own, numbersFrom(214, 3), key);
    expect(first.added).toBe(3);
    expect(await importNumbers(own, numbersFrom(214, 3), key)).toEqual(first);
    await expectRefused(importNumbers(own, numbersFrom(214, 4), key), 409, 'Idempotency-Key');
  });
});

describe('400, 403 and 404', () => {
  test.each<[string, unknown]>([
    ['no rows', []],
    ['too many', numbersFrom(215, MANY + 1)],
    ['no list', {}],
  ])('%s are refused as a whole', async (_, numbers) => {
    const { api, teamId } = account;
    expect(await wrongFieldsOf(api.bulkAddSuppressions({ teamId, numbers } as never))).toEqual(['numbers']);
  });

  test('a foreign team is forbidden, an unknown one does not exist', async () => {
    const other = await newAccount();
    const add = (teamId: string) => importNumbers({ api: account.api, teamId }, [{ phone: calleePhone() }]);
    expect(await statusOf(add(other.teamId))).toBe(403);
    expect(await statusOf(add('team_unknown'))).toBe(404);
    expect((await listSuppressions(other)).count).toBe(0);
  });
});
