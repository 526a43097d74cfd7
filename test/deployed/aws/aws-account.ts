import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { S3Client } from '@aws-sdk/client-s3';
import { SQSClient } from '@aws-sdk/client-sqs';
import { engineCommand } from '#infra/local/database/engine/dynamodb-engine.ts';
import { startEngine } from '#infra/local/database/engine/engine-start.ts';
import { LOCAL_CREDENTIALS, LOCAL_REGION } from '#infra/local/process/local-aws.ts';
import { startThread, type Thread } from '#infra/local/process/thread.ts';
import type { Emulator, EmulatorOptions } from '#infra/local/queues/emulator.ts';
import { startScheduler } from '#infra/local/scheduler/scheduler.ts';
import type { ResolvedStack } from '#test/deployed/assembly/resolve.ts';
import type { Tables } from '#test/deployed/iam/dynamodb-needs.ts';
import type { Need } from '#test/deployed/iam/policy.ts';
import { openPolicyProxy, type Principal } from './policy-proxy.ts';
import { deployBuckets, deployQueues } from './queues-and-buckets.ts';
import { openSecretsManager, type SecretsManager } from './secrets-manager.ts';
import { deployTables, tablesOf } from './tables.ts';

/** The AWS account that the templates are deployed into: what stands in for its services, behind one address. */
export interface AwsAccount {
  /** For whoever has a known access key id. */
  url: string;
  /** Of the database itself, past the policies. */
  dynamodbUrl: string;
  secrets: SecretsManager;
  /** Makes what the templates have beside functions; what is there keeps its contents. */
  deploy(stack: ResolvedStack): Promise<void>;
  /** What a principal's clients are built with. */
  credentialsOf(principal: Principal & { accessKeyId: string }): { accessKeyId: string; secretAccessKey: string };
  /** EventBridge Scheduler acts under this role from now on. */
  setSchedulerRole(principal: Principal): void;
  stop(): Promise<void>;
}

interface AwsAccountOptions {
  stateDir: string;
  onGrant(principal: string, need: Need): void;
  onDenial(principal: string, need: Need): void;
  onGap(what: string): void;
}

const EMULATOR_THREAD = new URL('../../../infra/local/queues/emulator-thread.ts', import.meta.url);
/** Creates what the templates have, as CloudFormation would, and the first account. */
export const OPERATOR_KEY_ID = 'operator';

const startDatabase = (stateDir: string) => {
  mkdirSync(stateDir, { recursive: true });
  return startEngine(engineCommand(stateDir), () => undefined);
};

const startQueues = (dataDir: string): Promise<Thread<Emulator>> => {
  const options: EmulatorOptions = { dataDir, queueNames: [], secretAccessKey: LOCAL_CREDENTIALS.secretAccessKey };
  return startThread<Emulator>(EMULATOR_THREAD, options);
};

export const startAwsAccount = async (options: AwsAccountOptions): Promise<AwsAccount> => {
  const { stateDir, onGrant, onDenial, onGap } = options;
  const [{ child, gate, engine }, emulator] = await Promise.all([
    startDatabase(join(stateDir, 'database')),
    startQueues(join(stateDir, 'sqs')),
  ]);
  const emulatorUrl = `http://127.0.0.1:${emulator.said.port}`;
  const secrets = openSecretsManager();
  const principals = new Map<string, Principal>([[OPERATOR_KEY_ID, { name: 'operator', statements: undefined }]]);
  const buckets = new Set<string>();
  let tables: Tables = new Map();

  const backends: Parameters<typeof openPolicyProxy>[0]['backends'] = {
    dynamodb: gate.url,
    sqs: emulatorUrl,
    s3: emulatorUrl,
    secretsmanager: secrets.answer,
  };
  const known = {
    get tables() {
      return tables;
    },
    secretArn: secrets.arnOf,
  };
  const proxy = await openPolicyProxy({ backends, known, principals, onGrant, onDenial, onGap });
  const scheduler = await startScheduler({ stateDir: join(stateDir, 'scheduler'), sqsEndpoint: proxy.url, port: 0 });
  backends.scheduler = scheduler.url;

  const { secretAccessKey } = LOCAL_CREDENTIALS;
  const client = {
    endpoint: proxy.url,
    region: LOCAL_REGION,
    credentials: { accessKeyId: OPERATOR_KEY_ID, secretAccessKey },
  };
  const [dynamodb, sqs, s3] = [new DynamoDBClient(client), new SQSClient(client), new S3Client(client)];

  return {
    url: proxy.url,
    dynamodbUrl: gate.url,
    secrets,
    async deploy(stack) {
      tables = tablesOf(stack);
      secrets.deploy(stack);
      await Promise.all([deployTables(dynamodb, stack), deployQueues(sqs, stack), deployBuckets(s3, stack, buckets)]);
    },
    credentialsOf({ accessKeyId, ...principal }) {
      principals.set(accessKeyId, principal);
      return { accessKeyId, secretAccessKey };
    },
    setSchedulerRole: (principal) => void principals.set(LOCAL_CREDENTIALS.accessKeyId, principal),
    async stop() {
      for (const one of [dynamodb, sqs, s3]) one.destroy();
      await scheduler.stop();
      await Promise.all([proxy.stop(), emulator.stop()]);
      await gate.stop();
      engine.agent.destroy();
      await child.stop();
    },
  };
};
