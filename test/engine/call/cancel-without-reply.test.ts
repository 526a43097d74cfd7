import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { encodeClientState } from '#shared/domain/call/client-state.ts';
import { dialClaim } from '#shared/engine/call/dialling/dial.ts';
import { cancelCall } from '#shared/engine/campaign/cancel-call.ts';
import type { DialResult } from '#shared/ports/telephony.ts';
import type { Contact } from '#shared/schemas/contact.ts';
import type { CampaignMessage, ClaimMessage } from '#shared/schemas/messages.ts';
import {
  ConditionFailed,
  type TableWriter,
  type UpdateOperation,
  type WriteOperation,
} from '#shared/store/table/table.ts';
import { type FakeTelnyx, startFakeTelnyx } from '#test/harness/fake-telnyx/fake-telnyx.ts';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import { expectNoSlots } from '#test/harness/wait-for.ts';
import { newDialBench } from './dial-bench.ts';

let account: TestAccount;
let telnyx: FakeTelnyx;
beforeAll(async () => {
  account = await newAccount();
  telnyx = await startFakeTelnyx({ speed: 1 });
});
afterAll(() => telnyx.stop());

/**
 * The first write of a call is carried out and its reply lost: the database's client sends it once more, and finds its
 * condition fail. `meanwhile` comes between the two.
 */
const losingFirstReply = (table: TableWriter, callId: string, meanwhile = async () => {}): TableWriter => {
  let isLost = false;
  const isOfCall = (operation: WriteOperation): operation is UpdateOperation =>
    'update' in operation && operation.update.pk.endsWith(callId);
  return {
    ...table,
    write: async (operation) => {
      await table.write(operation);
      if (isLost || !isOfCall(operation)) return;
      isLost = true;
      await meanwhile();
      throw new ConditionFailed([]);
    },
  };
};

const claimed = async () => {
  const [contact] = (await account.given.contacts(1)) as [Contact];
  const campaign = await account.given.campaignWith([contact]);
  const bench = newDialBench(telnyx, campaign);
  await bench.run();
  const [claim] = bench.claims as [ClaimMessage];
  return { bench, campaign, claim, contact };
};

test('the call of a campaign is cancelled once, whose cancel heard no reply', async () => {
  const { bench, campaign, claim, contact } = await claimed();
  const table = losingFirstReply(bench.ports.table, claim.call_id);
  expect(await cancelCall({ ...bench.ports, table }, claim.call_id)).toMatchObject({ status: 'cancelled' });
  expect(await bench.enrolmentOf(contact)).toMatchObject({ status: 'cancelled', attempts: 0 });
  await expectNoSlots(campaign);
  bench.pass(1);
  await expect(cancelCall(bench.ports, claim.call_id)).rejects.toThrow('cancelled already');
});

test('a call that is hung up ends for the one who asked, whose wish heard no reply', async () => {
  const { bench, claim } = await claimed();
  await dialClaim(bench.ports, claim);
  const hangUp = async () => {
    const { call_control_id, generation } = await bench.callOf(claim);
    const client_state = encodeClientState(claim.call_id, { generation });
    await bench.hear('call.hangup', { call_control_id, client_state, hangup_cause: 'normal_clearing' });
  };
  const table = losingFirstReply(bench.ports.table, claim.call_id, hangUp);
  expect(await cancelCall({ ...bench.ports, table }, claim.call_id)).toMatchObject({ status: 'ended' });
  bench.pass(1);
  await expect(cancelCall(bench.ports, claim.call_id)).rejects.toThrow('has ended');
});

test('a call whose dial is refused ends for the one who asked, whose wish heard no reply', async () => {
  const { bench, claim, contact } = await claimed();
  const begun = Promise.withResolvers<void>();
  const refused = Promise.withResolvers<DialResult>();
  const dial = (): Promise<DialResult> => {
    begun.resolve();
    return refused.promise;
  };
  const dialled = dialClaim({ ...bench.ports, telephony: { ...bench.ports.telephony, dial } }, claim);
  await begun.promise;
  const table = losingFirstReply(bench.ports.table, claim.call_id, async () => {
    bench.pass(1);
    refused.resolve({ result: 'busy_carrier', reason: 'Too many dials.' });
    await dialled;
  });
  expect(await cancelCall({ ...bench.ports, table }, claim.call_id)).toMatchObject({ status: 'cancelled' });
  await bench.settle(claim);
  expect(await bench.enrolmentOf(contact)).toMatchObject({ status: 'cancelled', attempts: 0 });
  bench.pass(1);
  await expect(cancelCall(bench.ports, claim.call_id)).rejects.toThrow('cancelled already');
});

test('a cancel is done though its contact is held up by others, and the campaign settles it', async () => {
  const { bench, campaign, claim, contact } = await claimed();
  const transact = async () => {
    throw new ConditionFailed([]);
  };
  const table = { ...bench.ports.table, transact, backOff: async () => undefined };
  const told: CampaignMessage[] = [];
  const campaignQueue = { send: async (messages: CampaignMessage[]) => void told.push(...messages) };
  const cancelled = await cancelCall({ ...bench.ports, table, campaignQueue }, claim.call_id);
  expect(cancelled).toMatchObject({ status: 'cancelled' });
  expect(told).toMatchObject([{ call_id: claim.call_id }]);
  await bench.settle(claim);
  expect(await bench.enrolmentOf(contact)).toMatchObject({ status: 'cancelled', attempts: 0 });
  await expectNoSlots(campaign);
});
