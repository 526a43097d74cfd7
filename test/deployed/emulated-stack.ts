import { mkdirSync } from 'node:fs';
import { openGateway } from '#infra/local/gateway/gateway.ts';
import { LOCAL_ACCOUNT } from '#infra/local/process/local-aws.ts';
import type { Addresses } from './assembly/identities.ts';
import type { Assembly } from './assembly/read-assembly.ts';
import { ofType, type ResolvedStack, resolveStack } from './assembly/resolve.ts';
import { type AwsAccount, startAwsAccount } from './aws/aws-account.ts';
import { mayAskUrl, mayInvoke, routeArn } from './iam/invocations.ts';
import { allows, mayAssume } from './iam/policy.ts';
import { type Role, roleAt } from './iam/principals.ts';
import { Journal } from './journal.ts';
import { type RunningFunction, startFunction } from './lambda/function.ts';
import { type FunctionResource, functionsOf } from './lambda/function-resource.ts';
import { openFunctionUrl } from './lambda/function-url.ts';
import { type Sources, startSources } from './lambda/sources.ts';
import { type Overrides, variablesOf } from './lambda/variables.ts';

/** The synthesised templates and bundles, running as AWS would run them: see "Second opinions" in shared/docs/development.md. */
export interface EmulatedStack {
  /** Of the HTTP API. */
  url: string;
  functionUrl: string;
  aws: AwsAccount;
  journal: Journal;
  /** Resources of the newest deployment. */
  stack(): ResolvedStack;
  /** Deploys templates, over what is there: data stays, functions and their sources are replaced. */
  deploy(assembly: Assembly): Promise<void>;
  /** Takes every statement with an action away from a function, until the next deployment. */
  revoke(functionId: string, action: string): void;
  stop(): Promise<void>;
}

interface EmulatedStackOptions {
  stateDir: string;
  overrides: Overrides;
}

type Undo = () => Promise<unknown>;

