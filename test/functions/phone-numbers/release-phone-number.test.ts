import { beforeAll, describe, expect, test } from '@jest/globals';
import { assignNumbers, beginRelease, getNumber } from '#shared/store/phone-numbers.ts';
import { commandsOf } from '#test/harness/carrier-log.ts';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import { buy, expectReleased, NUMBERS, recordOf } from '#test/harness/given/numbers.ts';
import { numberForSale } from '#test/harness/given/phones.ts';
import { refusalOf, remove } from '#test/harness/newer-replies.ts';
import { testTable } from '#test/harness/stack/table.ts';

const pathOf = (id: string): string => `/api/phone-numbers/${id}`;

let account: TestAccount;
beforeAll(async () => {
  account = await newAccount();
});

describe('200', () => {
  test('the number goes back to the carrier, stays listed as released, and counts no more', async () => {
    const own = await newAccount();
    const number = await own.given.number();
    const { status, body } = await remove(own, pathOf(number.id));
    expect([status, body]).toEqual([
      200,
      {
        success: true,
        phoneNumber: {
          id: number.id,
          phone_number: number.phone_number,
          provider: 'simulated',
          status: 'released',
          is_trial: false,
          trial_expires_at: null,
          assistant_id: null,
          assistant_name: null,
          created_by_email: 'olive@acme.example',
          created_by_name: 'Olive Owner',
          created_at: expect.stringMatching(/Z$/),
        },
      },
    ]);
    const listed = (await own.api.get(`${NUMBERS}?teamId=${own.teamId}`)).body;
    expect([listed.numbers, listed.count]).toEqual([[body.phoneNumber], 0]);
    await expectReleased(own, number);
    const commands = commandsOf({ command: 'release_number', to: number.phone_number });
    expect(commands.map(({ result }) => result)).toEqual(['released']);
  });

  test('it leaves its assistant, and anybody may buy it again', async () => {
    const [own, other] = [await newAccount(), await newAccount()];
    const number = await own.given.number();
    const assistant = await own.given.assistant();
    const telephony = `/api/assistants/${assistant.id}/telephony/phone-numbers`;
    await own.api.patch(telephony, { accountSlug: own.slug, phoneNumberIds: [number.id] });
    expect((await remove(own, pathOf(number.id))).body.phoneNumber.assistant_id).toBeNull();
    expect((await getNumber(testTable(), number.id))?.assistant_id).toBeNull();
    expect((await buy(other, number.phone_number)).status).toBe(200);
    const { status, body } = await buy(own, numberForSale());
    expect([status, body.eligibility.currentCount]).toEqual([200, 1]);
  });

  test('a release that was left half done is finished', async () => {
    const own = await newAccount();
    const number = await own.given.number();
    await testTable().write(beginRelease(await recordOf(number.phone_number), new Date()));
    const { numbers, count } = (await own.api.get(`${NUMBERS}?teamId=${own.teamId}`)).body;
    expect([numbers[0]?.status, count]).toEqual(['releasing', 1]);
    expect((await remove(own, pathOf(number.id))).body.phoneNumber.status).toBe('released');
    await expectReleased(own, number);
  });

  test('asked for at once by many, it is released once', async () => {
    const own = await newAccount();
    const number = await own.given.number();
    const replies = await Promise.all([1, 2, 3, 4].map(() => remove(own, pathOf(number.id))));
    expect(replies.some(({ status }) => status === 200)).toBe(true);
    for (const { status } of replies) expect([200, 409]).toContain(status);
    await expectReleased(own, number);
  });
});

describe('a released number', () => {
  test('is used by nobody: campaigns and assistants do not find it', async () => {
    const gone = await account.given.number();
    const campaign = await account.given.campaign();
    const assistant = await account.given.assistant();
    await remove(account, pathOf(gone.id));
    const ids = [gone.id];
    const created = await account.api.post('/api/crm/campaigns', {
      teamId: account.teamId,
      assistantId: assistant.id,
      companyId: campaign.company_id,
      fromNumberIds: ids,
      name: 'Outreach',
    });
    const changed = await account.api.patch(`/api/crm/campaigns/${campaign.id}`, { fromNumberIds: ids });
    const assigned = await account.api.patch(`/api/assistants/${assistant.id}/telephony/phone-numbers`, {
      accountSlug: account.slug,
      phoneNumberIds: ids,
    });
    expect([created.status, changed.status, assigned.status]).toEqual([404, 404, 404]);
  });
});

test('an assignment that was checked before the release, but is written after it, is a 404', async () => {
  const number = await account.given.number();
  const before = await recordOf(number.phone_number);
  await remove(account, pathOf(number.id));
  await expect(testTable().transact(assignNumbers('asst_1', [], [before]))).rejects.toMatchObject({ status: 404 });
});

describe('409, 404 and 403', () => {
  test('a number that was released already', async () => {
    const { id } = await account.given.number();
    await remove(account, pathOf(id));
    expect(refusalOf(await remove(account, pathOf(id)))).toEqual([409, expect.stringContaining('released already')]);
  });

  test('a number that does not exist', async () => {
    expect((await remove(account, pathOf('num_unknown'))).status).toBe(404);
  });

  test("another account's number, which it keeps", async () => {
    const other = await newAccount();
    const { id } = await other.given.number();
    const reply = await remove(account, pathOf(id));
    expect([reply.status, reply.body]).toEqual([403, { error: 'Forbidden' }]);
    expect((await getNumber(testTable(), id))?.status).toBe('active');
  });
});
