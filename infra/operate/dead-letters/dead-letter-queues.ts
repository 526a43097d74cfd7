import { randomUUID } from 'node:crypto';
import {
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  type Message,
  ReceiveMessageCommand,
  SendMessageCommand,
  SQSClient,
  StartMessageMoveTaskCommand,
} from '@aws-sdk/client-sqs';
import type { QueueAddress } from '#infra/operate/queue-addresses.ts';

/** Messages of one receive (SQS's own limit). */
const RECEIVED_MAX = 10;
/** Whoever only looks hides a message for this long; whoever moves messages waits for longer. */
const LOOK_SECONDS = 1;
/** Longer than sending and deleting ten messages takes. */
const MOVE_SECONDS = 60;

export interface DeadLetters {
  /** About how many, those in somebody's hands too. */
  count: number;
  /** When the oldest of up to ten that were looked at was sent first, ISO 8601; null where none was seen. */
  oldestSentAt: string | null;
}

const sentAt = ({ Attributes }: Message): number => Number(Attributes?.SentTimestamp ?? Number.NaN);

/** About how many dead letters a queue has. */
export const countDeadLetters = async (sqs: SQSClient, { deadLettersUrl: QueueUrl }: QueueAddress): Promise<number> => {
  const AttributeNames = ['ApproximateNumberOfMessages', 'ApproximateNumberOfMessagesNotVisible'] as const;
  const { Attributes = {} } = await sqs.send(
    new GetQueueAttributesCommand({ QueueUrl, AttributeNames: [...AttributeNames] }),
  );
  return AttributeNames.reduce((sum, name) => sum + Number(Attributes[name] ?? 0), 0);
};

/** The dead letters of a queue. Looking counts as a receive, which changes nothing for a dead letter. */
export const readDeadLetters = async (sqs: SQSClient, address: QueueAddress): Promise<DeadLetters> => {
  const count = await countDeadLetters(sqs, address);
  if (count === 0) return { count, oldestSentAt: null };
  const { Messages = [] } = await sqs.send(
    new ReceiveMessageCommand({
      ...{ QueueUrl: address.deadLettersUrl, MaxNumberOfMessages: RECEIVED_MAX, VisibilityTimeout: LOOK_SECONDS },
      MessageSystemAttributeNames: ['SentTimestamp'],
    }),
  );
  const times = Messages.map(sentAt).filter(Number.isFinite);
  return { count, oldestSentAt: times.length === 0 ? null : new Date(Math.min(...times)).toISOString() };
};

/** Has SQS move every dead letter back to its queue; it goes on by itself. Answers the handle of the task. */
export const startMove = async (sqs: SQSClient, { deadLettersUrl }: QueueAddress): Promise<string> => {
  const asked = new GetQueueAttributesCommand({ QueueUrl: deadLettersUrl, AttributeNames: ['QueueArn'] });
  const { Attributes } = await sqs.send(asked);
  const { TaskHandle = '' } = await sqs.send(new StartMessageMoveTaskCommand({ SourceArn: Attributes?.QueueArn }));
  return TaskHandle;
};

const moveOne = async (sqs: SQSClient, { url, deadLettersUrl }: QueueAddress, message: Message): Promise<void> => {
  const group = message.Attributes?.MessageGroupId;
  await sqs.send(
    new SendMessageCommand({
      QueueUrl: url,
      MessageBody: message.Body,
      ...(group && { MessageGroupId: group }),
      ...(url.endsWith('.fifo') && { MessageDeduplicationId: randomUUID() }),
    }),
  );
  await sqs.send(new DeleteMessageCommand({ QueueUrl: deadLettersUrl, ReceiptHandle: message.ReceiptHandle }));
};

/**
 * Moves every dead letter back to its queue, where SQS cannot be asked to, as on a laptop. Each is sent before it is
 * deleted, so a crash in between makes it come twice, and loses none. Answers how many were moved.
 */
export const moveOneByOne = async (sqs: SQSClient, address: QueueAddress): Promise<number> => {
  for (let moved = 0; ; ) {
    const { Messages = [] } = await sqs.send(
      new ReceiveMessageCommand({
        ...{ QueueUrl: address.deadLettersUrl, MaxNumberOfMessages: RECEIVED_MAX, VisibilityTimeout: MOVE_SECONDS },
        WaitTimeSeconds: LOOK_SECONDS + 1,
        MessageSystemAttributeNames: ['MessageGroupId'],
      }),
    );
    if (Messages.length === 0) return moved;
    for (const message of Messages) await moveOne(sqs, address, message);
    moved += Messages.length;
  }
};

export const queueClient = (): SQSClient => new SQSClient({});
