import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { updateCampaign } from '#shared/engine/campaign/update.ts';
import { newDialBench } from '#test/engine/call/dial-bench.ts';
import { type FakeTelnyx, startFakeTelnyx } from '#test/harness/fake-telnyx/fake-telnyx.ts';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';

let account: TestAccount;
let telnyx: FakeTelnyx;
beforeAll(async () => {
  [account, telnyx] = await Promise.all([newAccount(), startFakeTelnyx({ speed: 1 })]);
});
afterAll(() => telnyx.stop());

test('a limit that went up and down again between a claim and its dial holds for that dial', async () => {
  const campaign = await account.given.campaignWith(await account.given.contacts(3), { maxConcurrentCalls: 1 });
  const bench = newDialBench(telnyx, campaign);
  const changeLimit = (maxConcurrentCalls: number) =>
    updateCampaign(bench.ports, campaign.id, { maxConcurrentCalls }, undefined);
  await bench.run();
  await changeLimit(3);
  await bench.step();
  const [late, second, third] = bench.claims;
  await bench.dial(second);
  await bench.dial(third);
  await changeLimit(1);
  await bench.dial(late);
  const calls = await Promise.all(bench.claims.map(bench.callOf));
  expect(calls.map(({ status, not_dialed_reason: reason }) => [status, reason])).toEqual([
    ['not_dialed', 'over_limit'],
    ['dialing', null],
    ['dialing', null],
  ]);
});
