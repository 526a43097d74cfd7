import { PolicyDocument, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type { Capability } from '#shared/ports/capabilities.ts';
import type { Endpoint } from '#shared/runtime/define/endpoint.ts';
import type { Fallback } from '#shared/runtime/define/fallback.ts';
import type { Site } from '#shared/runtime/define/site.ts';
import type { StreamFunction } from '#shared/runtime/define/stream.ts';
import type { Worker } from '#shared/runtime/define/worker.ts';
import { CAPABILITIES, noteUses, type Permission, sendTo } from './capabilities.ts';
import { keyPermissions } from './key-use.ts';
import type { SharedResources } from './resources.ts';

/** The only file that writes IAM statements for our functions. */

export type FunctionDefinition =
  | Pick<Endpoint, 'kind' | 'uses' | 'method' | 'auth'>
  | Pick<Worker, 'kind' | 'uses' | 'source'>
  | Pick<Fallback, 'kind' | 'uses'>
  | Pick<Site, 'kind' | 'uses'>
  | Pick<StreamFunction, 'kind' | 'uses'>;

const isBearer = (definition: FunctionDefinition): boolean =>
  definition.kind === 'endpoint' && (definition.auth ?? 'bearer') === 'bearer';

/** Whether a function looks up whose token or session a request came by. */
const identifiesCallers = (definition: FunctionDefinition): boolean =>
  isBearer(definition) || (definition.kind === 'endpoint' && definition.auth === 'session');

/**
 * What a function declares in `uses`, and what the runtime around it needs: who knows its callers looks up their token
 * or session and counts their account's requests, a bearer POST keeps its Idempotency-Key record, and who writes the
 * table may read it.
 */
export const capabilitiesOf = (definition: FunctionDefinition): Capability[] => {
  const capabilities = new Set<Capability>(definition.uses);
  if (identifiesCallers(definition)) capabilities.add('table:read').add('requestLimit');
  if (isBearer(definition) && 'method' in definition && definition.method === 'POST') capabilities.add('table:write');
  if (capabilities.has('table:write')) capabilities.add('table:read');
  return [...capabilities].sort();
};

const consume = ({ queueArn }: IQueue): Permission => ({
  actions: ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'],
  on: [queueArn],
});

/** Lambda names the log streams: the ARN of a log group ends in `:*`. */
const writeLogs = ({ logGroupArn }: ILogGroup): Permission => ({
  actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
  on: [logGroupArn],
});

const policyOf = (permissions: Permission[]): PolicyDocument =>
  new PolicyDocument({
    statements: permissions.map(
      ({ actions, on, conditions = {} }) => new PolicyStatement({ actions, resources: on, conditions }),
    ),
  });

/** Everything a function may do. */
export const functionPolicy = (
  definition: FunctionDefinition,
  resources: SharedResources,
  logGroup: ILogGroup,
): PolicyDocument => {
  const declared = capabilitiesOf(definition).flatMap((name) => CAPABILITIES[name].permissions?.(resources) ?? []);
  const isReader = !capabilitiesOf(definition).includes('table:write');
  const uses = isReader && identifiesCallers(definition) ? noteUses(resources) : [];
  const queue = definition.kind === 'worker' && 'queue' in definition.source && definition.source.queue;
  const permissions = [...declared, ...uses, ...(queue ? [consume(resources.queues[queue])] : [])];
  return policyOf([writeLogs(logGroup), ...permissions, ...keyPermissions(permissions, resources.keys)]);
};

/** What EventBridge Scheduler may do when a schedule fires. */
export const schedulerPolicy = (queues: IQueue[], keys: SharedResources['keys']): PolicyDocument => {
  const permissions = queues.map(sendTo);
  return policyOf([...permissions, ...keyPermissions(permissions, keys)]);
};
