import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Assistant } from '#shared/schemas/assistant.ts';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import { FORBIDDEN, refusalOf, statusOf, wrongFieldsOf } from '#test/harness/refusals.ts';

let account: TestAccount;
let first: Assistant;
let second: Assistant;
let numberIds: string[];
beforeAll(async () => {
  account = await newAccount();
  first = await account.given.assistant({ name: 'First' });
  second = await account.given.assistant({ name: 'Second' });
  numberIds = (await Promise.all([1, 2, 3].map(() => account.given.number()))).map(({ id }) => id);
});

const assign = (assistantId: string, phoneNumberIds: string[]) =>
  account.api.assignPhoneNumbers({ assistantId, accountSlug: account.slug, phoneNumberIds });

/** Which assistant answers each of the three numbers. */
const assignments = async (): Promise<unknown[]> => {
  const body = await account.api.listPhoneNumbers({ teamId: account.teamId });
  return numberIds.map((id) => body.numbers.find((number) => number.id === id)?.assistant_name);
};

const [A, B, C] = [0, 1, 2];
const ids = (...places: (number | undefined)[]): string[] => places.map((place) => numberIds[place ?? 0] ?? '');

describe('200', () => {
  test('each assignment replaces the one before it, and an empty list removes all', async () => {
    expect(await assign(first.id, ids(A, B))).toEqual({ success: true });
    expect(await assignments()).toEqual(['First', 'First', null]);
    await assign(first.id, ids(B, C));
    expect(await assignments()).toEqual([null, 'First', 'First']);
    await assign(first.id, []);
    expect(await assignments()).toEqual([null, null, null]);
  });

  test('a number that another assistant had moves', async () => {
    await assign(first.id, ids(A, B, C));
    await assign(second.id, ids(B));
    expect(await assignments()).toEqual(['First', 'Second', 'First']);
    await Promise.all([assign(first.id, []), assign(second.id, [])]);
  });

  test('the same number twice in the list counts once', async () => {
    await assign(first.id, ids(A, A));
    expect(await assignments()).toEqual(['First', null, null]);
  });

  test('the same assignment twice changes nothing', async () => {
    await assign(second.id, ids(C));
    await assign(second.id, ids(C));
    expect((await assignments())[C ?? 0]).toBe('Second');
  });

  test('two assistants that take the same numbers at once leave each number with one of them', async () => {
    await Promise.all([assign(first.id, ids(A, B, C)), assign(second.id, ids(C, B, A))]);
    for (const name of await assignments()) expect(['First', 'Second']).toContain(name);
  });
});

describe('400', () => {
  test.each<[string, string[], string[]]>([
    ['missing', undefined as never, ['phoneNumberIds']],
    ['text', 'num_1' as never, ['phoneNumberIds']],
    ['a list with a number in it', ['num_1', 5 as never], ['phoneNumberIds.1']],
  ])('phoneNumberIds as %s is refused', async (_, phoneNumberIds, paths) => {
    expect(await wrongFieldsOf(assign(first.id, phoneNumberIds))).toEqual(paths);
  });
});

describe('403 and 404', () => {
  test('a number or an assistant of another account is forbidden, and nothing is assigned', async () => {
    const other = await newAccount();
    const foreign = { number: await other.given.number(), assistant: await other.given.assistant() };
    const before = await assignments();
    expect(await refusalOf(assign(first.id, [...ids(A), foreign.number.id]))).toEqual(FORBIDDEN);
    expect(await refusalOf(assign(foreign.assistant.id, ids(A)))).toEqual(FORBIDDEN);
    expect(await assignments()).toEqual(before);
  });

  test('with one unknown number nothing is assigned', async () => {
    await assign(first.id, []);
    const before = await assignments();
    expect(await statusOf(assign(first.id, [...ids(A), 'num_unknown']))).toBe(404);
    expect(await assignments()).toEqual(before);
  });
});
