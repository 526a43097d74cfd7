import { afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { dayOf } from '#shared/domain/account/dial-bounds.ts';
import { encodeClientState } from '#shared/domain/call/client-state.ts';
import { numberingOf } from '#shared/domain/phone-number/numbering-plan.ts';
import { createCall } from '#shared/engine/call/single/create-call.ts';
import { serveDueCall } from '#shared/engine/call/single/serve-due.ts';
import { cancelCall } from '#shared/engine/campaign/cancel-call.ts';
import type { Call } from '#shared/schemas/call.ts';
import { type AssistantRecord, getAssistant } from '#shared/store/assistants.ts';
import { type CallRecord, getCall } from '#shared/store/call/calls.ts';
import { keys } from '#shared/store/keys.ts';
import { readDayUsage } from '#shared/store/limits/daily-usage.ts';
import type { WriteOperation } from '#shared/store/table/table.ts';
import { type FakeTelnyx, startFakeTelnyx } from '#test/harness/fake-telnyx/fake-telnyx.ts';
import type { Misbehaviour } from '#test/harness/fake-telnyx/misbehaviour.ts';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import { calleePhone } from '#test/harness/given/phones.ts';
import { testTable } from '#test/harness/stack/table.ts';
import { newDialBench } from './dial-bench.ts';

/** Single calls, message by message. */

let account: TestAccount;
let assistant: AssistantRecord;
let telnyx: FakeTelnyx;
let orders = 0;
beforeAll(async () => {
  account = await newAccount();
  await account.given.number();
  const { id } = await account.given.assistant();
  assistant = (await getAssistant(testTable(), id)) as AssistantRecord;
});
beforeEach(async () => {
  telnyx = await startFakeTelnyx({ speed: 1 });
});
afterEach(() => telnyx.stop());

/** A call at once, which is claimed and not dialled yet. */
const ordered = async () => {
  const bench = newDialBench(telnyx, { id: 'camp_of_nobody' });
  const ports = {
    ...bench.ports,
    numberingOf,
    callWakeUps: { lookAt: async () => undefined },
    commit: async (operations: WriteOperation[], call: Call) => {
      await bench.ports.table.transact(operations);
      return call;
    },
  };
  orders += 1;
  const id = `call_of_bench_${account.accountId}_${orders}`;
  const order = { id, accountId: account.accountId, teamId: account.teamId, assistant, contact: undefined };
  const rest = { toNumber: calleePhone(), fromNumber: undefined, scheduledAt: null, variables: {} };
  await createCall(ports as never, { ...order, ...rest }, bench.ports.clock());
  const call = async () => (await getCall(bench.ports.table, id)) as CallRecord;
  return {
    ...bench,
    call,
    cancel: () => cancelCall(ports as never, id),
    latest: () => bench.claims.at(-1),
    /** The look for which it waits. */
    look: async () => {
      const { account_id, due_at } = await call();
      await serveDueCall(ports as never, { call_id: id, account_id, due_at: due_at ?? '' });
    },
    dials: () => telnyx.requests.filter(({ request }) => request === 'POST /calls'),
  };
};

test('is dialled by a later claim, though the message of an earlier one had to come again', async () => {
  const { look, dial, latest, ...bench } = await ordered();
  telnyx.misbehave('POST /calls', 'rate_limited');
  await dial(latest());
  await look();
  // The carrier's connection pauses.
  await dial(latest());
  expect(latest()).toMatchObject({ generation: 2, resend: 1 });
  bench.pass(2);
  telnyx.misbehave('POST /calls', 'rate_limited');
  await dial(latest());
  await look();
  bench.pass(10);
  await dial(latest());
  expect(bench.dials()).toHaveLength(3);
  expect(await bench.call()).toMatchObject({ status: 'dialing', generation: 3 });
});

test('that is cancelled during a dial which the carrier refuses waits for no other', async () => {
  const { cancel, dial, latest, ...bench } = await ordered();
  const send = bench.ports.telephony.dial;
  telnyx.misbehave('POST /calls', 'rate_limited');
  bench.ports.telephony.dial = async (request) => {
    const result = await send(request);
    expect((await cancel()).status).toBe('dialing');
    return result;
  };
  await dial(latest());
  expect(await bench.call()).toMatchObject({ status: 'cancelled', due_at: null, day_dial: null });
});

test('whose cancel was noted the moment after its dial was given up is cancelled at its next look', async () => {
  const { look, dial, latest, ...bench } = await ordered();
  telnyx.misbehave('POST /calls', 'rate_limited');
  await dial(latest());
  const asked = { hang_up_requested_at: bench.ports.clock().toISOString() };
  await bench.ports.table.write({ update: keys.call((await bench.call()).id), set: asked });
  await look();
  expect(await bench.call()).toMatchObject({ status: 'cancelled', due_at: null });
  expect(bench.dials()).toHaveLength(1);
});

test.each<[Misbehaviour, string]>([
  ['rate_limited', 'cancelled'],
  ['unauthorized', 'ended'],
])(
  'whose refused dial (%s) was placed all the same counts on its day, though it is %s by then',
  async (refusal, by) => {
    const { cancel, dial, latest, call, ...bench } = await ordered();
    const dialsOfDay = async () => (await readDayUsage(bench.ports.table, account.accountId, dayOf(new Date()))).calls;
    const before = await dialsOfDay();
    telnyx.misbehave('POST /calls', refusal);
    await dial(latest());
    if (by === 'cancelled') await cancel();
    expect([(await call()).status, await dialsOfDay()]).toEqual([by, before - 1]);
    for (const type of ['call.initiated', 'call.answered'])
      await bench.hear(type, { client_state: encodeClientState((await call()).id, { generation: 1 }) });
    expect([(await call()).status, await dialsOfDay()]).toEqual([by, before]);
  },
);
test.each(['before', 'after'])(
  'that a deleted campaign was asked for is not dialled, deleted %s its claim',
  async (when) => {
    const campaign = await account.given.campaign();
    const { look, dial, latest, ...bench } = await ordered();
    const { id, generation } = await bench.call();
    await bench.ports.table.write({ update: keys.call(id), set: { callback_campaign_id: campaign.id }, when: [] });
    if (when === 'before') {
      telnyx.misbehave('POST /calls', 'rate_limited');
      await dial(latest());
    }
    await account.api.deleteCampaign({ id: campaign.id });
    if (when === 'before') await look();
    else await dial(latest());
    expect(await bench.call()).toMatchObject({ status: 'cancelled', generation });
    expect(bench.dials()).toHaveLength(when === 'before' ? 1 : 0);
  },
);
