import { createHash } from 'node:crypto';
import { LOCAL_ACCOUNT, LOCAL_REGION } from '#infra/local/process/local-aws.ts';
import { type Json, textOf } from './json.ts';

/** Addresses that AWS would give out, known before anything is made. */
export interface Addresses {
  /** Of SQS, for the URLs of queues. */
  queues: string;
  api: string;
  functionUrl(functionArn: string): string;
}

/** What `Ref` and `Fn::GetAtt` answer for a resource. */
export interface Identity {
  ref: string;
  attributes: Record<string, string>;
}

/** Of Lambda and IAM. */
const NAME_MAX_CHARS = 64;
const DIGEST_CHARS = 6;
/** What Secrets Manager appends to the name in an ARN. */
const SECRET_SUFFIX_CHARS = 6;

const digestOf = (text: string, chars: number): string =>
  createHash('sha256').update(text).digest('hex').slice(0, chars);

/** A name for a resource without one, the same in every release. */
export const generatedName = (stackName: string, id: string, maxChars = NAME_MAX_CHARS): string => {
  const name = `${stackName}-${id.split('/').at(-1)}`;
  if (name.length <= maxChars) return name;
  return `${name.slice(0, maxChars - DIGEST_CHARS - 1)}-${digestOf(id, DIGEST_CHARS)}`;
};

const arn = (service: string, resource: string): string =>
  `arn:aws:${service}:${LOCAL_REGION}:${LOCAL_ACCOUNT}:${resource}`;

type Identify = (properties: Json, given: { name: string; addresses: Addresses }) => Identity;

const table: Identify = ({ TableName }, { name }) => {
  const ref = textOf(TableName) ?? name;
  return { ref, attributes: { Arn: arn('dynamodb', `table/${ref}`) } };
};

const named =
  (property: string, attributesOf: (name: string) => Record<string, string>): Identify =>
  (properties, { name }) => {
    const ref = textOf(properties[property]) ?? name;
    return { ref, attributes: attributesOf(ref) };
  };

const opaque: Identify = (_, { name }) => ({ ref: digestOf(name, 10), attributes: {} });

const IDENTITIES: Record<string, Identify> = {
  'AWS::DynamoDB::GlobalTable': table,
  'AWS::DynamoDB::Table': table,
  'AWS::SQS::Queue': ({ QueueName, FifoQueue }, { name, addresses }) => {
    const queue = textOf(QueueName) ?? `${name}${FifoQueue ? '.fifo' : ''}`;
    const url = `${addresses.queues}/${LOCAL_ACCOUNT}/${queue}`;
    return { ref: url, attributes: { Arn: arn('sqs', queue), QueueName: queue, QueueUrl: url } };
  },
  'AWS::S3::Bucket': ({ BucketName }, { name }) => {
    const bucket = textOf(BucketName) ?? name.toLowerCase();
    const RegionalDomainName = `${bucket}.s3.${LOCAL_REGION}.amazonaws.com`;
    return { ref: bucket, attributes: { Arn: `arn:aws:s3:::${bucket}`, RegionalDomainName } };
  },
  'AWS::SecretsManager::Secret': ({ Name }, { name }) => {
    const secret = textOf(Name) ?? name;
    const ref = secretArn(secret);
    return { ref, attributes: { Id: ref } };
  },
  'AWS::Scheduler::ScheduleGroup': named('Name', (name) => ({ Arn: arn('scheduler', `schedule-group/${name}`) })),
  'AWS::IAM::Role': named('RoleName', (name) => ({ Arn: `arn:aws:iam::${LOCAL_ACCOUNT}:role/${name}` })),
  'AWS::Lambda::Function': named('FunctionName', (name) => ({ Arn: arn('lambda', `function:${name}`) })),
  'AWS::Lambda::Url': ({ TargetFunctionArn }, { addresses }) => ({
    ref: String(TargetFunctionArn),
    attributes: { FunctionUrl: `${addresses.functionUrl(String(TargetFunctionArn))}/` },
  }),
  'AWS::Logs::LogGroup': named('LogGroupName', (name) => ({ Arn: arn('logs', `log-group:${name}:*`) })),
  'AWS::Events::Rule': named('Name', (name) => ({ Arn: arn('events', `rule/${name}`) })),
  'AWS::ApiGatewayV2::Api': (_, { name, addresses }) => {
    const id = digestOf(name, 10);
    return { ref: id, attributes: { ApiId: id, ApiEndpoint: addresses.api } };
  },
  'AWS::ApiGatewayV2::Integration': opaque,
  'AWS::ApiGatewayV2::Route': opaque,
  'AWS::ApiGatewayV2::Stage': opaque,
};

/** The ARN of a secret ends in characters that its name does not have. */
export const secretArn = (name: string): string =>
  arn('secretsmanager', `secret:${name}-${digestOf(name, SECRET_SUFFIX_CHARS)}`);

export const hasIdentity = (type: string): boolean => type in IDENTITIES;

export const identityOf = (type: string, properties: Json, given: { name: string; addresses: Addresses }): Identity => {
  const identify = IDENTITIES[type];
  if (!identify) throw new Error(`What refers to a ${type} is not emulated: test/deployed/assembly/identities.ts.`);
  return identify(properties, given);
};

/** Those that hold everywhere. */
export const PSEUDO_PARAMETERS: Record<string, string> = {
  'AWS::AccountId': LOCAL_ACCOUNT,
  'AWS::Region': LOCAL_REGION,
  'AWS::Partition': 'aws',
  'AWS::URLSuffix': 'amazonaws.com',
};
