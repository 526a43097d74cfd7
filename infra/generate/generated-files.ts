import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { endpoints, PROJECT_ROOT } from '#infra/catalog.ts';
import { COSTS_PAGE, withMoney } from '#infra/costs/money-page.ts';
import { SIZES_PAGE, sizesPage } from '#infra/sizes/sizes-page.ts';
import { toClientRoutes } from './client-routes.ts';
import { ENDPOINT_PAGE, withEndpointTable } from './endpoint-table.ts';
import { toOpenApi } from './openapi.ts';

export const readProjectFile = (path: string): string => readFileSync(join(PROJECT_ROOT, path), 'utf8');

const productVersion = (): string => (JSON.parse(readProjectFile('package.json')) as { version: string }).version;

/** Every file derived from the registry or from what was measured: its path in the project and what it must contain. */
export const generatedFiles = (): { path: string; content: string }[] => [
  {
    path: 'functions/system/openapi.json',
    content: `${JSON.stringify(toOpenApi(endpoints, productVersion()), null, 2)}\n`,
  },
  { path: 'shared/client/routes.ts', content: toClientRoutes(endpoints) },
  { path: ENDPOINT_PAGE, content: withEndpointTable(readProjectFile(ENDPOINT_PAGE), endpoints) },
  { path: SIZES_PAGE, content: sizesPage() },
  { path: COSTS_PAGE, content: withMoney(readProjectFile(COSTS_PAGE)) },
];

const isCurrent = ({ path, content }: { path: string; content: string }): boolean => {
  try {
    return readProjectFile(path) === content;
  } catch {
    return false;
  }
};

/** Those that differ from what is on disk. */
export const staleFiles = (): { path: string; content: string }[] =>
  generatedFiles().filter((file) => !isCurrent(file));
