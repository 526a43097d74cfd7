import { describe, expect, test } from '@jest/globals';
import { QUEUE_NAMES } from '#shared/schemas/messages.ts';
import { CATALOGS, EVERY_CATALOG } from '#test/infra/aws/deployments.ts';
import { ofType, type Resource, resourcesOf } from '#test/infra/aws/merged-template.ts';
import { refusalOf } from '#test/infra/aws/templates.ts';

const only = <T>(items: T[], what: string): T => {
  const [item] = items;
  if (item === undefined || items.length !== 1) throw new Error(`Expected one ${what}, found ${items.length}.`);
  return item;
};

const mentions = (resource: Resource, text: string): boolean => JSON.stringify(resource.properties).includes(text);

describe.each(EVERY_CATALOG)('functions of %s', (name) => {
  const catalog = CATALOGS[name];
  const resources = resourcesOf(name);
  const lambdas = ofType(resources, 'AWS::Lambda::Function');
  const lambdaOf = (id: string) =>
    only(
      lambdas.filter((l) => l.id.split('/').at(-1)?.startsWith(`${id}Function`)),
      id,
    );
  const idOf = (entry: { id: string } | undefined) => (entry ? [entry.id] : []);

  const lambdaBehind = (routeKey: string): Resource => {
    const route = only(
      ofType(resources, 'AWS::ApiGatewayV2::Route').filter((r) => r.properties.RouteKey === routeKey),
      routeKey,
    );
    const integration = only(
      ofType(resources, 'AWS::ApiGatewayV2::Integration').filter((i) => mentions(route, i.id)),
      routeKey,
    );
    expect(integration.properties).toMatchObject({ PayloadFormatVersion: '2.0', IntegrationType: 'AWS_PROXY' });
    return only(
      lambdas.filter((lambda) => mentions(integration, `"${lambda.id}"`)),
      routeKey,
    );
  };

  test('every endpoint has a route and a Lambda of its own', () => {
    const behind = catalog.endpoints.map(({ id, method, path }) => {
      const lambda = lambdaBehind(`${method} ${path}`);
      expect(lambda.id).toBe(lambdaOf(id).id);
      return lambda.id;
    });
    expect(new Set(behind).size).toBe(catalog.endpoints.length);
  });

  test('every page of a site leads to the site’s one Lambda, which is invoked through these routes only', () => {
    expect(catalog.sites).toHaveLength(1);
    for (const { id, routes } of catalog.sites) {
      for (const { method, path } of routes) expect(lambdaBehind(`${method} ${path}`).id).toBe(lambdaOf(id).id);
      const permissions = ofType(resources, 'AWS::Lambda::Permission').filter((p) =>
        mentions(p, `"${lambdaOf(id).id}"`),
      );
      const paths = permissions.map(({ properties }) => /\/\*\/\*(\/[^"]*)"/.exec(JSON.stringify(properties))?.[1]);
      expect(paths.toSorted()).toEqual(routes.map(({ path }) => path).toSorted());
    }
  });

  test('the fallback answers every other route, and nothing else has a route', () => {
    expect(lambdaBehind('$default').id).toMatch(/^Fallback/);
    const pages = catalog.sites.flatMap(({ routes }) => routes);
    expect(ofType(resources, 'AWS::ApiGatewayV2::Route')).toHaveLength(catalog.endpoints.length + pages.length + 1);
    expect(ofType(resources, 'AWS::ApiGatewayV2::Authorizer')).toEqual([]);
    expect(only(ofType(resources, 'AWS::ApiGatewayV2::Api'), 'API').properties).not.toHaveProperty('CorsConfiguration');
  });

  test('API Gateway may invoke each function through its own route only', () => {
    for (const { id, path } of catalog.endpoints) {
      const permission = only(
        ofType(resources, 'AWS::Lambda::Permission').filter((p) => mentions(p, `"${lambdaOf(id).id}"`)),
        `permission of ${id}`,
      );
      expect(JSON.stringify(permission.properties.SourceArn)).toContain(`/*/*${path}"`);
    }
  });

  test('every function runs Node 24 on arm64 with a described purpose and its own log group that expires', () => {
    const entries = [
      ...catalog.endpoints,
      ...catalog.workers,
      ...catalog.streams,
      ...catalog.sites,
      ...idOf(catalog.fallback),
    ];
    expect(lambdas).toHaveLength(entries.length);
    for (const { properties } of lambdas) {
      expect(properties).toMatchObject({ Runtime: 'nodejs24.x', Architectures: ['arm64'], Handler: 'index.handler' });
      expect(properties.Description).toEqual(expect.any(String));
    }
    const logGroups = ofType(resources, 'AWS::Logs::LogGroup');
    for (const { properties } of logGroups) expect(properties.RetentionInDays).toBe(30);
    const used = lambdas.map(
      (lambda) =>
        only(
          logGroups.filter((group) => mentions(lambda, `"${group.id}"`)),
          lambda.id,
        ).id,
    );
    expect(new Set(used).size).toBe(lambdas.length);
  });

  test('every stream has an address of its own, where anybody may ask it, and there alone', () => {
    const urls = ofType(resources, 'AWS::Lambda::Url');
    expect(urls).toHaveLength(catalog.streams.length);
    for (const { id } of catalog.streams) {
      const lambda = lambdaOf(id);
      expect(lambda.properties).toMatchObject({ Timeout: 60 });
      const url = only(
        urls.filter((candidate) => mentions(candidate, `"${lambda.id}"`)),
        id,
      );
      expect(url.properties).toMatchObject({ AuthType: 'NONE', InvokeMode: 'RESPONSE_STREAM' });
      const permissions = ofType(resources, 'AWS::Lambda::Permission').filter((p) => mentions(p, `"${lambda.id}"`));
      expect(permissions.map(({ properties }) => properties)).toEqual(
        expect.arrayContaining([
          expect.objectContaining({ Action: 'lambda:InvokeFunctionUrl', Principal: '*', FunctionUrlAuthType: 'NONE' }),
          expect.objectContaining({ Action: 'lambda:InvokeFunction', Principal: '*', InvokedViaFunctionUrl: true }),
        ]),
      );
      expect(permissions).toHaveLength(2);
    }
  });

  test('nothing but a stream may be invoked by anybody', () => {
    const open = ofType(resources, 'AWS::Lambda::Permission').filter(({ properties }) => properties.Principal === '*');
    const streams = catalog.streams.map(({ id }) => `"${lambdaOf(id).id}"`);
    for (const permission of open) expect(streams.some((id) => mentions(permission, id))).toBe(true);
  });

  test('every queue worker consumes its queue and reports the messages that failed', () => {
    const mappings = ofType(resources, 'AWS::Lambda::EventSourceMapping');
    const consumers = catalog.workers.flatMap(({ id, source }) => ('queue' in source ? [{ id, source }] : []));
    expect(mappings).toHaveLength(consumers.length);
    for (const { id, source } of consumers) {
      const { properties } = only(
        mappings.filter((mapping) => mentions(mapping, `"${lambdaOf(id).id}"`)),
        id,
      );
      expect(properties).toMatchObject({
        BatchSize: source.batchSize,
        FunctionResponseTypes: ['ReportBatchItemFailures'],
        ScalingConfig: { MaximumConcurrency: source.maxConcurrency },
      });
      expect(properties).not.toHaveProperty('MaximumBatchingWindowInSeconds');
      expect(JSON.stringify(properties.EventSourceArn).toLowerCase()).toContain(`"${source.queue.toLowerCase()}queue`);
    }
  });

  test('every queue is consumed', () => {
    const consumed = catalog.workers.flatMap(({ source }) => ('queue' in source ? [source.queue] : []));
    expect(consumed.toSorted()).toEqual(QUEUE_NAMES.toSorted());
  });

  test('every timed worker has its clock, and a failed run is left to the next one', () => {
    for (const { id, source } of catalog.workers) {
      if ('queue' in source) continue;
      const rules = ofType(resources, 'AWS::Events::Rule');
      const { properties } = only(
        rules.filter((rule) => mentions(rule, `"${lambdaOf(id).id}"`)),
        id,
      );
      const { everyMinutes } = source;
      expect(properties.ScheduleExpression).toBe(`rate(${everyMinutes} minute${everyMinutes === 1 ? '' : 's'})`);
      const retries = ofType(resources, 'AWS::Lambda::EventInvokeConfig').filter((c) =>
        mentions(c, `"${lambdaOf(id).id}"`),
      );
      expect(only(retries, id).properties).toMatchObject({ MaximumRetryAttempts: 0 });
    }
  });
});

test('endpoints of one tag share a nested stack', () => {
  const routes = ofType(resourcesOf('one of each kind'), 'AWS::ApiGatewayV2::Route');
  const stackOf = ({ method, path }: { method: string; path: string }) =>
    only(
      routes.filter(({ properties }) => properties.RouteKey === `${method} ${path}`),
      path,
    ).id.split('/')[0];
  const byTag = Map.groupBy(CATALOGS['one of each kind'].endpoints, ({ tag }) => tag);
  const stacks = [...byTag.values()].map((endpoints) => only([...new Set(endpoints.map(stackOf))], 'stack'));
  expect(new Set(stacks).size).toBe(byTag.size);
  expect(stacks).toContainEqual(expect.stringMatching(/^PhoneNumbersEndpoints/));
});

test('a worker of an urgent queue may run until just before its message reappears', () => {
  expect(refusalOf('talkerFor49Seconds')).toBeUndefined();
  expect(refusalOf('talkerFor50Seconds')).toMatch(/talker may run 50 s, but .* allows 49 s/);
});

test('a worker that outlasts its queue’s visibility timeout is refused', () => {
  expect(refusalOf('slowWorker')).toMatch(/slow may run 31 s, but .* allows 30 s/);
});
