import { describe, expect, test } from '@jest/globals';
import { pascalCase } from '#infra/aws/pascal-case.ts';
import { QUEUE_NAMES } from '#shared/schemas/messages.ts';
import { ofType, resourcesOf } from '#test/infra/aws/merged-template.ts';
import { templatesOf } from '#test/infra/aws/templates.ts';

const REQUESTS_PER_SECOND = 2_000;
const REQUEST_BURST = 1_000;

const [stage] = ofType(resourcesOf('one of each kind'), 'AWS::ApiGatewayV2::Stage');

test('the default stage limits the rate of requests and is deployed by itself', () => {
  expect(stage?.properties).toMatchObject({
    StageName: '$default',
    AutoDeploy: true,
    DefaultRouteSettings: { ThrottlingRateLimit: REQUESTS_PER_SECOND, ThrottlingBurstLimit: REQUEST_BURST },
  });
});

describe('the carrier and the billing provider', () => {
  const resources = resourcesOf('the product');
  const [ofProduct] = ofType(resources, 'AWS::ApiGatewayV2::Stage');
  const settings = ofProduct?.properties.RouteSettings as Record<string, Record<string, number>>;

  test('have throttles of their own, and nobody else has', () => {
    expect(Object.keys(settings).toSorted()).toEqual(['POST /api/billing/webhook', 'POST /api/db/webhook']);
    const carriers = settings['POST /api/db/webhook'];
    expect(carriers?.ThrottlingRateLimit).toBeGreaterThanOrEqual(2 * REQUESTS_PER_SECOND);
    expect(carriers?.ThrottlingBurstLimit).toBeGreaterThanOrEqual(2 * REQUEST_BURST);
  });

  test('leave room within what API Gateway gives an account', () => {
    const sum = (limit: string) => Object.values(settings).reduce((total, each) => total + (each[limit] ?? 0), 0);
    expect(REQUESTS_PER_SECOND + sum('ThrottlingRateLimit')).toBeLessThanOrEqual(10_000);
    expect(REQUEST_BURST + sum('ThrottlingBurstLimit')).toBeLessThanOrEqual(5_000);
  });

  test('have their routes before the stage names them', () => {
    const root = templatesOf('the product', 'none').find(({ nestedAs }) => nestedAs === undefined);
    const stages = Object.values(root?.template.Resources ?? {}).filter(
      ({ Type }) => Type === 'AWS::ApiGatewayV2::Stage',
    );
    expect(JSON.stringify(stages.map((each) => each.DependsOn))).toContain('WebhooksEndpoints');
  });
});

test('every request leaves a line of JSON with its id, route and status', () => {
  const { Format: format } = (stage?.properties.AccessLogSettings ?? {}) as { Format: string };
  const line = JSON.parse(format) as Record<string, string>;
  expect(line).toMatchObject({
    request_id: '$context.requestId',
    route: '$context.routeKey',
    status: '$context.status',
  });
});

test('a deployment prints what its operators need', () => {
  const root = templatesOf('one of each kind', 'none').find(({ nestedAs }) => nestedAs === undefined);
  const ofQueues = QUEUE_NAMES.flatMap((name) => [`${name}QueueUrl`, `${name}QueueDeadLettersName`].map(pascalCase));
  const others = [
    'ApiUrl',
    'DashboardUrl',
    'ModelEndpointSecretArn',
    'ModelEndpointUrl',
    'NumberHashKeyArn',
    'RecordingsBucketName',
    'TableName',
  ];
  expect(Object.keys(root?.template.Outputs ?? {}).toSorted()).toEqual([...ofQueues, ...others].toSorted());
});
