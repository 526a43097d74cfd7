import type { QueueSender } from '#shared/ports/queue-sender.ts';
import { sqsSender } from '#shared/runtime/clients/queue-sender.ts';
import { type MessageOf, QUEUES, type QueueName } from '#shared/schemas/messages.ts';
import type { Target } from './target.ts';

const toNobody = { send: async () => undefined };

/** Sends to a queue of the deployment; to nobody where its address is not known, and the sweep does its work later. */
export const senderTo = <Name extends QueueName>({ queues }: Target, name: Name): QueueSender<MessageOf<Name>> =>
  queues === null ? toNobody : sqsSender<unknown>(queues[name].url, QUEUES[name]);
