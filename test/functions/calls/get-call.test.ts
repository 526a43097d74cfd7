import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Call } from '#shared/schemas/call.ts';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import { CALLEE, calleePhone } from '#test/harness/given/phones.ts';
import { callsOf } from '#test/harness/read.ts';
import { statusOf } from '#test/harness/refusals.ts';
import { campaignBecomes } from '#test/harness/wait-for.ts';

let account: TestAccount;
let started: Call;
let campaignId: string;
beforeAll(async () => {
  account = await newAccount();
  const contact = await account.given.contact({ phone: calleePhone(CALLEE.isBusy) });
  campaignId = (await account.given.campaignWith([contact], { maxAttemptsPerContact: 1 })).id;
  started = (await account.api.runCampaign({ id: campaignId })).calls[0] as Call;
});

describe('200', () => {
  test('a call that a run started is read at once by its id, and in the end as the list tells it', async () => {
    const { call } = await account.api.getCall({ id: started.id });
    expect([call.id, call.campaign_id]).toEqual([started.id, campaignId]);
    await campaignBecomes(account, campaignId, 'completed');
    const ended = (await account.api.getCall({ id: started.id })).call;
    expect(ended).toMatchObject({ status: 'ended', outcome: 'busy', ended_reason: 'user_busy', answered_at: null });
    expect(await callsOf(account, campaignId)).toEqual([{ ...ended, transcript: null, extracted: null }]);
  });
});

describe('403 and 404', () => {
  test('a call of another account is forbidden, an unknown one does not exist', async () => {
    const other = await newAccount();
    expect(await statusOf(other.api.getCall({ id: started.id }))).toBe(403);
    expect(await statusOf(account.api.getCall({ id: 'call_unknown' }))).toBe(404);
  });
});
