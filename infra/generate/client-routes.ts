import type { Entry } from '#infra/catalog.ts';
import type { Endpoint } from '#shared/runtime/define/endpoint.ts';

/** The width at which the formatter breaks a line. */
const LINE_WIDTH = 120;

const HEADER = `/**
 * What the client has to know of every operation at run time. Generated from functions/registry.ts by
 * \`npm run generate\`; changes made here are overwritten.
 */`;

/** Webhook receivers are called by carriers and billing providers, which sign; a token opens nothing there. */
const isCallable = (endpoint: Endpoint): boolean => typeof endpoint.auth !== 'function';

const list = (name: string, values: string[]): string => {
  const line = `    ${name}: [${values.map((value) => `'${value}'`).join(', ')}],`;
  if (line.length <= LINE_WIDTH) return line;
  return [`    ${name}: [`, ...values.map((value) => `      '${value}',`), '    ],'].join('\n');
};

const route = (endpoint: Entry<Endpoint>): string =>
  [
    `  ${endpoint.id}: {`,
    `    method: '${endpoint.method}',`,
    `    path: '${endpoint.path}',`,
    list('params', Object.keys(endpoint.params?.shape ?? {})),
    list('query', Object.keys(endpoint.query?.shape ?? {})),
    list('body', Object.keys(endpoint.body?.shape ?? {})),
    '  },',
  ].join('\n');

/** The source of `shared/client/routes.ts`, formatted as the linter wants it. */
export const toClientRoutes = (endpoints: readonly Entry<Endpoint>[]): string =>
  [HEADER, 'export const routes = {', ...endpoints.filter(isCallable).map(route), '} as const;', ''].join('\n');
