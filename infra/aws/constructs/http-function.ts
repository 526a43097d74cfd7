import { type HttpApi, HttpRoute, type HttpRouteKey } from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import { Construct } from 'constructs';
import type { Entry } from '#infra/catalog.ts';
import type { Endpoint } from '#shared/runtime/define/endpoint.ts';
import type { Fallback } from '#shared/runtime/define/fallback.ts';
import type { Site } from '#shared/runtime/define/site.ts';
import { type Deployment, ProductFunction } from './product-function.ts';

/** Longer than the carrier's 5 s deadline and its table work, shorter than API Gateway's own 30 s. */
const TIMEOUT_SECONDS = 29;

interface HttpFunctionProps {
  deployment: Deployment;
  api: HttpApi;
  entry: Entry<Endpoint> | Entry<Fallback> | Entry<Site>;
  /** By the id of the route's construct. */
  routes: Record<string, HttpRouteKey>;
}

/** A Lambda behind routes of its own. */
export class HttpFunction extends Construct {
  constructor(scope: Construct, id: string, { deployment, api, entry, routes }: HttpFunctionProps) {
    super(scope, id);
    const { lambda } = new ProductFunction(this, 'Function', deployment, entry, TIMEOUT_SECONDS);
    const integration = new HttpLambdaIntegration('Invoke', lambda);
    for (const [routeId, routeKey] of Object.entries(routes)) {
      new HttpRoute(this, routeId, { httpApi: api, routeKey, integration });
    }
  }
}
