import { numberingOf } from '#shared/domain/phone-number/numbering-plan.ts';
import { WEBHOOK_RETRY_SECONDS } from '#shared/domain/webhook/retries.ts';
import { type Capability, ofEachQueue, ofEachSecret } from '#shared/ports/capabilities.ts';
import type { DialLimits } from '#shared/ports/dial-limits.ts';
import type { PortionLimits } from '#shared/ports/portion-limits.ts';
import type { QueueSender } from '#shared/ports/queue-sender.ts';
import {
  type CallCommand,
  type CarrierCallIds,
  DIAL_REPLY_DEADLINE_MS,
  type DialResult,
  type Telephony,
} from '#shared/ports/telephony.ts';
import type { CallWakeUps, CampaignWakeUps } from '#shared/ports/wake-ups.ts';
import { scriptedModels } from '#shared/providers/language-model/scripted-models.ts';
import { simulatedWebhook } from '#shared/providers/telephony/simulated/simulated-webhook.ts';
import type { WorkerContext } from '#shared/runtime/define/worker-definition.ts';
import {
  type CampaignMessage,
  type DueCallMessage,
  QUEUES,
  type QueueName,
  type QueueSchema,
} from '#shared/schemas/messages.ts';
import type { Invocation } from '#test/simulation/kernel/invocation.ts';
import type { Machine } from '#test/simulation/kernel/machine.ts';
import { type FifoQueue, StandardQueue } from '#test/simulation/kernel/queues.ts';
import type { WakeUpClock } from '#test/simulation/kernel/wake-up-clock.ts';
import type { Store } from '#test/simulation/store/store.ts';
import { CARRIER_PUBLIC_KEY } from './carrier-key.ts';
import type { Counterparts, InboundAction, KeptCopy } from './counterparts.ts';
import { postWebhookOf } from './post-webhook.ts';
import { tableOf } from './table-port.ts';

export interface Services extends Counterparts, Partial<Record<`${QueueName}Queue`, StandardQueue | FifoQueue>> {
  machine: Machine;
  store: Store;
  dialQueue: StandardQueue;
  callEventQueue: StandardQueue;
  campaignQueue: FifoQueue;
  webhookQueue: StandardQueue;
  wakeUpClock: WakeUpClock<CampaignMessage & { due_at: string }>;
  callClock: WakeUpClock<DueCallMessage>;
  limits: DialLimits;
  portions: PortionLimits;
  newId(prefix: string): string;
  /** The ids of a request under a key, whichever of its repetitions asks. */
  idsOf(seed: string): (prefix: string) => string;
}

const unneeded = (): never => {
  throw new Error('The simulated worlds do not need this port.');
};

/**
 * What is sent to a queue that is not served here has no effect on who is called. Conversations have tests of their
 * own.
 */
const enqueue = (services: Services, name: QueueName, message: unknown, delaySeconds: number | undefined): void => {
  const queue = services[`${name}Queue`];
  if (!queue) return;
  const schema: QueueSchema = QUEUES[name];
  if (queue instanceof StandardQueue) queue.send(message, delaySeconds);
  else queue.send(schema.groupOf?.(message) ?? '', message);
};

const senderOf = (services: Services, invocation: Invocation, name: QueueName): QueueSender<unknown> => ({
  // A crash between two batches leaves the first ones sent.
  async send(messages, { delaySeconds } = {}) {
    for (let at = 0; at < messages.length; at += 10) {
      const batch = messages.slice(at, at + 10);
      await invocation.operation(`send ${name} ${JSON.stringify(batch)}`, 'send', () => {
        for (const message of batch) enqueue(services, name, message, delaySeconds);
      });
    }
  },
});

