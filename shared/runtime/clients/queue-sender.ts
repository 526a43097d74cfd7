import { randomUUID } from 'node:crypto';
import { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { QueueSender } from '#shared/ports/queue-sender.ts';
import type { Grouping } from '#shared/schemas/messages.ts';
import { AWS_CLIENTS, withoutLog } from '#shared/store/table/aws-clients.ts';

/** Messages in one SendMessageBatch at most (SQS's own limit). */
const BATCH_MESSAGES = 10;
const SEND_ATTEMPTS = 4;

/** SQS refuses U+FFFE and U+FFFF, and stand-ins for it all beyond U+FFFD. In JSON every character can be escaped. */
const HARDLY_SENDABLE = /[\ud800-\udfff\ufffe\uffff]/g;

const bodyOf = (message: unknown): string =>
  JSON.stringify(message).replace(HARDLY_SENDABLE, (unit) => `\\u${unit.charCodeAt(0).toString(16)}`);

let client: SQSClient | undefined;

/**
 * Sends to one queue. FIFO sends carry a random deduplication id: two wake-ups with the same words are two wake-ups,
 * and SQS must not swallow the second.
 */
export const sqsSender = <Message>(queueUrl: string, { fifo, groupOf }: Grouping<Message>): QueueSender<Message> => {
  client ??= withoutLog(new SQSClient(AWS_CLIENTS.queues));
  const sqs = client;

  const sendBatch = async (messages: Message[], delaySeconds: number | undefined): Promise<void> => {
    let entries = messages.map((message, at) => ({
      Id: String(at),
      MessageBody: bodyOf(message),
      ...(delaySeconds !== undefined && { DelaySeconds: delaySeconds }),
      ...(groupOf && { MessageGroupId: groupOf(message) }),
      ...(fifo && { MessageDeduplicationId: randomUUID() }),
    }));
    for (let attempt = 1; entries.length > 0; attempt++) {
      const { Failed = [] } = await sqs.send(new SendMessageBatchCommand({ QueueUrl: queueUrl, Entries: entries }));
      const failed = new Set(Failed.map(({ Id }) => Id));
      entries = entries.filter(({ Id }) => failed.has(Id));
      if (entries.length > 0 && attempt === SEND_ATTEMPTS) {
        throw new Error(
          `${entries.length} messages were not accepted by the queue: ${Failed[0]?.Message ?? 'no reason given'}.`,
        );
      }
    }
  };

  return {
    async send(messages, { delaySeconds } = {}) {
      for (let at = 0; at < messages.length; at += BATCH_MESSAGES) {
        await sendBatch(messages.slice(at, at + BATCH_MESSAGES), delaySeconds);
      }
    },
  };
};
