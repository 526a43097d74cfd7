import { LOCAL_ACCOUNT, LOCAL_REGION } from '#infra/local/process/local-aws.ts';
import { isObject, type Json } from '#test/deployed/assembly/json.ts';
import { dynamodbNeeds, type Tables } from './dynamodb-needs.ts';
import type { Need } from './policy.ts';

/** A request to AWS as it came over the wire. */
export interface WireRequest {
  /** As it stands in the signature's scope: `dynamodb`, `sqs`, `s3`, ... */
  service: string;
  method: string;
  path: string;
  query: URLSearchParams;
  /** `DynamoDB_20120810.GetItem` */
  target: string | undefined;
  body: Buffer;
}

/** What the needs of a request depend on. */
export interface Known {
  tables: Tables;
  /** The ARN of a secret, by its name or ARN. */
  secretArn(id: string): string;
}

const NOTHING_KNOWN = {};
const SCHEDULE = /^\/schedules\/([^/]+)$/;
const SCHEDULE_ACTIONS: Record<string, string> = {
  POST: 'CreateSchedule',
  PUT: 'UpdateSchedule',
  GET: 'GetSchedule',
  DELETE: 'DeleteSchedule',
};
const OBJECT_ACTIONS: Record<string, string> = {
  GET: 'GetObject',
  HEAD: 'GetObject',
  PUT: 'PutObject',
  POST: 'PutObject',
  DELETE: 'DeleteObject',
};
/** A batch needs the permission of the operation that it repeats. */
const BATCH = /Batch$/;

const operationOf = ({ target }: WireRequest): string => target?.split('.').at(-1) ?? '';

const jsonOf = ({ body }: WireRequest): Json => {
  const value: unknown = body.length > 0 ? JSON.parse(body.toString('utf8')) : {};
  return isObject(value) ? value : {};
};

const queueNeeds = (request: WireRequest): Need[] => {
  const url = jsonOf(request).QueueUrl;
  if (typeof url !== 'string') throw new Error(`sqs:${operationOf(request)} names no queue.`);
  const resource = `arn:aws:sqs:${LOCAL_REGION}:${LOCAL_ACCOUNT}:${url.split('/').at(-1)}`;
  return [{ action: `sqs:${operationOf(request).replace(BATCH, '')}`, resource, context: NOTHING_KNOWN }];
};

const objectNeeds = ({ method, path }: WireRequest): Need[] => {
  const [bucket = '', ...key] = decodeURIComponent(path).slice(1).split('/');
  const name = key.join('/');
  const action = name === '' ? 'ListBucket' : OBJECT_ACTIONS[method];
  if (action === undefined) throw new Error(`${method} of an object is not emulated: test/deployed/iam/needs.ts.`);
  const resource = `arn:aws:s3:::${bucket}${name === '' ? '' : `/${name}`}`;
  return [{ action: `s3:${action}`, resource, context: NOTHING_KNOWN }];
};

const scheduleNeeds = (request: WireRequest): Need[] => {
  const { method, path, query } = request;
  const name = SCHEDULE.exec(path)?.[1];
  const action = SCHEDULE_ACTIONS[method];
  if (!name || !action)
    throw new Error(`${method} ${path} of the scheduler is not emulated: test/deployed/iam/needs.ts.`);
  const { GroupName, Target } = jsonOf(request);
  const group = String(GroupName ?? query.get('groupName') ?? 'default');
  const resource = `arn:aws:scheduler:${LOCAL_REGION}:${LOCAL_ACCOUNT}:schedule/${group}/${decodeURIComponent(name)}`;
  const own = { action: `scheduler:${action}`, resource, context: NOTHING_KNOWN };
  if (!isObject(Target)) return [own];
  const passed = { 'iam:PassedToService': ['scheduler.amazonaws.com'] };
  return [own, { action: 'iam:PassRole', resource: String(Target.RoleArn), context: passed }];
};

/** What a principal must be allowed for a request. @throws for one that nothing here understands */
export const needsOf = (request: WireRequest, { tables, secretArn }: Known): Need[] => {
  switch (request.service) {
    case 'dynamodb':
      return dynamodbNeeds(operationOf(request), jsonOf(request), tables);
    case 'sqs':
      return queueNeeds(request);
    case 's3':
      return objectNeeds(request);
    case 'scheduler':
      return scheduleNeeds(request);
    case 'secretsmanager': {
      const resource = secretArn(String(jsonOf(request).SecretId));
      return [{ action: `secretsmanager:${operationOf(request)}`, resource, context: NOTHING_KNOWN }];
    }
    default:
      throw new Error(`The service ${request.service} is not emulated: test/deployed/iam/needs.ts.`);
  }
};
