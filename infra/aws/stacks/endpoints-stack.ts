import { NestedStack } from 'aws-cdk-lib';
import { type HttpApi, HttpMethod, HttpRouteKey } from 'aws-cdk-lib/aws-apigatewayv2';
import type { Construct } from 'constructs';
import { HttpFunction } from '#infra/aws/constructs/http-function.ts';
import type { Deployment } from '#infra/aws/constructs/product-function.ts';
import type { Entry } from '#infra/catalog.ts';
import type { Endpoint } from '#shared/runtime/define/endpoint.ts';

interface EndpointsStackProps {
  deployment: Deployment;
  api: HttpApi;
  endpoints: readonly Entry<Endpoint>[];
}

/**
 * The endpoints of one tag: a Lambda and a route each. Grouped by tag rather than by count, because an endpoint that
 * changed its stack would claim its route before the old stack had released it, and the deployment would fail.
 */
export class EndpointsStack extends NestedStack {
  constructor(scope: Construct, id: string, { deployment, api, endpoints }: EndpointsStackProps) {
    super(scope, id);
    for (const entry of endpoints) {
      const routes = { Route: HttpRouteKey.with(entry.path, HttpMethod[entry.method]) };
      new HttpFunction(this, entry.id, { deployment, api, entry, routes });
    }
  }
}
