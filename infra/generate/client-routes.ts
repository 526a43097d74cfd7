import type { Entry } from '#infra/catalog.ts';
import type { Endpoint } from '#shared/runtime/define/endpoint.ts';

const HEADER = `/**
 * What the client has to know of every operation at run time. Generated from functions/registry.ts by
 * \`npm run generate\`; changes made here are overwritten.
 */`;

/** Webhook receivers are called by carriers and billing providers, which sign; a token opens nothing there. */
const isCallable = (endpoint: Endpoint): boolean => typeof endpoint.auth !== 'function';

const route = ({ id, method, path }: Entry<Endpoint>): string => `  ${id}: '${method} ${path}',`;

/** The source of `shared/client/routes.ts`, formatted as the linter wants it. */
export const toClientRoutes = (endpoints: readonly Entry<Endpoint>[]): string =>
  [HEADER, 'export const routes = {', ...endpoints.filter(isCallable).map(route), '} as const;', ''].join('\n');
