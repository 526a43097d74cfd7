import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Call } from '#shared/schemas/call.ts';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import { becomes, callsOf, give } from '#test/harness/given/campaign-states.ts';
import { CALLEE, calleePhone } from '#test/harness/given/phones.ts';

let account: TestAccount;
let started: Call;
let campaignId: string;
beforeAll(async () => {
  account = await newAccount();
  const contact = await account.given.contact({ phone: calleePhone(CALLEE.isBusy) });
  campaignId = (await account.given.campaignWith([contact], { maxAttemptsPerContact: 1 })).id;
  started = (await give(account, campaignId, 'run')).body.calls[0] as Call;
});

describe('200', () => {
  test('a call that a run started is read at once by its id, and in the end as the list tells it', async () => {
    const { status, body } = await account.api.get(`/api/calls/${started.id}`);
    expect([status, body.call.id, body.call.campaign_id]).toEqual([200, started.id, campaignId]);
    await becomes(account, campaignId, 'completed');
    const ended = (await account.api.get(`/api/calls/${started.id}`)).body.call;
    expect(ended).toMatchObject({ status: 'ended', outcome: 'busy', ended_reason: 'user_busy', answered_at: null });
    expect(await callsOf(account, campaignId)).toEqual([ended]);
  });
});

describe('403 and 404', () => {
  test('a call of another account is forbidden, an unknown one does not exist', async () => {
    const other = await newAccount();
    expect((await other.api.get(`/api/calls/${started.id}`)).status).toBe(403);
    expect((await account.api.get('/api/calls/call_unknown')).status).toBe(404);
  });
});
