import { describe, expect, test } from '@jest/globals';
import { newAccount } from '#test/harness/given/account.ts';
import { FORBIDDEN, refusalOf, statusOf, wrongFieldsOf } from '#test/harness/refusals.ts';

describe('200', () => {
  test('a bought number is listed with who bought it, and unassigned', async () => {
    const account = await newAccount();
    const bought = await account.given.number();
    expect(await account.api.listPhoneNumbers({ teamId: account.teamId })).toEqual({
      success: true,
      count: 1,
      numbers: [
        {
          id: bought.id,
          phone_number: bought.phone_number,
          provider: 'simulated',
          status: 'active',
          is_trial: false,
          trial_expires_at: null,
          assistant_id: null,
          assistant_name: null,
          created_by_email: 'olive@acme.example',
          created_by_name: 'Olive Owner',
          created_at: expect.stringMatching(/Z$/),
        },
      ],
    });
  });

  test('an assigned number names its assistant', async () => {
    const account = await newAccount();
    const number = await account.given.number();
    const assistant = await account.given.assistant({ name: 'Front desk' });
    await account.api.assignPhoneNumbers({
      assistantId: assistant.id,
      accountSlug: account.slug,
      phoneNumberIds: [number.id],
    });
    const { numbers } = await account.api.listPhoneNumbers({ teamId: account.teamId });
    expect(numbers[0]).toMatchObject({ assistant_id: assistant.id, assistant_name: 'Front desk' });
  });

  test('a trial number shows when it ends', async () => {
    const account = await newAccount({ plan: 'free' });
    const bought = await account.given.number();
    const { numbers } = await account.api.listPhoneNumbers({ teamId: account.teamId });
    expect(numbers[0]).toMatchObject({ id: bought.id, is_trial: true, trial_expires_at: expect.stringMatching(/Z$/) });
  });

  test('numbers come newest first', async () => {
    const account = await newAccount();
    const ids: string[] = [];
    for (let n = 0; n < 3; n++) ids.push((await account.given.number()).id);
    const body = await account.api.listPhoneNumbers({ teamId: account.teamId });
    expect([body.numbers.map(({ id }) => id), body.count]).toEqual([ids.reverse(), 3]);
  });

  test('an account without numbers has an empty list', async () => {
    const account = await newAccount();
    const body = await account.api.listPhoneNumbers({ teamId: account.teamId });
    expect(body).toEqual({ success: true, numbers: [], count: 0 });
  });
});

describe('400, 403 and 404', () => {
  test('teamId is required, must exist and must be of this account', async () => {
    const [account, other] = await Promise.all([newAccount(), newAccount()]);
    expect(await wrongFieldsOf(account.api.listPhoneNumbers({} as never))).toEqual(['teamId']);
    expect(await statusOf(account.api.listPhoneNumbers({ teamId: 'team_unknown' }))).toBe(404);
    expect(await refusalOf(account.api.listPhoneNumbers({ teamId: other.teamId }))).toEqual(FORBIDDEN);
  });
});
