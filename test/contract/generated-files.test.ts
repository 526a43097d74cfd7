import { expect, test } from '@jest/globals';
import { endpoints } from '#infra/catalog.ts';
import { toEndpointTable, withEndpointTable } from '#infra/generate/endpoint-table.ts';
import { generatedFiles, readProjectFile } from '#infra/generate/generated-files.ts';

test.each(generatedFiles().map(({ path, content }) => [path, content] as const))(
  '%s is what `npm run generate` writes',
  (path, content) => {
    expect(readProjectFile(path)).toBe(content);
  },
);

test('the endpoint table names every operation once and leaves the rest of the page alone', () => {
  const page = '# Title\n\n<!-- endpoints:start -->\nold\n<!-- endpoints:end -->\n\nThe end.\n';
  const renewed = withEndpointTable(page, endpoints);
  expect(renewed.startsWith('# Title\n\n<!-- endpoints:start -->\n')).toBe(true);
  expect(renewed.endsWith('<!-- endpoints:end -->\n\nThe end.\n')).toBe(true);
  expect(renewed).not.toContain('old');
  for (const { id } of endpoints) expect(renewed.split(`\`${id}\``)).toHaveLength(2);
  expect(withEndpointTable(renewed, endpoints)).toBe(renewed);
});

test('a summary with a bar stays in its cell', () => {
  const [endpoint] = endpoints;
  if (!endpoint) throw new Error('The registry is empty.');
  expect(toEndpointTable([{ ...endpoint, summary: 'a | b' }])).toContain('| a \\| b |');
});

test('a page without the markers is refused with the words to add', () => {
  expect(() => withEndpointTable('# Title\n', endpoints)).toThrow('<!-- endpoints:start -->');
});
