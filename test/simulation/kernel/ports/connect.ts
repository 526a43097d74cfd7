import { converse } from '#functions/workers/converse.ts';
import type { DialLimits } from '#shared/ports/dial-limits.ts';
import type { PortionLimits } from '#shared/ports/portion-limits.ts';
import type { Worker } from '#shared/runtime/define/worker.ts';
import type { QueueWorker } from '#shared/runtime/define/worker-definition.ts';
import { QUEUES, type QueueName } from '#shared/schemas/messages.ts';
import { consumerOf, WORKERS } from '#test/simulation/kernel/functions.ts';
import type { Machine } from '#test/simulation/kernel/machine.ts';
import { type Consume, FifoQueue, type QueueSettings, StandardQueue } from '#test/simulation/kernel/queues.ts';
import { WakeUpClock } from '#test/simulation/kernel/wake-up-clock.ts';
import type { Store } from '#test/simulation/store/store.ts';
import type { Counterparts } from './counterparts.ts';
import type { Services } from './ports.ts';

export interface Connection extends Counterparts {
  machine: Machine;
  store: Store;
  limits: DialLimits;
  portions: PortionLimits;
  /** Whether calls are concluded, which matters to nobody where nothing is charged or said. */
  concludesCalls: boolean;
  /** Keeps what is said on calls; null where nobody says anything. */
  converses: Consume | null;
  newId(prefix: string): string;
  /** Called when a worker begins; what it answers is called if the batch succeeds. */
  begins(worker: string, messages: unknown[]): () => void;
  unexpected(error: unknown): void;
}

const settingsOf = (name: string, queue: QueueName): QueueSettings => ({ ...QUEUES[queue], name });

/** Ids that follow from the key of a request, whatever its seed is: that one is drawn at random. */
const idsBySeed = (newId: Connection['newId']): Services['idsOf'] => {
  const made = new Map<string, string>();
  return (seed) => {
    let count = 0;
    return (prefix) => {
      const name = `${seed} ${count++}`;
      const id = made.get(name) ?? newId(prefix);
      made.set(name, id);
      return id;
    };
  };
};

/** Connects the workers to their queues. */
export const connect = ({ begins, unexpected, concludesCalls, converses, ...connected }: Connection): Services => {
  const { machine } = connected;
  const consumer = (worker: Worker<QueueWorker>): Consume => {
    const consume = consumerOf(() => services, worker, unexpected);
    return async (invocation, bodies) => {
      const succeeds = begins(invocation.name, bodies);
      const results = await consume(invocation, bodies);
      if (results.every((succeeded) => succeeded)) succeeds();
      return results;
    };
  };
  const { advanceCampaign, applyCallEvent, deliverWebhook, extractInformation, placeCall } = WORKERS;
  const { enforceRetention, erasePerson } = WORKERS;
  const retention = settingsOf('enforce-retention', 'retention');
  const erasure = settingsOf('erase-person', 'erasure');
  const dial = settingsOf('place-call', 'dial');
  const callEvent = settingsOf('apply-call-event', 'callEvent');
  const webhook = settingsOf('deliver-webhook', 'webhook');
  const endedCall = settingsOf('extract-information', 'endedCall');
  const campaign = settingsOf('advance-campaign', 'campaign');
  const campaignQueue = new FifoQueue(machine, campaign, advanceCampaign, consumer(advanceCampaign));
  const dialQueue = new StandardQueue(machine, dial, placeCall, consumer(placeCall));
  const services: Services = {
    ...connected,
    idsOf: idsBySeed(connected.newId),
    dialQueue,
    callEventQueue: new StandardQueue(machine, callEvent, applyCallEvent, consumer(applyCallEvent)),
    retentionQueue: new StandardQueue(machine, retention, enforceRetention, consumer(enforceRetention)),
    erasureQueue: new StandardQueue(machine, erasure, erasePerson, consumer(erasePerson)),
    webhookQueue: new StandardQueue(machine, webhook, deliverWebhook, consumer(deliverWebhook)),
    ...(concludesCalls && {
      endedCallQueue: new StandardQueue(machine, endedCall, extractInformation, consumer(extractInformation)),
    }),
    ...(converses && {
      conversationQueue: new FifoQueue(machine, settingsOf('converse', 'conversation'), converse, converses),
    }),
    campaignQueue,
    wakeUpClock: new WakeUpClock(machine, (campaignId, message) => campaignQueue.send(campaignId, message)),
    callClock: new WakeUpClock(machine, (_, message) => dialQueue.send(message)),
  };
  return services;
};
