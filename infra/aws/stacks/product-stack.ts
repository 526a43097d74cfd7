import { Aspects, CfnOutput, CfnWaitConditionHandle, type NestedStack, Stack, Tags } from 'aws-cdk-lib';
import { HttpRouteKey } from 'aws-cdk-lib/aws-apigatewayv2';
import type { Code } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { CustomDomain } from '#infra/aws/constructs/custom-domain.ts';
import { CustomerKey } from '#infra/aws/constructs/customer-key.ts';
import { dataTable } from '#infra/aws/constructs/data-table.ts';
import { HttpFunction } from '#infra/aws/constructs/http-function.ts';
import { HttpGateway } from '#infra/aws/constructs/http-gateway.ts';
import { inLanes } from '#infra/aws/constructs/lanes.ts';
import { alarmTopic } from '#infra/aws/constructs/monitoring/alarm-topic.ts';
import { CallQuery } from '#infra/aws/constructs/monitoring/call-query.ts';
import { ConsequenceAlarm } from '#infra/aws/constructs/monitoring/consequence-alarm.ts';
import { OperationsDashboard } from '#infra/aws/constructs/monitoring/operations-dashboard.ts';
import { ServiceAlarms } from '#infra/aws/constructs/monitoring/service-alarms.ts';
import type { Deployment } from '#infra/aws/constructs/product-function.ts';
import { ProductQueue } from '#infra/aws/constructs/product-queue.ts';
import { productSecrets } from '#infra/aws/constructs/product-secrets.ts';
import { recordingsBucket } from '#infra/aws/constructs/recordings-bucket.ts';
import { Schedules } from '#infra/aws/constructs/schedules.ts';
import { StreamingFunction } from '#infra/aws/constructs/streaming-function.ts';
import { pascalCase } from '#infra/aws/pascal-case.ts';
import type { SharedResources } from '#infra/aws/resources.ts';
import { type GivenSettings, SETTINGS_RECORD, type Settings } from '#infra/aws/settings.ts';
import { sizeOf } from '#infra/aws/size.ts';
import type { Entry } from '#infra/catalog.ts';
import type { Endpoint } from '#shared/runtime/define/endpoint.ts';
import type { Fallback } from '#shared/runtime/define/fallback.ts';
import type { Site } from '#shared/runtime/define/site.ts';
import type { StreamFunction } from '#shared/runtime/define/stream.ts';
import type { Worker } from '#shared/runtime/define/worker.ts';
import { QUEUE_NAMES, type QueueName } from '#shared/schemas/messages.ts';
import { EndpointsStack } from './endpoints-stack.ts';
import { SitesStack } from './sites-stack.ts';
import { WorkersStack } from './workers-stack.ts';

export interface Catalog {
  endpoints: readonly Entry<Endpoint>[];
  workers: readonly Entry<Worker>[];
  streams?: readonly Entry<StreamFunction>[];
  sites?: readonly Entry<Site>[];
  fallback?: Entry<Fallback> | undefined;
}

interface ProductStackProps {
  catalog: Catalog;
  /** The settings as they were written, which the stack carries along for the next deployment to compare. */
  given?: GivenSettings;
  settings: Settings;
  /**
   * Leaves out what would keep CloudFormation from clearing up after a first deployment that fails. A deployment after
   * the first brings it.
   */
  isFirstDeployment?: boolean;
  /** The bundle of an operation id. */
  codeOf(id: string): Code;
}

/** What clients of chat completions append to a base address by themselves. */
const CHAT_COMPLETIONS = '/chat/completions';

/**
 * What the functions share is here; the functions themselves are in nested stacks, below CloudFormation's 500
 * resources.
 */
