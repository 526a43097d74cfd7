import { beforeAll, describe, expect, test } from '@jest/globals';
import { DAY_MS } from '#shared/domain/time.ts';
import { getCall } from '#shared/store/call/calls.ts';
import { storedChanges } from '#shared/store/call/stored-call.ts';
import { keys, listSort } from '#shared/store/keys.ts';
import { actionsDuring, activityOf } from '#test/harness/activity.ts';
import { eventually } from '#test/harness/eventually.ts';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import { createKey } from '#test/harness/given/api-keys.ts';
import { talkWith } from '#test/harness/given/calls/conversations.ts';
import { CALLEE, calleePhone } from '#test/harness/given/phones.ts';
import { readCall } from '#test/harness/read.ts';
import { refusalOf, statusOf, wrongFieldsOf } from '#test/harness/refusals.ts';
import { testTable } from '#test/harness/stack/table.ts';

let account: TestAccount;
beforeAll(async () => {
  account = await newAccount();
});

const patch = (changes: object, { api, slug }: TestAccount = account) =>
  api.updateAccount({ accountSlug: slug, ...changes });
const read = async ({ api }: TestAccount = account) => (await api.getAccount()).account;

describe('200', () => {
  test('kept for good at first; what is given changes, and null keeps again', async () => {
    const own = await newAccount();
    const before = await read(own);
    expect(before).toMatchObject({ transcript_retention_days: null, recording_retention_days: null });
    const both = { transcript_retention_days: 1, recording_retention_days: 3_650 };
    const answer = await patch({ transcriptRetentionDays: 1, recordingRetentionDays: 3_650 }, own);
    expect(answer).toEqual({ success: true, account: { ...before, ...both } });
    expect(await read(own)).toEqual(answer.account);
    await patch({ transcriptRetentionDays: null }, own);
    expect(await read(own)).toEqual({ ...before, ...both, transcript_retention_days: null });
    expect(await patch({}, own)).toEqual({ success: true, account: await read(own) });
  });

  test('a change is noted, and what is set already is not noted again', async () => {
    const own = await newAccount();
    const twice = async () => {
      await patch({ recordingRetentionDays: 30 }, own);
      await patch({ recordingRetentionDays: 30 }, own);
      await patch({}, own);
    };
    expect(await actionsDuring(own, twice)).toEqual(['retention.changed']);
    const [noted] = await activityOf(own, { action: 'retention.changed' });
    expect(noted).toMatchObject({ resource: 'account', resource_id: own.accountId });
    expect(noted?.summary).toBe(
      'Changed how long transcripts and recordings are kept: transcripts for good, recordings 30 days.',
    );
  });

  test('a day is one day in its summary', async () => {
    const own = await newAccount();
    await patch({ transcriptRetentionDays: 1, recordingRetentionDays: 2 }, own);
    const [noted] = await activityOf(own, { action: 'retention.changed' });
    expect(noted?.summary).toMatch('transcripts 1 day, recordings 2 days.');
  });

  test('of two changes at once both hold', async () => {
    const own = await newAccount();
    await Promise.all([patch({ transcriptRetentionDays: 10 }, own), patch({ recordingRetentionDays: 20 }, own)]);
    expect(await read(own)).toMatchObject({ transcript_retention_days: 10, recording_retention_days: 20 });
  });

  test('what has outlived it ends by the next sweep, in the table and in the bucket', async () => {
    const { call } = await talkWith(account, await account.given.contact({ phone: calleePhone(CALLEE.answers) }));
    const recorded = await eventually(async () => {
      const found = await readCall(account, call.id);
      expect([found.recording_url, found.summary]).not.toContain(null);
      return found;
    });
    const link = recorded.recording_url ?? '';
    expect((await fetch(link)).status).toBe(200);
    const at = new Date(Date.now() - 2 * DAY_MS).toISOString();
    await testTable().write({
      update: keys.call(call.id),
      set: { ...storedChanges({ ended_at: at }), list_sk: listSort(at, call.id) },
    });
    await patch({ transcriptRetentionDays: 1, recordingRetentionDays: 1 });
    const ended = await eventually(async () => {
      const found = await readCall(account, call.id);
      expect([found.transcript, found.recording_url]).toEqual([[], null]);
      return found;
    });
    const { id, summary, outcome, to_number, duration_secs } = recorded;
    expect(ended).toMatchObject({ id, summary, outcome, to_number, duration_secs, extracted: null });
    expect((await getCall(testTable(), id))?.recording_deleted_at).not.toBeNull();
    await eventually(async () => expect((await fetch(link)).status).toBe(404));
  });
});

describe('400, 403, 404: nothing is changed', () => {
  test.each<[object, string, string]>([
    [{ transcriptRetentionDays: 0 }, 'transcriptRetentionDays', '1'],
    [{ transcriptRetentionDays: 3_651 }, 'transcriptRetentionDays', '3650'],
    [{ recordingRetentionDays: 1.5 }, 'recordingRetentionDays', 'whole number'],
    [{ recordingRetentionDays: '30' }, 'recordingRetentionDays', 'number'],
  ])('%j', async (changes, field, rule) => {
    const before = await read();
    const both = { transcriptRetentionDays: 7, recordingRetentionDays: 7, ...changes };
    expect(await wrongFieldsOf(patch(both))).toEqual([field]);
    expect(JSON.stringify((await refusalOf(patch(both))).issues)).toContain(rule);
    expect(await read()).toEqual(before);
  });

  test('an empty body, another account and a key that may not', async () => {
    expect(await wrongFieldsOf(account.api.updateAccount({} as { accountSlug: string }))).toEqual(['accountSlug']);
    const other = await newAccount();
    expect(await statusOf(patch({ transcriptRetentionDays: 1 }, { ...other, slug: account.slug }))).toBe(403);
    expect(await statusOf(patch({ transcriptRetentionDays: 1 }, { ...account, slug: 'unknown' }))).toBe(404);
    const operator = await createKey(account, { role: 'operate' });
    expect(await statusOf(patch({ transcriptRetentionDays: 1 }, { ...account, api: operator.api }))).toBe(403);
  });
});
