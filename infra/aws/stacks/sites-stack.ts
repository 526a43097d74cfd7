import { NestedStack } from 'aws-cdk-lib';
import { type HttpApi, HttpMethod, HttpRouteKey } from 'aws-cdk-lib/aws-apigatewayv2';
import type { Construct } from 'constructs';
import { HttpFunction } from '#infra/aws/constructs/http-function.ts';
import type { Deployment } from '#infra/aws/constructs/product-function.ts';
import { pascalCase } from '#infra/aws/pascal-case.ts';
import type { Entry } from '#infra/catalog.ts';
import type { Site } from '#shared/runtime/define/site.ts';

interface SitesStackProps {
  deployment: Deployment;
  api: HttpApi;
  sites: readonly Entry<Site>[];
}

const routesOf = ({ routes }: Entry<Site>): Record<string, HttpRouteKey> =>
  Object.fromEntries(
    routes.map(({ method, path }) => [`Route${pascalCase(path)}`, HttpRouteKey.with(path, HttpMethod[method])]),
  );

/** What is served to browsers: a Lambda with a route for each of its pages. */
export class SitesStack extends NestedStack {
  constructor(scope: Construct, id: string, { deployment, api, sites }: SitesStackProps) {
    super(scope, id);
    for (const entry of sites) new HttpFunction(this, entry.id, { deployment, api, entry, routes: routesOf(entry) });
  }
}
