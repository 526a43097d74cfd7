import { PORTION_LIMITS } from '#shared/domain/campaign/portions.ts';
import { SECOND_MS } from '#shared/domain/time.ts';
import { countUsage } from '#shared/engine/call/count-usage.ts';
import { dialClaim } from '#shared/engine/call/dialling/dial.ts';
import { receiveEvent } from '#shared/engine/call/receive-event.ts';
import { advanceCampaign } from '#shared/engine/campaign/advance.ts';
import { runCampaign } from '#shared/engine/campaign/run.ts';
import { SILENT_LOG } from '#shared/ports/log.ts';
import { telnyxTelephony } from '#shared/providers/telephony/telnyx/telnyx-telephony.ts';
import { CallEvent } from '#shared/schemas/call-event.ts';
import type { Campaign } from '#shared/schemas/campaign.ts';
import type { Contact } from '#shared/schemas/contact.ts';
import type { ClaimMessage, DialMessage } from '#shared/schemas/messages.ts';
import { type CallRecord, getCall } from '#shared/store/call/calls.ts';
import { getControl } from '#shared/store/campaign/campaigns.ts';
import { getEnrolments } from '#shared/store/campaign/enrolments.ts';
import type { FakeTelnyx } from '#test/harness/fake-telnyx/fake-telnyx.ts';
import { callerOf } from '#test/harness/given/caller.ts';
import { hiddenFromSweep } from '#test/harness/stack/hidden-from-sweep.ts';
import { withOwnConnection } from '#test/harness/stack/own-connection.ts';
import { testTable } from '#test/harness/stack/table.ts';

const nobody = { send: async () => undefined };

/** A campaign whose engine runs by a clock of its own, message by message, against the fake Telnyx. */
export const newDialBench = (telnyx: FakeTelnyx, campaign: Pick<Campaign, 'id'>, stackTable = testTable()) => {
  let nowMs = Date.now();
  const claims: ClaimMessage[] = [];
  const heardByConversations: unknown[] = [];
  const heardAgain: unknown[] = [];
  const ports = {
    table: hiddenFromSweep(withOwnConnection(stackTable)),
    telephony: telnyxTelephony(telnyx),
    checkTranscriber: () => null,
    dialQueue: {
      send: async (messages: DialMessage[]) => {
        for (const message of messages) if ('generation' in message) claims.push(message);
      },
    },
    campaignQueue: nobody,
    webhookQueue: nobody,
    endedCallQueue: nobody,
    recordingQueue: nobody,
    callEventQueue: { send: async (messages: unknown[]) => void heardAgain.push(...messages) },
    conversationQueue: { send: async (messages: unknown[]) => void heardByConversations.push(...messages) },
    wakeUps: { wakeAt: async () => undefined },
    limits: {
      maxConcurrentCallsPerAccount: 1_000,
      maxDialsPerSecond: 1_000,
      connectionMaxConcurrentCalls: null as number | null,
      connectionMaxDialsPerSecond: 1_000,
      callingHoursByDefault: null,
      callsPerDay: { free: 1_000, starter: 1_000, growth: 1_000 },
    },
    portions: PORTION_LIMITS,
    clock: () => new Date(nowMs),
    sleep: async () => undefined,
    log: SILENT_LOG,
  } as Parameters<typeof advanceCampaign>[0] & Parameters<typeof dialClaim>[0] & Parameters<typeof receiveEvent>[0];
  const callOf = async (claim: ClaimMessage) => (await getCall(ports.table, claim.call_id)) as CallRecord;
  return {
    ports,
    claims,
    heardByConversations,
    heardAgain,
    callOf,
    control: () => getControl(ports.table, campaign.id),
    enrolmentOf: async (contact: Contact) =>
      (await getEnrolments(ports.table, [{ campaignId: campaign.id, contactId: contact.id }]))[0],
    pass(seconds: number): void {
      nowMs += seconds * SECOND_MS;
    },
    async run(executionId = 'run_1', maxCalls: number | null = null): Promise<void> {
      const by = callerOf('acct_of_a_bench');
      const request = { campaignId: campaign.id, by, executionId, maxCalls, dryRun: false };
      await runCampaign(ports, { ...request, now: ports.clock() });
    },
    dial: (claim: ClaimMessage | undefined, table = ports.table) =>
      dialClaim({ ...ports, table }, claim ?? { call_id: '', generation: 0 }),
    /** The carrier's event reaches the service. */
    async hear(type: string, data: object): Promise<void> {
      const event = CallEvent.parse({ type, data: { call_control_id: 'v3:stray', ...data } });
      await receiveEvent(ports, { event, received_at: ports.clock().toISOString() });
    },
    /** The look at a call after its end, which counts what it cost. */
    conclude: (claim: ClaimMessage) => countUsage(ports, claim.call_id),
    step: () => advanceCampaign(ports, [{ campaign_id: campaign.id, reason: 'change' }]),
    /** The campaign's step after its calls have changed. */
    settle: (...settled: ClaimMessage[]) =>
      advanceCampaign(
        ports,
        settled.map(({ call_id }) => ({ campaign_id: campaign.id, reason: 'call' as const, call_id })),
      ),
  };
};

export type DialBench = ReturnType<typeof newDialBench>;
