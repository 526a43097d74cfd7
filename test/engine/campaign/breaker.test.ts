import { afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { ClaimMessage } from '#shared/schemas/messages.ts';
import { changeCall } from '#shared/store/call/call-changes.ts';
import { type CallRecord, getCall } from '#shared/store/call/calls.ts';
import { getCounts, recentDialsIn } from '#shared/store/campaign/contact-counts.ts';
import { writeChange } from '#shared/store/table/conditional-write.ts';
import { type DialBench, newDialBench } from '#test/engine/call/dial-bench.ts';
import { type FakeTelnyx, startFakeTelnyx } from '#test/harness/fake-telnyx/fake-telnyx.ts';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import { readCampaign } from '#test/harness/read.ts';
import { testTable } from '#test/harness/stack/table.ts';

let account: TestAccount;
let telnyx: FakeTelnyx;
beforeAll(async () => {
  account = await newAccount();
});
beforeEach(async () => {
  telnyx = await startFakeTelnyx({ speed: 1 });
});
afterEach(() => telnyx.stop());

const running = async (settings = {}): Promise<DialBench & { id: string }> => {
  const list = await account.given.contacts(40);
  const campaign = await account.given.campaignWith(list, { maxConcurrentCalls: 10, ...settings });
  const bench = newDialBench(telnyx, campaign);
  await bench.run();
  return { ...bench, id: campaign.id };
};

/** Ends claimed calls as the carrier's hangup would. */
const end = async (claims: ClaimMessage[], ended_reason: string): Promise<void> => {
  for (const { call_id } of claims) {
    const call = (await getCall(testTable(), call_id)) as CallRecord;
    const ended = { status: 'ended', outcome: 'failed', ended_reason, ended_at: new Date().toISOString() } as const;
    await writeChange(testTable(), changeCall(call, ended));
  }
};

const next = (bench: DialBench, count: number): ClaimMessage[] => bench.claims.splice(0, count);

test('a campaign whose calls fail is halted after 25, and everybody else stays undialled', async () => {
  const bench = await running();
  let dialled = 0;
  while ((await bench.control())?.status === 'running' && dialled < 40) {
    const some = next(bench, 5);
    await end(some, 'call_rejected');
    await bench.settle(...some);
    dialled += some.length;
  }
  expect(dialled).toBe(25);
  expect(await bench.control()).toMatchObject({
    status: 'paused',
    paused_reason: '25 of the last 25 calls failed; the last one: call_rejected',
  });
  expect(await readCampaign(account, bench.id)).toMatchObject({ contacts_called: 25 });
});

test('invalid numbers halt nothing', async () => {
  const bench = await running();
  for (let some = next(bench, 10); some.length > 0; some = next(bench, 10)) {
    await end(some, 'invalid_number');
    await bench.settle(...some);
  }
  expect(await bench.control()).toMatchObject({ status: 'completed', paused_reason: null });
});

test('a call that is settled twice, or twice at once, counts once', async () => {
  const bench = await running();
  const some = next(bench, 10);
  await end(some, 'call_rejected');
  await Promise.all([bench.settle(...some), bench.settle(...some), bench.settle(...some.slice(0, 3))]);
  await bench.settle(...some);
  expect(recentDialsIn(await getCounts(testTable(), bench.id))).toMatchObject({ results: 'F'.repeat(10) });
});

test('calls of an earlier run count nothing in the next one', async () => {
  const bench = await running();
  const old = next(bench, 10);
  await end(old, 'call_rejected');
  await account.api.pauseCampaign({ id: bench.id });
  await bench.run('run_2');
  await bench.settle(...old);
  expect(recentDialsIn(await getCounts(testTable(), bench.id))).toBeUndefined();
  const some = next(bench, 3);
  await end(some, 'call_rejected');
  await bench.settle(...some);
  expect(recentDialsIn(await getCounts(testTable(), bench.id))).toMatchObject({ run: 2, results: 'FFF' });
});