const dialOf = (services: Services, invocation: Invocation): Telephony['dial'] => {
  const { carrier, machine } = services;
  const { kernel, faults } = machine;
  return (request) =>
    new Promise((resolve) => {
      if (invocation.isOver || invocation.mayCrash('crashBefore', 'before the dial')) return;
      let isReplied = false;
      const reply = (result: DialResult): boolean => {
        if (isReplied || invocation.isOver) return false;
        isReplied = true;
        if (carrier.events.reported.has(request.commandId)) faults.count('eventBeforeReply');
        invocation.trace(`dial ${request.commandId}: ${result.result}`);
        if (invocation.mayCrash('crashAfter', 'after the dial')) return true;
        carrier.heard(request.commandId, result, invocation);
        resolve(result);
        return true;
      };
      if (faults.happens('dialUnreachable')) {
        kernel.after(kernel.random.between(1, 50), () =>
          reply({ result: 'busy_carrier', reason: 'Connection refused.' }),
        );
        return;
      }
      kernel.after(DIAL_REPLY_DEADLINE_MS, () => reply({ result: 'unknown', reason: 'No reply in time.' }));
      if (faults.happens('dialTimedOutNotPlaced')) return;
      const travelMs = faults.happens('dialReplySlow')
        ? kernel.random.between(100, 4900)
        : kernel.random.between(5, 120);
      // A message under way arrives even if its sender is gone by then.
      kernel.after(travelMs, () => {
        invocation.trace(`dial ${request.commandId} arrives`);
        const result = carrier.dial(request);
        const replyMs = faults.happens('dialReplySlow')
          ? kernel.random.between(100, 3000)
          : kernel.random.between(5, 80);
        if (result) kernel.after(replyMs, () => reply(result));
        return true;
      });
      invocation.mayCrash('crashAfter', 'while the dial is in the air');
    });
};

const telephonyOf = (services: Services, invocation: Invocation): Telephony => {
  const { carrier, inbound, machine } = services;
  const noReply = (): never => {
    throw Object.assign(new Error('The carrier did not reply in time.'), { name: 'TimeoutError' });
  };
  const obeyed = (name: string, obey: () => void) =>
    invocation.operation(name, 'none', () => {
      if (machine.faults.happens('commandUnreachable')) noReply();
      obey();
      if (machine.faults.happens('commandUnanswered')) noReply();
    });
  const command =
    (action: InboundAction) =>
    ({ callControlId: controlId, commandId }: CallCommand) =>
      obeyed(`${action} ${controlId}`, () => inbound.command(action, controlId, commandId));
  const erasing =
    (copy: KeptCopy) =>
    ({ callControlId: controlId }: CarrierCallIds) =>
      obeyed(`delete ${copy} of ${controlId}`, () => carrier.erase(copy, controlId ?? ''));
  const found = (call: Parameters<Telephony['findCall']>[0]): Awaited<ReturnType<Telephony['findCall']>> => {
    if (machine.faults.happens('findUnavailable')) {
      carrier.unreachable(call.commandId);
      return 'unavailable';
    }
    const placed = carrier.find(call);
    return placed === 'not_found' && call.callControlId !== null ? inbound.find(call.callControlId) : placed;
  };
  return {
    providerName: 'simulated',
    dial: dialOf(services, invocation),
    findCall: async (call) => {
      const answer = await invocation.operation(`findCall ${call.commandId}`, 'none', () => found(call));
      // An answer may be lost with the function that asked.
      if (typeof answer !== 'string') for (const side of [carrier, inbound]) side.learned(answer, invocation);
      return answer;
    },
    searchNumbers: unneeded,
    orderNumber: unneeded,
    findOrder: unneeded,
    releaseNumber: ({ phoneNumber }) => invocation.operation(`release ${phoneNumber}`, 'none', () => undefined),
    answer: command('answer'),
    reject: command('reject'),
    hangUp: ({ callControlId }) => obeyed(`hang up ${callControlId}`, () => carrier.hangUp(callControlId)),
    speak: unneeded,
    stopSpeaking: unneeded,
    startTranscription: unneeded,
    deleteRecordings: erasing('recordings'),
    deleteCall: erasing('call'),
  };
};

const wakeUpsOf = ({ wakeUpClock }: Services, invocation: Invocation): CampaignWakeUps => ({
  wakeAt: (campaignId, at) =>
    invocation.operation(`wake ${campaignId} at ${at.toISOString()}`, 'send', () =>
      wakeUpClock.set(campaignId, at, { campaign_id: campaignId, reason: 'wake', due_at: at.toISOString() }),
    ),
});

