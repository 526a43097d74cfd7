import { NAME_PREFIX } from '#infra/local/process/local-aws.ts';
import { QUEUES, type QueueName } from '#shared/schemas/messages.ts';

const kebabCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
const queueNameOf = (name: string, fifo: boolean): string => `${NAME_PREFIX}-${kebabCase(name)}${fifo ? '.fifo' : ''}`;

/** What a queue and its dead letters are called on a laptop. */
export const queueNamesOf = (name: QueueName) => ({
  queueName: queueNameOf(name, QUEUES[name].fifo),
  deadLetterName: queueNameOf(`${name}-dlq`, QUEUES[name].fifo),
});
