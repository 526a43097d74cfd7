import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { activityOf } from '#test/harness/activity.ts';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import { createKey } from '#test/harness/given/api-keys.ts';
import { calleePhone } from '#test/harness/given/phones.ts';
import { listSuppressions, shownOf, suppress, unsuppress } from '#test/harness/given/suppressions.ts';
import { expectRefused, statusOf, wrongFieldsOf } from '#test/harness/refusals.ts';

let account: TestAccount;
beforeAll(async () => {
  account = await newAccount();
});

const addedIn = async (own: TestAccount) => activityOf(own, { action: 'suppression.added' });

describe('200', () => {
  test('a number, with or without a note, is suppressed by hand and listed so', async () => {
    const [one, two] = [calleePhone(), calleePhone()];
    const added = await suppress(account, one, 'Asked by letter.');
    expect(added).toEqual({ phone: one, reason: 'manual', note: 'Asked by letter.', created_at: added.created_at });
    expect(Math.abs(Date.now() - Date.parse(added.created_at))).toBeLessThan(60_000);
    expect(await suppress(account, two)).toMatchObject({ note: null });
    expect(await shownOf(account, one)).toEqual(added);
  });

  test('again it is the same one, unchanged, and nothing is noted', async () => {
    const own = await newAccount();
    const phone = calleePhone();
    const first = await suppress(own, phone, 'First');
    expect(await suppress(own, phone, 'Second')).toEqual(first);
    const { suppressions, count } = await listSuppressions(own);
    expect([suppressions, count]).toEqual([[first], 1]);
    expect(await addedIn(own)).toHaveLength(1);
  });

  test('ten requests at once add it once, with and without a common Idempotency-Key', async () => {
    const own = await newAccount();
    const [phone, keyed, idempotencyKey] = [calleePhone(), calleePhone(), randomUUID()];
    const answers = await Promise.all(Array.from({ length: 10 }, (_, at) => suppress(own, phone, `Note ${at}`)));
    expect(new Set(answers.map((each) => JSON.stringify(each))).size).toBe(1);
    const add = () => own.api.addSuppression({ teamId: own.teamId, phone: keyed }, { idempotencyKey });
    for (const status of await Promise.all(Array.from({ length: 10 }, () => statusOf(add())))) {
      expect([200, 409]).toContain(status);
    }
    expect((await add()).suppression).toEqual(await shownOf(own, keyed));
    expect((await listSuppressions(own)).count).toBe(2);
    expect(await addedIn(own)).toHaveLength(2);
  });

  test('an Idempotency-Key repeats the first answer, even after the suppression was removed', async () => {
    const [phone, key] = [calleePhone(), { idempotencyKey: randomUUID() }];
    const first = await suppress(account, phone, 'First', key);
    await unsuppress(account, phone);
    expect(await suppress(account, phone, 'First', key)).toEqual(first);
    expect(await shownOf(account, phone)).toBeUndefined();
  });

  test('it is noted of the team, without the number', async () => {
    const own = await newAccount();
    const phone = calleePhone();
    await suppress(own, phone, 'Asked by letter.');
    const [noted] = await addedIn(own);
    expect(noted).toMatchObject({
      resource: 'team',
      resource_id: own.teamId,
      summary: 'Suppressed phone numbers: 1 number.',
    });
    expect(JSON.stringify(await activityOf(own))).not.toMatch(new RegExp(`${phone.slice(1)}|letter`));
  });

  test('who may operate adds; who may only read does not', async () => {
    const [operate, read] = [
      await createKey(account, { role: 'operate' }),
      await createKey(account, { name: 'Reader', role: 'read' }),
    ];
    const { teamId } = account;
    expect((await suppress({ api: operate.api, teamId }, calleePhone())).reason).toBe('manual');
    expect(await statusOf(read.api.addSuppression({ teamId, phone: calleePhone() }))).toBe(403);
    expect(await statusOf(read.api.listSuppressions({ teamId }))).toBe(200);
  });
});

describe('400, 403 and 404', () => {
  test.each<[string, unknown]>([
    ['phone', '4155550100'],
    ['phone', '+0155550100'],
    ['phone', ''],
    ['phone', null],
    ['phone', undefined],
    ['note', 5],
    ['note', 'x'.repeat(501)],
  ])('%s cannot be %j', async (field, value) => {
    const { api, teamId } = account;
    const body = { teamId, phone: calleePhone(), [field]: value };
    expect(await wrongFieldsOf(api.addSuppression(body as never))).toEqual([field]);
  });

  test('a foreign team is forbidden, an unknown one does not exist, and neither is written to', async () => {
    const [other, phone] = [await newAccount(), calleePhone()];
    const foreign = { api: account.api, teamId: other.teamId };
    expect(await statusOf(account.api.addSuppression({ teamId: other.teamId, phone }))).toBe(403);
    expect(await statusOf(listSuppressions(foreign))).toBe(403);
    await expectRefused(account.api.addSuppression({ teamId: 'team_unknown', phone }), 404, 'team_unknown');
    expect((await listSuppressions(other)).count).toBe(0);
  });

  test('the list of one account is not the list of another', async () => {
    const [other, phone] = [await newAccount(), calleePhone()];
    await suppress(account, phone);
    expect(await shownOf(other, phone)).toBeUndefined();
    expect(await statusOf(unsuppress(other, phone))).toBe(404);
  });
});
