import { CfnOutput, Duration, Stack } from 'aws-cdk-lib';
import { HttpRouteKey } from 'aws-cdk-lib/aws-apigatewayv2';
import type { TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import type { Code } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import type { Endpoint } from '#shared/runtime/define-endpoint.ts';
import type { Fallback } from '#shared/runtime/define-fallback.ts';
import type { Worker } from '#shared/runtime/define-worker.ts';
import type { Entry } from '../catalog.ts';
import { FAILING_API } from './alarms.ts';
import { ConsequenceAlarm } from './constructs/consequence-alarm.ts';
import { dataTable } from './constructs/data-table.ts';
import { HttpFunction } from './constructs/http-function.ts';
import { HttpGateway } from './constructs/http-gateway.ts';
import type { Deployment } from './constructs/product-function.ts';
import { ProductQueue } from './constructs/product-queue.ts';
import { productSecrets } from './constructs/product-secrets.ts';
import { Schedules } from './constructs/schedules.ts';
import { EndpointsStack } from './endpoints-stack.ts';
import type { SharedResources } from './resources.ts';
import type { Settings } from './settings.ts';
import { WorkersStack } from './workers-stack.ts';

export interface Catalog {
  endpoints: readonly Entry<Endpoint>[];
  workers: readonly Entry<Worker>[];
  fallback?: Entry<Fallback> | undefined;
}

export interface ProductStackProps {
  catalog: Catalog;
  settings: Settings;
  /** The bundle of an operation id. */
  codeOf(id: string): Code;
}

const pascalCase = (words: string): string =>
  words.replace(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_, first: string) => first.toUpperCase());

/** What the functions share is here; the functions themselves are in nested stacks, below CloudFormation's 500 resources. */
export class ProductStack extends Stack {
  constructor(scope: Construct, id: string, { catalog, settings, codeOf }: ProductStackProps) {
    super(scope, id, { description: 'Voice assistants, phone numbers, CRM and calling campaigns behind one HTTP API' });
    const table = dataTable(this, 'Table', settings);
    const resources = this.createResources(table, settings);
    const deployment: Deployment = { resources, settings, codeOf };
    const { api } = new HttpGateway(this, 'Gateway', settings);

    const byTag = Map.groupBy(catalog.endpoints, ({ tag }) => pascalCase(tag));
    for (const [tag, endpoints] of byTag) new EndpointsStack(this, `${tag}Endpoints`, { deployment, api, endpoints });
    new WorkersStack(this, 'Workers', deployment, catalog.workers);
    if (catalog.fallback) {
      new HttpFunction(this, 'Fallback', { deployment, api, entry: catalog.fallback, routeKey: HttpRouteKey.DEFAULT });
    }
    new ConsequenceAlarm(this, 'FailingApiAlarm', {
      ...FAILING_API,
      metric: api.metricServerError({ period: Duration.minutes(5), statistic: 'Sum' }),
      above: 0,
      topicArn: settings.alarmTopicArn,
    });
    new CfnOutput(this, 'ApiUrl', { value: api.apiEndpoint });
    new CfnOutput(this, 'TableName', { value: table.tableName });
  }

  private createResources(table: TableV2, settings: Settings): SharedResources {
    const { alarmTopicArn } = settings;
    const dial = new ProductQueue(this, 'DialQueue', 'dial', alarmTopicArn).queue;
    const campaign = new ProductQueue(this, 'CampaignQueue', 'campaign', alarmTopicArn).queue;
    const callEvent = new ProductQueue(this, 'CallEventQueue', 'callEvent', alarmTopicArn).queue;
    const webhook = new ProductQueue(this, 'WebhookQueue', 'webhook', alarmTopicArn).queue;
    const number = new ProductQueue(this, 'NumberQueue', 'number', alarmTopicArn).queue;
    const schedules = new Schedules(this, 'Schedules', [campaign, number]);
    const secrets = productSecrets(this, settings);
    return { table, queues: { dial, campaign, callEvent, webhook, number }, schedules, secrets };
  }
}
