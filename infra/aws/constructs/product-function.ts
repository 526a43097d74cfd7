import { Duration } from 'aws-cdk-lib';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Architecture, type Code, Function as LambdaFunction, RecursiveLoop, Runtime } from 'aws-cdk-lib/aws-lambda';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { environmentOf } from '#infra/aws/environment.ts';
import { type FunctionDefinition, functionPolicy } from '#infra/aws/grants.ts';
import { removalPolicyOf } from '#infra/aws/removal-policy.ts';
import type { SharedResources } from '#infra/aws/resources.ts';
import type { Settings } from '#infra/aws/settings.ts';
import type { Size } from '#infra/aws/size.ts';

export const LOG_RETENTION = RetentionDays.ONE_MONTH;

/** What every function of a deployment is built with. */
export interface Deployment {
  resources: SharedResources;
  settings: Settings;
  size: Size;
  /** The bundle of an operation id. */
  codeOf(id: string): Code;
}

type Definition = FunctionDefinition & {
  id: string;
  summary: string;
  memoryMib?: number;
};

/**
 * Lambda's CPU grows with memory. A cold start and loading the language models' clients are CPU work that somebody
 * waits for.
 */
const AWAITED_MEMORY_MIB = 1024;
const WORKER_MEMORY_MIB = 512;

const memoryOf = ({ kind, uses, memoryMib }: Definition): number => {
  if (memoryMib !== undefined) return memoryMib;
  const isUnawaited = kind === 'worker' && !uses.some((capability) => capability === 'languageModels');
  return isUnawaited ? WORKER_MEMORY_MIB : AWAITED_MEMORY_MIB;
};

/** Workers, streams, the carrier's webhook, and what people do with calls and campaigns. */
const worksOnCalls = (definition: Definition): boolean => {
  if (definition.kind === 'worker' || definition.kind === 'stream') return true;
  if (definition.kind !== 'endpoint') return false;
  return definition.uses.some((capability) => capability === 'carrierWebhook' || capability === 'dialQueue:send');
};

/** One Lambda with its own log group and its own role, which holds exactly what the function declares. */
export class ProductFunction extends Construct {
  readonly lambda: LambdaFunction;
  readonly logGroup: LogGroup;
  /** Whether its lines belong to one call's way through the functions. */
  readonly worksOnCalls: boolean;

  constructor(scope: Construct, id: string, deployment: Deployment, definition: Definition, timeoutSeconds: number) {
    super(scope, id);
    const { resources, settings, size } = deployment;
    const reserved = size.reserved[definition.id];
    this.worksOnCalls = worksOnCalls(definition);
    this.logGroup = new LogGroup(this, 'Logs', {
      retention: LOG_RETENTION,
      removalPolicy: removalPolicyOf(settings),
    });
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
      inlinePolicies: { Declared: functionPolicy(definition, resources, this.logGroup) },
    });
    this.lambda = new LambdaFunction(this, 'Lambda', {
      description: definition.summary,
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      handler: 'index.handler',
      code: deployment.codeOf(definition.id),
      // The role is complete; constructs that connect the function to something must not add to it.
      role: role.withoutPolicyUpdates(),
      logGroup: this.logGroup,
      environment: environmentOf(definition, resources, settings),
      timeout: Duration.seconds(timeoutSeconds),
      memorySize: memoryOf(definition),
      ...(reserved !== undefined && { reservedConcurrentExecutions: reserved }),
      // Campaigns and conversations go round through their queues for as long as they last: what Lambda takes for a
      // runaway loop.
      ...(definition.kind === 'worker' && { recursiveLoop: RecursiveLoop.ALLOW }),
    });
  }
}