export class ProductStack extends Stack {
  constructor(scope: Construct, id: string, props: ProductStackProps) {
    const { catalog, given = {}, settings, isFirstDeployment = false, codeOf } = props;
    const { region, account } = settings;
    super(scope, id, {
      description: 'Voice assistants, phone numbers, CRM and calling campaigns behind one HTTP API',
      env: { ...(region && { region }), ...(account && { account }) },
      tags: settings.tags,
      // A protected stack cannot be deleted after a first deployment that failed.
      terminationProtection: (settings.terminationProtection ?? settings.retain) && !isFirstDeployment,
    });
    this.record(given);
    this.applyToAll(settings);
    const shared = this.createResources(settings, isFirstDeployment);
    const size = sizeOf(catalog, settings);
    const modelEndpointUrl = this.createStreams({ resources: shared, settings, size, codeOf }, catalog.streams ?? []);
    const deployment: Deployment = { resources: { ...shared, modelEndpointUrl }, settings, size, codeOf };
    const gateway = new HttpGateway(this, 'Gateway', settings);
    const { api } = gateway;
    this.createFunctions(deployment, gateway, catalog);
    const { domainName, certificateArn } = settings;
    if (domainName && certificateArn)
      new CustomDomain(this, 'Domain', { api, stage: gateway.stage, domainName, certificateArn });

    new CallQuery(this, 'CallQuery', settings.stackName);
    const watched = { resources: shared, settings, api };
    new ServiceAlarms(this, 'Alarms', watched);
    const alarms = this.node.findAll().flatMap((part) => (part instanceof ConsequenceAlarm ? [part.alarm] : []));
    const dashboard = new OperationsDashboard(this, 'Operations', { ...watched, alarms });
    new CfnOutput(this, 'DashboardUrl', { value: dashboard.url });
    new CfnOutput(this, 'ApiUrl', { value: domainName ? `https://${domainName}` : api.apiEndpoint });
    new CfnOutput(this, 'TableName', { value: shared.table.tableName });
    new CfnOutput(this, 'RecordingsBucketName', { value: shared.recordings.bucketName });
    new CfnOutput(this, 'NumberHashKeyArn', { value: shared.secrets.numberHash?.id ?? '' });
  }

  private createFunctions(deployment: Deployment, gateway: HttpGateway, catalog: Catalog): void {
    const { api } = gateway;
    const byTag = Map.groupBy(catalog.endpoints, ({ tag }) => pascalCase(tag));
    const nested: NestedStack[] = [new WorkersStack(this, 'Workers', deployment, catalog.workers)];
    for (const [tag, endpoints] of byTag) {
      const stack = new EndpointsStack(this, `${tag}Endpoints`, { deployment, api, endpoints });
      nested.push(stack);
      for (const endpoint of endpoints) {
        const { method, path } = endpoint;
        const throttle = deployment.size.throttleOf(endpoint);
        if (throttle) gateway.throttleApart(`${method} ${path}`, throttle, stack);
      }
    }
    const { sites = [] } = catalog;
    if (sites.length > 0) nested.push(new SitesStack(this, 'Sites', { deployment, api, sites }));
    inLanes(nested);
    if (catalog.fallback) {
      const routes = { Route: HttpRouteKey.DEFAULT };
      new HttpFunction(this, 'Fallback', { deployment, api, entry: catalog.fallback, routes });
    }
  }

  private applyToAll({ tags, kmsKeyArn }: Settings): void {
    for (const [name, value] of Object.entries(tags)) Tags.of(this).add(name, value);
    if (kmsKeyArn !== undefined) Aspects.of(this).add(new CustomerKey(kmsKeyArn));
  }

  /** In a resource, because CloudFormation takes a change of the template's own metadata for none. */
  private record(given: GivenSettings): void {
    const record = new CfnWaitConditionHandle(this, 'Settings');
    record.overrideLogicalId(SETTINGS_RECORD);
    record.addMetadata(SETTINGS_RECORD, given);
  }

  private createResources(settings: Settings, isFirstDeployment: boolean): SharedResources {
    const keys = {
      data: settings.kmsKeyArn,
      secrets: settings.secretsKmsKeyArn,
      viaService: (service: string) => `${service}.${this.region}.${this.urlSuffix}`,
    };
    const alarmTopicArn = alarmTopic(this, 'AlarmTopic', settings);
    const queueOf = (name: QueueName) => new ProductQueue(this, `${pascalCase(name)}Queue`, name, alarmTopicArn).queue;
    const queues = Object.fromEntries(QUEUE_NAMES.map((name) => [name, queueOf(name)])) as SharedResources['queues'];
    return {
      table: dataTable(this, 'Table', settings, { isFirstDeployment }),
      queues,
      schedules: new Schedules(this, 'Schedules', [queues.campaign, queues.dial, queues.number], keys),
      recordings: recordingsBucket(this, 'Recordings', settings),
      alarmTopicArn,
      secrets: productSecrets(this, settings),
      keys,
    };
  }

  /** They come first: other functions tell the carrier where the model endpoint is. */
  private createStreams(deployment: Deployment, streams: readonly Entry<StreamFunction>[]): string | undefined {
    let modelEndpointUrl: string | undefined;
    for (const entry of streams) {
      const { url } = new StreamingFunction(this, entry.id, deployment, entry);
      if (!entry.path.endsWith(CHAT_COMPLETIONS)) continue;
      modelEndpointUrl = `${url}${entry.path.slice(1, -CHAT_COMPLETIONS.length)}`;
      new CfnOutput(this, 'ModelEndpointUrl', { value: modelEndpointUrl });
      new CfnOutput(this, 'ModelEndpointSecretArn', { value: deployment.resources.secrets.modelEndpoint?.id ?? '' });
    }
    return modelEndpointUrl;
  }
}
