import { beforeAll, describe, expect, test } from '@jest/globals';
import { assignNumbers, beginRelease, getNumber } from '#shared/store/phone-numbers.ts';
import { commandsOf } from '#test/harness/carrier-log.ts';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import { buy, expectReleased, recordOf } from '#test/harness/given/numbers.ts';
import { numberForSale } from '#test/harness/given/phones.ts';
import { expectRefused, FORBIDDEN, refusalOf, statusesOf, statusOf } from '#test/harness/refusals.ts';
import { testTable } from '#test/harness/stack/table.ts';

let account: TestAccount;
beforeAll(async () => {
  account = await newAccount();
});

describe('200', () => {
  test('the number goes back to the carrier, stays listed as released, and counts no more', async () => {
    const own = await newAccount();
    const number = await own.given.number();
    const body = await own.api.releasePhoneNumber({ id: number.id });
    expect(body).toEqual({
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
    });
    const listed = await own.api.listPhoneNumbers({ teamId: own.teamId });
    expect([listed.numbers, listed.count]).toEqual([[body.phoneNumber], 0]);
    await expectReleased(own, number);
    const commands = commandsOf({ command: 'release_number', to: number.phone_number });
    expect(commands.map(({ result }) => result)).toEqual(['released']);
  });

  test('it leaves its assistant, and anybody may buy it again', async () => {
    const [own, other] = [await newAccount(), await newAccount()];
    const number = await own.given.number();
    const assistant = await own.given.assistant();

    await own.api.assignPhoneNumbers({ assistantId: assistant.id, accountSlug: own.slug, phoneNumberIds: [number.id] });
    expect((await own.api.releasePhoneNumber({ id: number.id })).phoneNumber.assistant_id).toBeNull();
    expect((await getNumber(testTable(), number.id))?.assistant_id).toBeNull();
    await buy(other, number.phone_number);
    const body = await buy(own, numberForSale());
    expect(body.eligibility.currentCount).toEqual(1);
  });

  test('a release that was left half done is finished', async () => {
    const own = await newAccount();
    const number = await own.given.number();
    await testTable().transact(beginRelease(await recordOf(number.phone_number), new Date()));
    const { numbers, count } = await own.api.listPhoneNumbers({ teamId: own.teamId });
    expect([numbers[0]?.status, count]).toEqual(['releasing', 1]);
    expect((await own.api.releasePhoneNumber({ id: number.id })).phoneNumber.status).toBe('released');
    await expectReleased(own, number);
  });

  test('asked for at once by many, it is released once', async () => {
    const own = await newAccount();
    const number = await own.given.number();
    const statuses = await statusesOf([1, 2, 3, 4].map(() => own.api.releasePhoneNumber({ id: number.id })));
    expect(statuses[0]).toBe(200);
    for (const status of statuses) expect([200, 409]).toContain(status);
    await expectReleased(own, number);
  });
});

describe('a released number', () => {
  test('is used by nobody: campaigns and assistants do not find it', async () => {
    const gone = await account.given.number();
    const campaign = await account.given.campaign();
    const assistant = await account.given.assistant();
    await account.api.releasePhoneNumber({ id: gone.id });
    const ids = [gone.id];
    const created = account.api.createCampaign({
      teamId: account.teamId,
      assistantId: assistant.id,
      companyId: campaign.company_id,
      fromNumberIds: ids,
      name: 'Outreach',
    });
    const changed = account.api.updateCampaign({ id: campaign.id, fromNumberIds: ids });
    const assigned = account.api.assignPhoneNumbers({
      assistantId: assistant.id,
      accountSlug: account.slug,
      phoneNumberIds: ids,
    });
    expect(await statusesOf([created, changed, assigned])).toEqual([404, 404, 404]);
  });
});

test('an assignment that was checked before the release, but is written after it, is a 404', async () => {
  const number = await account.given.number();
  const before = await recordOf(number.phone_number);
  await account.api.releasePhoneNumber({ id: number.id });
  await expect(testTable().transact(assignNumbers('asst_1', [], [before]))).rejects.toMatchObject({ status: 404 });
});

describe('409, 404 and 403', () => {
  test('a number that was released already', async () => {
    const { id } = await account.given.number();
    await account.api.releasePhoneNumber({ id });
    await expectRefused(account.api.releasePhoneNumber({ id }), 409, 'released already');
  });

  test('a number that does not exist', async () => {
    expect(await statusOf(account.api.releasePhoneNumber({ id: 'num_unknown' }))).toBe(404);
  });

  test("another account's number, which it keeps", async () => {
    const other = await newAccount();
    const { id } = await other.given.number();
    expect(await refusalOf(account.api.releasePhoneNumber({ id }))).toEqual(FORBIDDEN);
    expect((await getNumber(testTable(), id))?.status).toBe('active');
  });
});
