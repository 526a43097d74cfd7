import { StartError } from '#infra/local/process/start-error.ts';
import type { Command } from '#infra/operate/command.ts';
import { WOULD } from '#infra/operate/output.ts';
import { activity } from '#shared/domain/account/activity.ts';
import { plural } from '#shared/domain/plural.ts';
import { QUEUE_NAMES, type QueueName } from '#shared/schemas/messages.ts';
import { operationOf } from '#shared/store/operations.ts';
import { countDeadLetters, moveOneByOne, queueClient, startMove } from './dead-letter-queues.ts';
import { queuesOf } from './list.ts';

const queueNamed = (given: string | undefined): QueueName => {
  const found = QUEUE_NAMES.find((name) => name === given);
  if (found) return found;
  throw new StartError(`There is no queue "${given}". The queues are ${QUEUE_NAMES.join(', ')}.`);
};

export const deadLettersRedrive: Command = {
  name: 'dead-letters redrive',
  args: ['queue'],
  summary:
    'Moves the dead letters of a queue back to it, once the cause is repaired. A message that is handled twice changes nothing.',
  changes: true,
  async run({ table, target, args, actor, isDryRun, clock }) {
    const name = queueNamed(args[0]);
    const address = queuesOf(target)[name];
    const sqs = queueClient();
    const count = await countDeadLetters(sqs, address);
    if (isDryRun) {
      return {
        json: { dry_run: true, queue: name, would_move: count },
        lines: [WOULD, `About ${plural(count, 'message')} would go back to the queue ${name}.`],
      };
    }
    if (count === 0) return { json: { queue: name, moved: 0 }, lines: [`The queue ${name} has no dead letters.`] };
    // First, since what SQS moves by itself is in no transaction: a redrive without a note would be worse.
    const done = activity('dead_letters.redriven', name, { detail: `about ${count} of the queue ${name}` });
    await table.transact([operationOf(actor, null, done, clock())]);
    if (target.kind === 'stack') {
      const task = await startMove(sqs, address);
      const words = `SQS moves about ${plural(count, 'message')} back to the queue ${name}. See with: dead-letters list`;
      return { json: { queue: name, moving: count, task_handle: task }, lines: [words] };
    }
    const moved = await moveOneByOne(sqs, address);
    return { json: { queue: name, moved }, lines: [`${plural(moved, 'message')} went back to the queue ${name}.`] };
  },
};
