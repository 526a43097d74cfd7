import { beforeAll, describe, expect, test } from '@jest/globals';
import type { InputOf } from '#shared/client/client.ts';
import { HOUR_MS } from '#shared/domain/time.ts';
import type { Call } from '#shared/schemas/call.ts';
import { readPermittedCalls } from '#shared/store/limits/call-permits.ts';
import { commandsOf } from '#test/harness/carrier-log.ts';
import { dialsTo } from '#test/harness/dials.ts';
import { eventually } from '#test/harness/eventually.ts';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import { CALLEE, calleePhone } from '#test/harness/given/phones.ts';
import { callsOf, enrolledIn, expectCountersRecounted, readCall } from '#test/harness/read.ts';
import { expectRefused, FORBIDDEN, refusalOf } from '#test/harness/refusals.ts';
import { testTable } from '#test/harness/stack/table.ts';
import { callBegins, campaignBecomes } from '#test/harness/wait-for.ts';

let account: TestAccount;
let assistantId: string;

beforeAll(async () => {
  account = await newAccount();
  assistantId = (await account.given.assistant()).id;
  await account.given.number();
});

type Order = Partial<InputOf<'createCall'>>;

const order = async (fields: Order): Promise<Call> =>
  (await account.api.createCall({ teamId: account.teamId, assistantId, ...fields })).call;

const cancel = (id: string) => account.api.cancelCall({ id });

const becomes = (id: string, expected: Partial<Call>): Promise<Call> =>
  eventually(async () => {
    const call = await readCall(account, id);
    expect(call).toMatchObject(expected);
    return call;
  });

describe('a single call', () => {
  test('that is scheduled is cancelled, listed so, and cannot be cancelled again', async () => {
    const toNumber = calleePhone();
    const { id } = await order({ toNumber, scheduledAt: new Date(Date.now() + HOUR_MS).toISOString() });
    expect((await cancel(id)).call).toMatchObject({ id, status: 'cancelled', outcome: null });
    const { calls } = await account.api.listCalls({ teamId: account.teamId, status: 'cancelled' });
    expect(calls.map((call) => call.id)).toContain(id);
    await expectRefused(cancel(id), 409, 'cancelled already');
    expect(commandsOf({ command: 'dial', to: toNumber })).toEqual([]);
  });

  test('that is live is hung up, and holds nothing afterwards', async () => {
    const { id } = await order({ toNumber: calleePhone() });
    await becomes(id, { status: 'in_progress' });
    expect((await cancel(id)).call.status).toBe('in_progress');
    const call = await becomes(id, { status: 'ended' });
    expect(commandsOf({ command: 'hangup', call_control_id: call.call_control_id })).not.toEqual([]);
    await eventually(async () => expect(await readPermittedCalls(testTable(), account.accountId)).toEqual([]));
    await expectRefused(cancel(id), 409, 'has ended');
  });

  test('that is cancelled in the moment of its dial is not talked on', async () => {
    const toNumber = calleePhone();
    const { id } = await order({ toNumber });
    await cancel(id);
    await eventually(async () => expect(['cancelled', 'ended']).toContain((await readCall(account, id)).status));
    await eventually(async () => expect(await readPermittedCalls(testTable(), account.accountId)).toEqual([]));
    const call = await readCall(account, id);
    expect(call.duration_secs ?? 0).toBeLessThan(2);
    expect((await order({ toNumber: calleePhone(CALLEE.isBusy) })).status).toBe('queued');
  });

  test('of another account is not touched', async () => {
    const { id } = await order({ toNumber: calleePhone(CALLEE.doesNotAnswer) });
    const other = await newAccount();
    expect(await refusalOf(other.api.cancelCall({ id }))).toMatchObject(FORBIDDEN);
    expect((await becomes(id, { status: 'ended' })).outcome).toBe('no_answer');
  });
});

describe("a campaign's call", () => {
  test('that is live is hung up, and its contact is cancelled', async () => {
    const contact = await account.given.contact({ phone: calleePhone() });
    const campaign = await account.given.campaignWith([contact], { maxAttemptsPerContact: 3 });
    await account.api.runCampaign({ id: campaign.id });
    const call = await callBegins(account, campaign);
    await cancel(call.id);
    expect(await campaignBecomes(account, campaign.id, 'completed')).toMatchObject({ contacts_completed: 1 });
    expect(await enrolledIn(account, campaign.id)).toMatchObject([{ status: 'cancelled', attempts: 1 }]);
    await expectCountersRecounted(account, campaign.id);
    expect(dialsTo(contact)).toHaveLength(1);
  });

  test('that is queued is not dialled, its contact is cancelled, and a redial calls it', async () => {
    const contacts = await account.given.contacts(3);
    const campaign = await account.given.campaignWith(contacts, { maxConcurrentCalls: 3 });
    const { calls } = await account.api.runCampaign({ id: campaign.id });
    const results = await Promise.allSettled(calls.map(({ id }) => cancel(id)));
    expect(results.map(({ status }) => status)).not.toContain('rejected');
    await campaignBecomes(account, campaign.id, 'completed');
    const statuses = (await expectCountersRecounted(account, campaign.id)).map(({ status }) => status);
    expect(statuses).toEqual(['cancelled', 'cancelled', 'cancelled']);
    const undialed = (await callsOf(account, campaign.id)).filter(({ status }) => status === 'cancelled');
    for (const { to_number } of undialed) expect(commandsOf({ command: 'dial', to: to_number })).toEqual([]);
    await account.api.redialCampaign({ id: campaign.id });
    await account.api.runCampaign({ id: campaign.id });
    await campaignBecomes(account, campaign.id, 'completed');
    await expectCountersRecounted(account, campaign.id);
    for (const contact of contacts) expect(dialsTo(contact).length).toBeGreaterThan(0);
  });
});