const callWakeUpsOf = ({ callClock }: Services, invocation: Invocation): CallWakeUps => ({
  lookAt: (due) =>
    invocation.operation(`look at ${due.call_id} at ${due.due_at}`, 'send', () =>
      callClock.set(due.call_id, new Date(due.due_at), due),
    ),
});

export const signingSecret = async (): Promise<string> => 'the master secret of the simulated worlds';

type PortBuilder = (services: Services, invocation: Invocation) => object;

/** A function that uses another capability has no place in the simulated worlds. */
const BUILDERS: Partial<Record<Capability, PortBuilder>> = {
  'table:read': (services, invocation) => ({ table: tableOf(services, invocation) }),
  'table:write': (services, invocation) => ({ table: tableOf(services, invocation) }),
  // The worlds' table knows numbers as they are.
  lines: () => ({ hashLine: async (partition: string) => partition, assertKeyFits: async () => undefined }),
  ...ofEachQueue<PortBuilder>((name) => (services, invocation) => ({
    [`${name}Queue`]: senderOf(services, invocation, name),
  })),
  carrierWebhook: () => ({ carrierWebhook: simulatedWebhook({ publicKey: CARRIER_PUBLIC_KEY }) }),
  'numberSchedules:write': () => ({ trialEnds: unneeded }),
  ...ofEachSecret<PortBuilder>((name) => () => ({
    [`${name}Secret`]: name === 'webhookSigning' ? signingSecret : unneeded,
  })),
  webhookReceivers: (services, invocation) => ({
    postWebhook: postWebhookOf(services, invocation),
    retrySeconds: WEBHOOK_RETRY_SECONDS,
  }),
  // Nothing is said on the calls, so no model is asked.
  languageModels: () => ({ models: scriptedModels() }),
  webhookUrls: () => ({ webhookUrlProblem: unneeded }),
  dialLimits: ({ limits }) => ({ limits }),
  numberingPlan: () => ({ numberingOf }),
  retentionBounds: () => ({ retentionBounds: { transcript: null, recording: null } }),
  portionLimits: ({ portions }) => ({ portions }),
  'schedules:write': (services, invocation) => ({ wakeUps: wakeUpsOf(services, invocation) }),
  'callSchedules:write': (services, invocation) => ({ callWakeUps: callWakeUpsOf(services, invocation) }),
  telephony: (services, invocation) => ({ telephony: telephonyOf(services, invocation) }),
  'recordings:link': () => ({ recordingLinks: { linkTo: unneeded } }),
  // What lies in the bucket is no part of the worlds.
  'recordings:delete': (_, invocation) => ({
    recordingRemover: { remove: (key: string) => invocation.operation(`remove ${key}`, 'none', () => undefined) },
  }),
  'exports:delete': (_, invocation) => ({
    exportRemover: { remove: (key: string) => invocation.operation(`remove ${key}`, 'none', () => undefined) },
  }),
  'erasureLog:write': (_, invocation) => ({
    erasureLog: { note: ({ id }: { id: string }) => invocation.operation(`log ${id}`, 'none', () => undefined) },
  }),
  transcription: () => ({ checkTranscriber: () => null }),
};

const portsFor = (services: Services, invocation: Invocation, uses: readonly Capability[]): object =>
  Object.assign({}, ...uses.map((capability) => (BUILDERS[capability] ?? unneeded)(services, invocation)));

/** A function's context: the ports that it declares, a clock of its own, and nothing else. */
export const contextFor = (services: Services, invocation: Invocation, uses: readonly Capability[]): WorkerContext => ({
  ...portsFor(services, invocation, uses),
  clock: invocation.clock,
  sleep: (milliseconds) => invocation.sleep(milliseconds),
  newId: (prefix) => services.newId(prefix),
  log: {
    info: () => undefined,
    warn: (message) => invocation.trace(`warns: ${message}`),
    error: (message, error) => invocation.trace(`logs an error: ${message} ${(error as Error).message}`),
    about: () => undefined,
  },
});
