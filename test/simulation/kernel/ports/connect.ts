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
  /** Whether calls are concluded, which matters to nobody where nothing is charged. */
  concludesCalls: boolean;
  newId(prefix: string): string;
  /** Called when a worker begins; what it answers is called if the batch succeeds. */
  begins(worker: string, messages: unknown[]): () => void;
  unexpected(error: unknown): void;
}

const settingsOf = (name: string, queue: QueueName): QueueSettings => ({ ...QUEUES[queue], name });

/** Connects the workers to their queues. */
export const connect = ({ begins, unexpected, concludesCalls, ...connected }: Connection): Services => {
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
  const dial = settingsOf('place-call', 'dial');
  const callEvent = settingsOf('apply-call-event', 'callEvent');
  const webhook = settingsOf('deliver-webhook', 'webhook');
  const endedCall = settingsOf('extract-information', 'endedCall');
  const campaign = settingsOf('advance-campaign', 'campaign');
  const campaignQueue = new FifoQueue(machine, campaign, advanceCampaign, consumer(advanceCampaign));
  const services: Services = {
    ...connected,
    dialQueue: new StandardQueue(machine, dial, placeCall, consumer(placeCall)),
    callEventQueue: new StandardQueue(machine, callEvent, applyCallEvent, consumer(applyCallEvent)),
    webhookQueue: new StandardQueue(machine, webhook, deliverWebhook, consumer(deliverWebhook)),
    ...(concludesCalls && {
      endedCallQueue: new StandardQueue(machine, endedCall, extractInformation, consumer(extractInformation)),
    }),
    campaignQueue,
    wakeUpClock: new WakeUpClock(machine, campaignQueue),
  };
  return services;
};
