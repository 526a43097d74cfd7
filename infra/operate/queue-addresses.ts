import { pascalCase } from '#infra/aws/pascal-case.ts';
import { LOCAL_ACCOUNT } from '#infra/local/process/local-aws.ts';
import { queueNamesOf } from '#infra/local/queues/queue-names.ts';
import { QUEUE_NAMES, type QueueName } from '#shared/schemas/messages.ts';

/** Where a queue of the product and its dead letters are. */
export interface QueueAddress {
  url: string;
  deadLettersUrl: string;
}

const ofEach = (of: (name: QueueName) => QueueAddress): Record<QueueName, QueueAddress> =>
  Object.fromEntries(QUEUE_NAMES.map((name) => [name, of(name)])) as Record<QueueName, QueueAddress>;

export const localQueues = (sqsUrl: string): Record<QueueName, QueueAddress> =>
  ofEach((name) => {
    const { queueName, deadLetterName } = queueNamesOf(name);
    const urlOf = (each: string): string => `${sqsUrl}/${LOCAL_ACCOUNT}/${each}`;
    return { url: urlOf(queueName), deadLettersUrl: urlOf(deadLetterName) };
  });

/** A queue's URL ends with its name, and its dead letters are beside it. */
const beside = (url: string, name: string): string => `${url.slice(0, url.lastIndexOf('/') + 1)}${name}`;

/** Null for a stack whose outputs do not name every queue. */
export const queuesOfStack = (outputs: Record<string, string>): Record<QueueName, QueueAddress> | null => {
  const found = ofEach((name) => {
    const id = `${pascalCase(name)}Queue`;
    const url = outputs[`${id}Url`] ?? '';
    return { url, deadLettersUrl: beside(url, outputs[`${id}DeadLettersName`] ?? '') };
  });
  const isComplete = Object.values(found).every(
    ({ url, deadLettersUrl }) => url !== '' && !deadLettersUrl.endsWith('/'),
  );
  return isComplete ? found : null;
};
