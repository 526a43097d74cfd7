import { type HttpApi, HttpRoute, type HttpRouteKey } from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import { Construct } from 'constructs';
import type { Entry } from '#infra/catalog.ts';
import type { Endpoint } from '#shared/runtime/define/endpoint.ts';
import type { Fallback } from '#shared/runtime/define/fallback.ts';
import { type Deployment, ProductFunction } from './product-function.ts';

/** Longer than the carrier's 5 s deadline and its table work, shorter than API Gateway's own 30 s. */
const TIMEOUT_SECONDS = 29;

interface HttpFunctionProps {
  deployment: Deployment;
  api: HttpApi;
  entry: Entry<Endpoint> | Entry<Fallback>;
  routeKey: HttpRouteKey;
}

/** A Lambda behind a route of its own. */
export class HttpFunction extends Construct {
  constructor(scope: Construct, id: string, { deployment, api, entry, routeKey }: HttpFunctionProps) {
    super(scope, id);
    const { lambda } = new ProductFunction(this, 'Function', deployment, entry, TIMEOUT_SECONDS);
    new HttpRoute(this, 'Route', { httpApi: api, routeKey, integration: new HttpLambdaIntegration('Invoke', lambda) });
  }
}
