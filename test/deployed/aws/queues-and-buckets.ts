import { CreateBucketCommand, type S3Client } from '@aws-sdk/client-s3';
import { CreateQueueCommand, ListQueuesCommand, SetQueueAttributesCommand, type SQSClient } from '@aws-sdk/client-sqs';
import type { Json } from '#test/deployed/assembly/json.ts';
import { ofType, type ResolvedStack, type Resource } from '#test/deployed/assembly/resolve.ts';

/** Attributes of the API under the names that templates have for them, too. */
const ATTRIBUTES = [
  'ContentBasedDeduplication',
  'DeduplicationScope',
  'DelaySeconds',
  'FifoQueue',
  'FifoThroughputLimit',
  'MaximumMessageSize',
  'MessageRetentionPeriod',
  'ReceiveMessageWaitTimeSeconds',
  'RedrivePolicy',
  'VisibilityTimeout',
];
/** Encryption and tags change nothing of how a queue works. */
const WITHOUT_EFFECT = ['QueueName', 'SqsManagedSseEnabled', 'KmsMasterKeyId', 'Tags', 'RedriveAllowPolicy'];
/** SQS never changes the first of a queue that exists, and its stand-in none of them. */
const FOR_EVER = ['FifoQueue', 'DeduplicationScope', 'FifoThroughputLimit'];

const attributesOf = ({ id, properties }: Resource): Record<string, string> => {
  const strange = Object.keys(properties).filter((name) => ![...ATTRIBUTES, ...WITHOUT_EFFECT].includes(name));
  if (strange.length > 0) throw new Error(`${strange.join(', ')} of the queue ${id} is not emulated.`);
  const given = Object.entries(properties as Json).filter(([name]) => ATTRIBUTES.includes(name));
  return Object.fromEntries(
    given.map(([name, value]) => [name, typeof value === 'object' ? JSON.stringify(value) : String(value)]),
  );
};

/** Makes the templates' queues, or brings those that are there up to date; dead-letter queues come first. */
export const deployQueues = async (sqs: SQSClient, stack: ResolvedStack): Promise<void> => {
  const { QueueUrls = [] } = await sqs.send(new ListQueuesCommand({ MaxResults: 1000 }));
  const known = new Set(QueueUrls.map((url) => url.split('/').at(-1)));
  const queues = ofType(stack, 'AWS::SQS::Queue');
  const byNeed = [...queues].sort(
    (a, b) => Number('RedrivePolicy' in a.properties) - Number('RedrivePolicy' in b.properties),
  );
  for (const queue of byNeed) {
    const QueueName = queue.identity.attributes.QueueName as string;
    const Attributes = attributesOf(queue);
    if (known.has(QueueName)) {
      for (const name of FOR_EVER) delete Attributes[name];
      await sqs.send(new SetQueueAttributesCommand({ QueueUrl: queue.identity.ref, Attributes }));
    } else await sqs.send(new CreateQueueCommand({ QueueName, Attributes }));
  }
};

export const deployBuckets = async (s3: S3Client, stack: ResolvedStack, known: Set<string>): Promise<void> => {
  for (const { identity } of ofType(stack, 'AWS::S3::Bucket')) {
    if (known.has(identity.ref)) continue;
    await s3.send(new CreateBucketCommand({ Bucket: identity.ref }));
    known.add(identity.ref);
  }
};
