import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { dialClaim } from '#shared/engine/call/dialling/dial.ts';
import { cancelCall } from '#shared/engine/campaign/cancel-call.ts';
import type { DialResult } from '#shared/ports/telephony.ts';
import type { Contact } from '#shared/schemas/contact.ts';
import type { ClaimMessage } from '#shared/schemas/messages.ts';
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

test.each<DialResult>([
  { result: 'busy_carrier', reason: 'Too many dials.' },
  { result: 'not_accepted', reason: 'No credit is left.' },
])('a call that is cancelled while its dial is on the way to a refusal is not dialled again: %j', async (refusal) => {
  const [contact] = (await account.given.contacts(1)) as [Contact];
  const campaign = await account.given.campaignWith([contact]);
  const bench = newDialBench(telnyx, campaign);
  await bench.run();
  const [claim] = bench.claims as [ClaimMessage];
  const dial = async (): Promise<DialResult> => {
    expect(await cancelCall(bench.ports, claim.call_id)).toMatchObject({ status: 'dialing' });
    return refusal;
  };
  await dialClaim({ ...bench.ports, telephony: { ...bench.ports.telephony, dial } }, claim);
  await bench.settle(claim);
  const now = bench.ports.clock().toISOString();
  expect(await bench.callOf(claim)).toMatchObject({ status: 'cancelled', ended_at: now, error: null });
  expect(await bench.enrolmentOf(contact)).toMatchObject({ status: 'cancelled', attempts: 0, next_attempt_at: null });
  await expectNoSlots(campaign);
  bench.pass(60);
  await bench.step();
  expect(bench.claims).toEqual([claim]);
});
