import { beforeAll, describe, expect, test } from '@jest/globals';
import { activityOf } from '#test/harness/activity.ts';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import { createKey } from '#test/harness/given/api-keys.ts';
import { calleePhone } from '#test/harness/given/phones.ts';
import { importNumbers, listSuppressions, shownOf, suppress, unsuppress } from '#test/harness/given/suppressions.ts';
import { refusalOf, statusOf, wrongFieldsOf } from '#test/harness/refusals.ts';

let account: TestAccount;
beforeAll(async () => {
  account = await newAccount();
});

describe('200', () => {
  test('the number is off the list, may be called, and may be suppressed anew', async () => {
    const phone = calleePhone();
    await suppress(account, phone, 'First');
    await unsuppress(account, phone);
    expect(await shownOf(account, phone)).toBeUndefined();
    const { id } = await account.given.campaignWith([await account.given.contact({ phone })]);
    expect(await account.api.runCampaign({ id, dryRun: true })).toMatchObject({ started: 1, errors: [] });
    expect(await suppress(account, phone, 'Second')).toMatchObject({ note: 'Second' });
  });

  test('all that suppressed it is lifted, where no contact has it any more', async () => {
    const contact = await account.given.contact({ phone: calleePhone(), doNotCall: true });
    const phone = contact.phone ?? '';
    await importNumbers(account, [{ phone }]);
    await account.api.deleteContact({ id: contact.id });
    await unsuppress(account, phone);
    expect(await shownOf(account, phone)).toBeUndefined();
  });

  test('it takes the number encoded in the path, and is noted of the team without it', async () => {
    const own = await newAccount();
    const phone = calleePhone();
    await suppress(own, phone);
    const path = `/api/crm/suppressions/%2B${phone.slice(1)}?teamId=${own.teamId}`;
    expect(await own.api.send('DELETE', path)).toMatchObject({ status: 200, body: { success: true } });
    const [noted] = await activityOf(own);
    expect(noted).toMatchObject({ action: 'suppression.removed', resource: 'team', resource_id: own.teamId });
    expect(JSON.stringify(noted)).not.toContain(phone.slice(1));
    expect((await listSuppressions(own)).count).toBe(0);
  });

  test('of ten removals at once one finds it', async () => {
    const phone = calleePhone();
    await suppress(account, phone);
    const statuses = await Promise.all(Array.from({ length: 10 }, () => statusOf(unsuppress(account, phone))));
    expect(statuses.toSorted()).toEqual([200, ...Array(9).fill(404)]);
  });
});

describe('404', () => {
  test('a number that nothing suppresses, or nothing any more', async () => {
    const contact = await account.given.contact({ phone: calleePhone(), doNotCall: true });
    expect(await statusOf(unsuppress(account, calleePhone()))).toBe(404);
    await account.api.updateContact({ id: contact.id, doNotCall: false });
    expect(await statusOf(unsuppress(account, contact.phone ?? ''))).toBe(404);
  });
});

describe('409', () => {
  test('while contacts with the number, primary or secondary, must not be called; it names them', async () => {
    const phone = calleePhone();
    await suppress(account, phone);
    const first = await account.given.contact({ phone, doNotCall: true });
    const second = await account.given.contact({ phone: calleePhone(), phoneSecondary: phone, doNotCall: true });
    await account.given.contact({ phone });
    const refusal = (await refusalOf(unsuppress(account, phone))) as unknown as { contact_ids: string[] };
    expect(refusal).toMatchObject({ status: 409, success: false, error: expect.stringContaining('2 contacts') });
    expect(refusal.contact_ids.toSorted()).toEqual([first.id, second.id].toSorted());
    expect(await shownOf(account, phone)).toMatchObject({ reason: 'manual' });
    for (const { id } of [first, second]) await account.api.deleteContact({ id });
    await unsuppress(account, phone);
  });

  test('a contact that is marked at the same moment is refused for, or suppresses the number anew', async () => {
    for (let time = 0; time < 10; time++) {
      const contact = await account.given.contact({ phone: calleePhone() });
      const phone = contact.phone ?? '';
      await suppress(account, phone);
      const [removal] = await Promise.all([
        statusOf(unsuppress(account, phone)),
        account.api.updateContact({ id: contact.id, doNotCall: true }),
      ]);
      const shown = await shownOf(account, phone);
      expect([removal, shown?.reason]).toEqual([removal, removal === 200 ? 'contact' : 'manual']);
      expect([200, 409]).toContain(removal);
    }
  });
});

describe('400 and 403', () => {
  test('a path that is no number, or no team', async () => {
    const { api, teamId } = account;
    expect(await wrongFieldsOf(api.removeSuppression({ teamId, phone: '4155550100' }))).toEqual(['phone']);
    expect(await wrongFieldsOf(api.removeSuppression({ phone: calleePhone() } as never))).toEqual(['teamId']);
  });

  test('a foreign team; and a key that may not lift suppressions', async () => {
    const [other, phone] = [await newAccount(), calleePhone()];
    await suppress(other, phone);
    expect(await statusOf(account.api.removeSuppression({ teamId: other.teamId, phone }))).toBe(403);
    const operator = await createKey(other, { role: 'operate' });
    expect(await statusOf(operator.api.removeSuppression({ teamId: other.teamId, phone }))).toBe(403);
    expect((await listSuppressions(other)).count).toBe(1);
  });
});
