import { beforeAll, expect, test } from '@jest/globals';
import { DAY_MS, SECOND_MS } from '#shared/domain/time.ts';
import { resolveOverdue } from '#shared/engine/call/resolve-overdue.ts';
import type { CarrierCall } from '#shared/ports/telephony.ts';
import { getCall } from '#shared/store/call/calls.ts';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import { newLiveCall } from '#test/harness/given/calls/live-call.ts';
import { testTable } from '#test/harness/stack/table.ts';

const LIMITS = { calls: 1, milliseconds: SECOND_MS };
/** The sweep looks calls up, and may run for this long. */
const SWEEP_SECONDS = 60;

let account: TestAccount;
let assistantId: string;

beforeAll(async () => {
  account = await newAccount();
  assistantId = (await account.given.assistant({ templateId: 'outbound-setter' })).id;
});

test('a call whose end was looked up is concluded after its write, however slow that is, and after a crash', async () => {
  const { call, ports } = await newLiveCall(account, { assistant_id: assistantId, answered_by: 'human' });
  const now = new Date(Date.now() + DAY_MS);
  const over: CarrierCall = {
    state: 'ended',
    callControlId: String(call.call_control_id),
    callLegId: 'leg',
    callSessionId: 'session',
    hangupCause: 'normal_clearing',
    machineDetection: null,
    answeredAt: call.answered_at,
    endedAt: now.toISOString(),
    durationSecs: 60,
  };
  const sent: { status: string | undefined; delaySeconds: number }[] = [];
  const endedCallQueue = {
    send: async (_: unknown, { delaySeconds = 0 } = {}) => {
      const { status } = (await getCall(testTable(), call.id)) ?? {};
      sent.push({ status, delaySeconds });
    },
  };
  const unneeded = { send: async () => undefined };
  const telephony = { ...ports.telephony, findCall: async () => over };
  await resolveOverdue({ ...ports, telephony, endedCallQueue, dialQueue: unneeded, clock: () => now }, [call], LIMITS);
  expect(sent).toEqual([
    { status: 'in_progress', delaySeconds: SWEEP_SECONDS },
    { status: 'ended', delaySeconds: 0 },
  ]);
});
