import { beforeEach, describe, expect, test } from '@jest/globals';
import { startWebhookReceiver } from '#infra/local/commands/webhook-receiver.ts';
import { changePlan } from '#shared/engine/account/change-plan.ts';
import { createKey } from '#shared/engine/account/create-key.ts';
import { issueKey } from '#shared/engine/account/issue-key.ts';
import { resumeCalls } from '#shared/engine/account/stop-calls.ts';
import { reinstateAccount, suspendAccount } from '#shared/engine/account/suspend.ts';
import type { Campaign } from '#shared/schemas/campaign.ts';
import { activityOf } from '#test/harness/activity.ts';
import { apiClient, sender } from '#test/harness/client.ts';
import { dialsTo, expectNoDoubleDial } from '#test/harness/dials.ts';
import { eventually } from '#test/harness/eventually.ts';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import { createRevokedKey, firstKey, createKey as keyOverHttp } from '#test/harness/given/api-keys.ts';
import { callerOf } from '#test/harness/given/caller.ts';
import { placeInboundCall } from '#test/harness/given/calls/inbound-calls.ts';
import { lostQueue, OPA, operatorPorts } from '#test/harness/given/operator.ts';
import { calleePhone } from '#test/harness/given/phones.ts';
import { newSession } from '#test/harness/given/sessions.ts';
import { callNobody, DEAD_URL, keysOf, setUrl, UNANSWERED_EVENTS } from '#test/harness/given/webhooks.ts';
import { statusOf } from '#test/harness/refusals.ts';
import { letTimePass } from '#test/harness/stack/stack-time.ts';
import { testTable } from '#test/harness/stack/table.ts';
import { campaignBecomes, comesToRest, inboundCallEnds } from '#test/harness/wait-for.ts';

let account: TestAccount;
beforeEach(async () => {
  account = await newAccount();
});

const suspend = (of = account) => suspendAccount(operatorPorts(), of.accountId, OPA);
const reinstate = (of = account) =>
  reinstateAccount({ ...operatorPorts(), campaignQueue: lostQueue, dialQueue: lostQueue }, of.accountId, OPA);

describe('who may come in', () => {
  test('every token and session gets exactly 403 at the next request, and comes in again once reinstated', async () => {
    const other = await keyOverHttp(account, { role: 'read' });
    const session = await newSession(account);
    const byToken = (token: string) => sender(token)('GET', '/api/account');
    expect((await byToken(account.token)).status).toBe(200);
    await suspend();
    const refused = [
      await byToken(account.token),
      await byToken(other.token),
      await session.send('GET', '/api/account'),
      await sender(account.token)('POST', '/api/crm/campaigns', { broken: true }),
    ];
    expect(refused.map(({ status, body }) => [status, body])).toEqual(refused.map(() => [403, { error: 'Forbidden' }]));
    await reinstate();
    expect((await byToken(account.token)).status).toBe(200);
    expect((await byToken(other.token)).status).toBe(200);
    expect((await session.send('GET', '/api/account')).status).toBe(200);
  });

  test('a token that is unknown or was revoked stays 401, and nobody signs in', async () => {
    const revoked = await createRevokedKey(account);
    await suspend();
    expect(await statusOf(apiClient(revoked.token).getAccount())).toBe(401);
    expect(await statusOf(apiClient(`${account.token.slice(0, -1)}x`).getAccount())).toBe(401);
    const signIn = await sender()(
      'POST',
      '/api/session',
      { token: account.token },
      { 'sec-fetch-site': 'same-origin' },
    );
    expect([signIn.status, signIn.body]).toEqual([403, { error: 'Forbidden' }]);
  });

  test('a key that was being made when the account was suspended is not made, and none is issued', async () => {
    const caller = callerOf(account.accountId, (await firstKey(account)).id);
    await suspend();
    const late = createKey(
      testTable(),
      { id: 'key_late', name: 'Late', role: 'full' },
      caller,
      () => new Date(),
      async () => ({ success: true }),
    );
    await expect(late).rejects.toMatchObject({ status: 403 });
    const wanted = { name: 'Issued', role: 'full' as const, endsAt: null };
    await expect(issueKey(testTable(), account.accountId, wanted, OPA, () => new Date())).rejects.toThrow(
      'is suspended',
    );
  });

  test('another account is not touched; a repetition changes and notes nothing', async () => {
    const other = await newAccount();
    await suspend();
    expect((await suspend()).hasChanged).toBe(false);
    expect((await other.api.getAccount()).account.slug).toBe(other.slug);
    expect((await reinstate()).hasChanged).toBe(true);
    expect((await reinstate()).hasChanged).toBe(false);
    const noted = (await activityOf(account)).map(({ action, actor }) => [action, actor.name]);
    expect(noted.slice(0, 2)).toEqual([
      ['account.reinstated', OPA.name],
      ['account.suspended', OPA.name],
    ]);
    expect(noted.filter(([action]) => action === 'account.suspended')).toHaveLength(1);
  });
});

