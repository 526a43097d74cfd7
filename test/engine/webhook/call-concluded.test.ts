import { expect, test } from '@jest/globals';
import type { Call, CallRow } from '#shared/schemas/call.ts';
import { eventually } from '#test/harness/eventually.ts';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import { CALLEE, calleePhone } from '#test/harness/given/phones.ts';
import { concludedReceiverFor, listDeliveries, payloadOf, receiverFor, setUrl } from '#test/harness/given/webhooks.ts';
import { callsOf, readCall } from '#test/harness/read.ts';
import { campaignBecomes, comesToRest } from '#test/harness/wait-for.ts';

const KINDS = Object.values(CALLEE);

const callAll = async (account: TestAccount, kinds: string[]): Promise<CallRow[]> => {
  const contacts = await Promise.all(kinds.map((kind) => account.given.contact({ phone: calleePhone(kind) })));
  const settings = { maxAttemptsPerContact: 1, maxConcurrentCalls: kinds.length };
  const { id } = await account.given.campaignWith(contacts, settings);
  await account.api.runCampaign({ id });
  await comesToRest(await campaignBecomes(account, id, 'completed'));
  return callsOf(account, id);
};

const concludedIn = (receiver: Awaited<ReturnType<typeof receiverFor>>) =>
  receiver.received
    .filter(({ isDuplicate }) => !isDuplicate)
    .map(payloadOf)
    .filter(({ type }) => type === 'call.concluded')
    .map(({ data }) => data as unknown as Omit<Call, 'recording_url'>);

test.concurrent('a campaign over every kind of callee tells once of each call that it is concluded, as the call is read', async () => {
  const account = await newAccount();
  const receiver = await concludedReceiverFor(account);
  const calls = await callAll(account, KINDS);
  expect(calls).toHaveLength(KINDS.length);
  await eventually(() => expect(concludedIn(receiver)).toHaveLength(calls.length));
  expect(receiver.received.filter(({ problem }) => problem !== null)).toEqual([]);
  for (const told of concludedIn(receiver)) {
    const { recording_url: _, cost, ...call } = await readCall(account, told.id);
    // The carrier tells its charge when it likes.
    expect(told).toEqual({ ...call, cost: { ...cost, carrier_usd: expect.any(String) } });
    if (told.outcome === 'answered') expect(told.summary).not.toBeNull();
    if (told.answered_at !== null)
      expect(told.transcript.length + Number(told.outcome === 'voicemail')).toBeGreaterThan(0);
  }
  expect(new Set(concludedIn(receiver).map(({ id }) => id)).size).toBe(calls.length);
  const { deliveries } = await listDeliveries(account, { status: 'delivered' });
  expect(deliveries.filter(({ type }) => type === 'call.concluded')).toHaveLength(calls.length);
});

test.concurrent('who did not ask for it, or asks for it after a call, is not told of its conclusion', async () => {
  const account = await newAccount();
  const receiver = await receiverFor(account);
  const [before] = await callAll(account, [CALLEE.isBusy]);
  await setUrl(account, 'call', `${receiver.url}/call`, true, ['call.concluded']);
  const [after] = await callAll(account, [CALLEE.isBusy]);
  await eventually(() => expect(concludedIn(receiver).map(({ id }) => id)).toEqual([after?.id]));
  expect(before?.id).not.toBe(after?.id);
});
