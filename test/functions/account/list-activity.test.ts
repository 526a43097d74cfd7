import { beforeAll, describe, expect, test } from '@jest/globals';
import { ACTIVITY_ACTIONS } from '#shared/domain/account/activity.ts';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import { statusOf, wrongFieldsOf } from '#test/harness/refusals.ts';

let account: TestAccount;
beforeAll(async () => {
  account = await newAccount();
});

describe('list', () => {
  let own: TestAccount;
  beforeAll(async () => {
    own = await newAccount();
    for (let time = 0; time < 3; time++) {
      await own.api.stopCalls({});
      await own.api.resumeCalls({});
    }
  });

  test('newest first, and by action', async () => {
    const all = await own.api.listActivity();
    expect(all).toMatchObject({ count: 8, count_is_exact: true, next_cursor: null, limit: 50, offset: 0 });
    const times = all.activity.map(({ at }) => at);
    expect(times).toEqual(times.toSorted().reverse());
    const stops = await own.api.listActivity({ action: 'calls.stopped' });
    expect(stops.count).toBe(3);
    expect(stops.activity).toEqual(all.activity.filter(({ action }) => action === 'calls.stopped'));
    for (const action of ACTIVITY_ACTIONS) expect(await statusOf(own.api.listActivity({ action }))).toBe(200);
  });

  test('by cursor, which shows every row once although more is done meanwhile', async () => {
    const first = await own.api.listActivity({ limit: 3 });
    await own.api.stopCalls({});
    await own.api.resumeCalls({});
    const second = await own.api.listActivity({ limit: 3, cursor: first.next_cursor ?? '' });
    const third = await own.api.listActivity({ limit: 3, cursor: second.next_cursor ?? '' });
    const walked = [first, second, third].flatMap(({ activity }) => activity);
    expect(new Set(walked.map(({ id }) => id)).size).toBe(8);
    expect([second.count, third.count, third.next_cursor]).toEqual([first.count, first.count, null]);
    expect((await own.api.listActivity({ limit: 3, offset: 2 })).activity).toEqual(first.activity);
  });

  test('400 for cursor and offset together, a cursor of another list, and an unknown action', async () => {
    const { next_cursor: cursor } = await own.api.listActivity({ limit: 1 });
    expect(await wrongFieldsOf(own.api.listActivity({ limit: 1, cursor: cursor ?? '', offset: 0 }))).toEqual([
      'offset',
    ]);
    const foreign = account.api.listActivity({ limit: 1, cursor: cursor ?? '' });
    expect(await wrongFieldsOf(foreign)).toEqual(['cursor']);
    const other = own.api.listActivity({ action: 'calls.stopped', cursor: cursor ?? '' });
    expect(await wrongFieldsOf(other)).toEqual(['cursor']);
    expect(await wrongFieldsOf(own.api.listActivity({ action: 'calls.begun' as never }))).toEqual(['action']);
  });

  test('of the own account alone', async () => {
    const other = await newAccount();
    expect((await other.api.listActivity()).count).toBe(2);
  });
});
