import { StartError } from '#infra/local/process/start-error.ts';
import type { Command } from '#infra/operate/command.ts';
import { columns } from '#infra/operate/output.ts';
import type { QueueAddress } from '#infra/operate/queue-addresses.ts';
import type { Target } from '#infra/operate/target.ts';
import { QUEUE_NAMES, QUEUES, type QueueName } from '#shared/schemas/messages.ts';
import { queueClient, readDeadLetters } from './dead-letter-queues.ts';

/** @throws StartError where only a table is known. */
export const queuesOf = ({ queues }: Target): Record<QueueName, QueueAddress> => {
  if (queues !== null) return queues;
  throw new StartError(
    'A table alone does not tell where its queues are. Name the stack with --stack, or use --laptop.',
  );
};

export const deadLettersList: Command = {
  name: 'dead-letters list',
  args: [],
  summary: 'Lists the queues with how many messages their workers gave up on, and since when.',
  changes: false,
  async run({ target }) {
    const addresses = queuesOf(target);
    const sqs = queueClient();
    const queues = await Promise.all(
      QUEUE_NAMES.map(async (name) => {
        const { count, oldestSentAt } = await readDeadLetters(sqs, addresses[name]);
        return { queue: name, count, oldest_sent_at: oldestSentAt, meaning: QUEUES[name].deadLetters };
      }),
    );
    const parked = queues.filter(({ count }) => count > 0);
    return {
      json: { queues },
      lines: [
        ...columns(
          ['queue', 'dead letters', 'sent first'],
          queues.map(({ queue, count, oldest_sent_at }) => [queue, count, oldest_sent_at]),
        ),
        ...parked.map(({ queue, meaning }) => `${queue}: ${meaning}`),
        ...(parked.length === 0
          ? []
          : [
              'Once the cause is repaired: dead-letters redrive <queue>. "infra/README.md" says for each whether that helps.',
            ]),
      ],
    };
  },
};
