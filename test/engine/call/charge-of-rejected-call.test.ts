import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { inboundCallId } from '#shared/domain/call/client-state.ts';
import { type FakeTelnyx, startFakeTelnyx } from '#test/harness/fake-telnyx/fake-telnyx.ts';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import { calleePhone } from '#test/harness/given/phones.ts';
import { newDialBench } from './dial-bench.ts';

let account: TestAccount;
let telnyx: FakeTelnyx;
beforeAll(async () => {
  account = await newAccount();
  telnyx = await startFakeTelnyx({ speed: 1 });
});
afterAll(() => telnyx.stop());

test('a charge that is heard of before its inbound call, which is rejected then, is counted', async () => {
  const number = await account.given.number();
  const bench = newDialBench(telnyx, { id: 'camp_of_nobody' });
  const concluded: unknown[] = [];
  bench.ports.endedCallQueue = { send: async (messages) => void concluded.push(...messages) };
  bench.ports.telephony.reject = async () => undefined;
  const leg = { call_control_id: 'v3:charged', direction: 'inbound', from: calleePhone(), to: number.phone_number };
  await bench.hear('call.cost', { ...leg, cost: { totalUsd: '0.0100' } });
  expect(concluded).toEqual([]);
  await bench.hear('call.initiated', leg);
  expect(concluded).toEqual([{ call_id: inboundCallId(leg.call_control_id) }]);
});
