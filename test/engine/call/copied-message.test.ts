import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { ClaimMessage } from '#shared/schemas/messages.ts';
import { type FakeTelnyx, startFakeTelnyx } from '#test/harness/fake-telnyx/fake-telnyx.ts';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import { newDialBench } from './dial-bench.ts';

let account: TestAccount;
let telnyx: FakeTelnyx;
beforeAll(async () => {
  [account, telnyx] = await Promise.all([newAccount(), startFakeTelnyx({ speed: 1 })]);
});
afterAll(() => telnyx.stop());

test('a dial message that comes several times during a pause comes again once', async () => {
  const list = await account.given.contacts(2);
  const campaign = await account.given.campaignWith(list, { maxConcurrentCalls: 2 });
  const bench = newDialBench(telnyx, campaign);
  await bench.run();
  const [refused, waiting] = bench.claims as [ClaimMessage, ClaimMessage];
  telnyx.misbehave('POST /calls', 'rate_limited');
  await bench.dial(refused);
  await Promise.all([bench.dial(waiting), bench.dial(waiting), bench.dial(waiting)]);
  await bench.dial(waiting);
  expect(bench.claims).toHaveLength(3);
  bench.pass(5);
  await bench.dial(waiting);
  expect((await bench.callOf(waiting)).status).toBe('queued');
  await bench.dial(bench.claims[2]);
  expect((await bench.callOf(waiting)).status).not.toBe('queued');
});