describe('calls', () => {
  test('no dial starts after the command has answered, its people cannot lift it, and it all goes on afterwards', async () => {
    const contacts = await account.given.contacts(6);
    const campaign = (await account.given.campaignWith(contacts, { maxConcurrentCalls: 2 })) as Campaign;
    await account.api.runCampaign({ id: campaign.id });
    await suspend();
    const answered = Date.now();
    const ports = { ...operatorPorts(), campaignQueue: lostQueue, dialQueue: lostQueue };
    await resumeCalls(ports, callerOf(account.accountId));
    await comesToRest(campaign);
    await letTimePass({ atLeastMs: 120_000, atMostMs: 120_000 });
    expect(contacts.flatMap(dialsTo).filter(({ at }) => Date.parse(at) > answered)).toEqual([]);
    await reinstate();
    await campaignBecomes(account, campaign.id, 'completed');
    expectNoDoubleDial(contacts);
    for (const contact of contacts) expect(dialsTo(contact)).toHaveLength(1);
  });

  test('what its people had stopped stays stopped when it is reinstated', async () => {
    const contacts = await account.given.contacts(2);
    const campaign = (await account.given.campaignWith(contacts)) as Campaign;
    await account.api.stopCalls({});
    await suspend();
    await reinstate();
    expect((await account.api.getAccount()).account.calls_stopped_at).not.toBeNull();
    expect(await statusOf(account.api.runCampaign({ id: campaign.id }))).toBe(409);
  });

  test('a scheduled call waits, and is dialled after the reinstatement', async () => {
    const contact = await account.given.contact();
    const [assistant, number] = await Promise.all([
      account.given.assistant({ templateId: 'outbound-setter' }),
      account.given.number(),
    ]);
    const scheduledAt = new Date(Date.now() + 60_000).toISOString();
    await account.api.createCall({
      ...{ teamId: account.teamId, assistantId: assistant.id, fromNumberId: number.id },
      ...{ contactId: contact.id, scheduledAt },
    });
    await suspend();
    await letTimePass({ atLeastMs: 180_000, atMostMs: 180_000 });
    expect(dialsTo(contact)).toEqual([]);
    await reinstate();
    await eventually(() => expect(dialsTo(contact)).toHaveLength(1));
  });

  test('a call to its number is rejected with the reason', async () => {
    const [assistant, number] = await Promise.all([
      account.given.assistant({ templateId: 'inbound-support' }),
      account.given.number(),
    ]);
    const assigned = { assistantId: assistant.id, accountSlug: account.slug, phoneNumberIds: [number.id] };
    await account.api.assignPhoneNumbers(assigned);
    await suspend();
    const callControlId = await placeInboundCall(calleePhone('0001'), number.phone_number);
    await letTimePass({ atLeastMs: 60_000, atMostMs: 60_000 });
    await reinstate();
    expect(await inboundCallEnds(account, callControlId)).toMatchObject({
      outcome: 'failed',
      ended_reason: 'rejected',
      error: 'The account was suspended when the call came.',
    });
  });
});

test('what receivers are owed is sent all the same', async () => {
  await setUrl(account, 'call', DEAD_URL);
  const own = await startWebhookReceiver({
    port: 0,
    keys: (
      (keys) => () =>
        keys
    )(await keysOf(account)),
    answer: 500,
  });
  await setUrl(account, 'call', `${own.url}/call`);
  await callNobody(account);
  const idsAnswered = (status: number) =>
    new Set(own.received.filter(({ answer }) => answer === status).map(({ id }) => id)).size;
  await eventually(() => expect(idsAnswered(500)).toBe(UNANSWERED_EVENTS.length));
  await suspend();
  own.answerWith(200);
  await eventually(() => expect(idsAnswered(200)).toBe(UNANSWERED_EVENTS.length));
  await own.stop();
});

describe('a plan', () => {
  test('is changed by hand, once, and noted', async () => {
    const clock = () => new Date();
    expect((await changePlan(testTable(), account.accountId, 'starter', OPA, clock)).hasChanged).toBe(true);
    expect((await changePlan(testTable(), account.accountId, 'starter', OPA, clock)).hasChanged).toBe(false);
    expect((await account.api.getAccount()).plan.name).toBe('starter');
    expect((await activityOf(account))[0]).toMatchObject({
      action: 'plan.changed',
      actor: { type: 'operator', name: OPA.name },
      summary: 'Changed the plan: from growth to starter.',
    });
  });
});
