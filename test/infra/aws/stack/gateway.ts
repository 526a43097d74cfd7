import { expect, test } from '@jest/globals';
import { REQUEST_BURST, REQUESTS_PER_SECOND } from '#infra/aws/constructs/http-gateway.ts';
import { pascalCase } from '#infra/aws/pascal-case.ts';
import { QUEUE_NAMES } from '#shared/schemas/messages.ts';
import { ofType, resourcesOf } from '#test/infra/aws/merged-template.ts';
import { templatesOf } from '#test/infra/aws/templates.ts';

const [stage] = ofType(resourcesOf('one of each kind'), 'AWS::ApiGatewayV2::Stage');

test('the default stage limits the rate of requests and is deployed by itself', () => {
  expect(stage?.properties).toMatchObject({
    StageName: '$default',
    AutoDeploy: true,
    DefaultRouteSettings: { ThrottlingRateLimit: REQUESTS_PER_SECOND, ThrottlingBurstLimit: REQUEST_BURST },
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
  const others = ['ApiUrl', 'ModelEndpointSecretArn', 'ModelEndpointUrl', 'RecordingsBucketName', 'TableName'];
  expect(Object.keys(root?.template.Outputs ?? {}).toSorted()).toEqual([...ofQueues, ...others].toSorted());
});
