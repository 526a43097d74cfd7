import type { Entry } from '#infra/catalog.ts';
import type { Endpoint } from '#shared/runtime/define/endpoint.ts';

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

/** The README with its endpoint table renewed. @throws Error when the markers are missing. */
export const withEndpointTable = (readme: string, endpoints: readonly Entry<Endpoint>[]): string => {
  const start = readme.indexOf(ENDPOINTS_START);
  const end = readme.indexOf(ENDPOINTS_END);
  if (start < 0 || end < start) {
    throw new Error(`README.md must contain the lines ${ENDPOINTS_START} and ${ENDPOINTS_END}, in this order.`);
  }
  return `${readme.slice(0, start + ENDPOINTS_START.length)}\n\n${toEndpointTable(endpoints)}\n\n${readme.slice(end)}`;
};
