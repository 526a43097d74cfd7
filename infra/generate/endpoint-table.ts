import type { Entry } from '#infra/catalog.ts';
import type { Endpoint } from '#shared/runtime/define/endpoint.ts';

/** The page that has the table. */
export const ENDPOINT_PAGE = 'shared/docs/endpoints.md';
const ENDPOINTS_START = '<!-- endpoints:start -->';
const ENDPOINTS_END = '<!-- endpoints:end -->';

const row = (...cells: string[]): string => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;

const byPath = (a: Endpoint, b: Endpoint): number => (a.path === b.path ? 0 : a.path < b.path ? -1 : 1);

/** Every endpoint as a Markdown table, grouped by tag. */
export const toEndpointTable = (endpoints: readonly Entry<Endpoint>[]): string => {
  const tags = [...new Set(endpoints.map(({ tag }) => tag))].sort();
  const rows = tags.flatMap((tag) => [
    row(`**${tag}**`, '', '', ''),
    ...endpoints
      .filter((endpoint) => endpoint.tag === tag)
      .sort(byPath)
      .map(({ method, path, summary, id }) => row(method, `\`${path}\``, summary, `\`${id}\``)),
  ]);
  return [row('Method', 'Path', 'What it does', 'Operation'), row('---', '---', '---', '---'), ...rows].join('\n');
};

/** The page with its endpoint table renewed. @throws Error when the markers are missing. */
export const withEndpointTable = (page: string, endpoints: readonly Entry<Endpoint>[]): string => {
  const start = page.indexOf(ENDPOINTS_START);
  const end = page.indexOf(ENDPOINTS_END);
  if (start < 0 || end < start) {
    throw new Error(`${ENDPOINT_PAGE} must contain the lines ${ENDPOINTS_START} and ${ENDPOINTS_END}, in this order.`);
  }
  return `${page.slice(0, start + ENDPOINTS_START.length)}\n\n${toEndpointTable(endpoints)}\n\n${page.slice(end)}`;
};