export const startEmulatedStack = async ({ stateDir, overrides }: EmulatedStackOptions): Promise<EmulatedStack> => {
  mkdirSync(stateDir, { recursive: true });
  const journal = new Journal(stateDir);
  const undo: Undo[] = [];
  let functions: RunningFunction[] = [];
  let sources: Sources | undefined;
  let stack: ResolvedStack = { resources: [], ignored: new Map(), outputs: {} };

  const aws = await startAwsAccount({
    stateDir,
    onGrant: (who, need) => journal.allow(who, need),
    onDenial: (who, need) => journal.deny(who, need),
    onGap: (what) => journal.gaps.add(what),
  });
  undo.push(aws.stop);
  const gateway = await openGateway({
    port: 0,
    log: (line) => journal.request(line),
    // A failed invocation is noted where it happened.
    onError: () => undefined,
  });
  undo.push(gateway.stop);
  const functionAt = (nameOrArn: unknown): RunningFunction => {
    const found = functions.find(({ name, arn }) => nameOrArn === name || nameOrArn === arn);
    if (!found) throw new Error(`No template has the function ${String(nameOrArn)}.`);
    return found;
  };

  const streamingFunction = (): RunningFunction | undefined => {
    const [url] = ofType(stack, 'AWS::Lambda::Url');
    if (!url) return undefined;
    const target = functionAt(url.properties.TargetFunctionArn);
    if (url.properties.AuthType === 'NONE' && mayAskUrl(stack, target.arn)) return target;
    journal.deny('Everybody', { action: 'lambda:InvokeFunctionUrl', resource: target.arn });
    return undefined;
  };
  const functionUrl = await openFunctionUrl(streamingFunction);
  undo.push(functionUrl.stop);
  const addresses: Addresses = { queues: aws.url, api: gateway.url, functionUrl: () => functionUrl.url };

  const isGranted = (functionArn: string, service: string, sourceArn: string): boolean => {
    if (mayInvoke(stack, functionArn, service, sourceArn)) return true;
    journal.deny(`${service} for ${sourceArn}`, { action: 'lambda:InvokeFunction', resource: functionArn });
    return false;
  };

  const credentialsOf = (resource: FunctionResource, statements = roleAt(stack, resource.roleArn).statements) => {
    return aws.credentialsOf({ accessKeyId: `ASIA${resource.id.toUpperCase()}`, name: resource.id, statements });
  };

  /** Lambda itself assumes the role, and writes the logs in its name. */
  const checkRole = (resource: FunctionResource, role: Role): void => {
    const { id, name, roleArn } = resource;
    if (!mayAssume(role.trust, 'lambda.amazonaws.com'))
      journal.deny('Lambda', { action: 'sts:AssumeRole', resource: roleArn });
    const group = ofType(stack, 'AWS::Lambda::Function').find(({ identity }) => identity.ref === name)?.properties
      .LoggingConfig;
    const logGroup = (group as { LogGroup?: string } | undefined)?.LogGroup ?? `/aws/lambda/${name}`;
    for (const action of ['logs:CreateLogStream', 'logs:PutLogEvents']) {
      const resource = `arn:aws:logs:us-east-1:${LOCAL_ACCOUNT}:log-group:${logGroup}:log-stream:stream`;
      const need = { action, resource, context: {} };
      if (!allows(role.statements, need)) journal.deny(id, need);
    }
  };

  const newFunction = (resource: FunctionResource): RunningFunction => {
    checkRole(resource, roleAt(stack, resource.roleArn));
    const { id } = resource;
    return startFunction(resource, {
      variables: variablesOf(resource, { awsUrl: aws.url, credentials: credentialsOf(resource), overrides }),
      counts: journal.countsOf(id),
      log: (text) => journal.log(id, text),
      onFailure: (error) => journal.fail(id, error),
    });
  };

  const setSchedulerRole = (): void => {
    for (const { properties, identity } of ofType(stack, 'AWS::IAM::Role')) {
      if (!JSON.stringify(properties.AssumeRolePolicyDocument).includes('scheduler.amazonaws.com')) continue;
      const role = roleAt(stack, identity.attributes.Arn as string);
      const group = ofType(stack, 'AWS::Scheduler::ScheduleGroup')[0]?.identity.attributes.Arn ?? '';
      const source = { 'aws:SourceAccount': [LOCAL_ACCOUNT], 'aws:SourceArn': [group] };
      if (!mayAssume(role.trust, 'scheduler.amazonaws.com', source)) {
        journal.deny('EventBridge Scheduler', { action: 'sts:AssumeRole', resource: role.arn });
      }
      aws.setSchedulerRole({ name: 'EventBridge Scheduler', statements: role.statements });
    }
  };

  const serveRoutes = (): void => {
    const integrations = new Map(ofType(stack, 'AWS::ApiGatewayV2::Integration').map((one) => [one.identity.ref, one]));
    const routes = ofType(stack, 'AWS::ApiGatewayV2::Route').map(({ properties }) => {
      const integration = integrations.get(String(properties.Target).replace('integrations/', ''));
      const { IntegrationUri, PayloadFormatVersion } = integration?.properties ?? {};
      if (PayloadFormatVersion !== '2.0') throw new Error(`${String(properties.RouteKey)} has another payload format.`);
      const routeKey = String(properties.RouteKey);
      const target = functionAt(IntegrationUri);
      isGranted(target.arn, 'apigateway.amazonaws.com', routeArn(String(properties.ApiId), routeKey));
      if (!journal.routes.has(routeKey)) journal.routes.set(routeKey, new Set());
      const handler = async (event: unknown): Promise<unknown> => {
        const answer = await target.invoke(event);
        journal.answered(routeKey, Number((answer as { statusCode?: number }).statusCode ?? 200));
        return answer;
      };
      return { routeKey, id: target.id, handler };
    });
    const [fallback] = routes.filter(({ routeKey }) => routeKey === '$default');
    const endpoints = routes
      .filter(({ routeKey }) => routeKey !== '$default')
      .map(({ routeKey, ...route }) => {
        const [method = '', path = ''] = routeKey.split(' ');
        return { method, path, ...route };
      });
    gateway.serve({ endpoints, streams: [], fallback });
  };

  return {
    url: gateway.url,
    functionUrl: functionUrl.url,
    aws,
    journal,
    stack: () => stack,
    async deploy(assembly) {
      await sources?.stop();
      const former = functions;
      stack = resolveStack(assembly, addresses);
      await aws.deploy(stack);
      setSchedulerRole();
      functions = functionsOf(stack, assembly).map(newFunction);
      serveRoutes();
      await Promise.all(former.map((one) => one.retire()));
      sources = await startSources(stack, {
        functionAt,
        mayInvoke: isGranted,
        onGivenBack: (id, messages) => journal.giveBack(id, messages),
        clientOf: (invoked) => ({ endpoint: aws.url, region: 'us-east-1', credentials: credentialsOf(invoked) }),
      });
    },
    revoke(functionId, action) {
      const resource = functions.find(({ id }) => id === functionId);
      if (!resource) throw new Error(`No template has the function ${functionId}.`);
      const { statements } = roleAt(stack, resource.roleArn);
      credentialsOf(
        resource,
        statements.filter(({ actions }) => !actions.includes(action)),
      );
    },
    async stop() {
      await sources?.stop();
      await Promise.all(functions.map((one) => one.stop()));
      for (const step of undo.splice(0).reverse()) await step();
    },
  };
};
