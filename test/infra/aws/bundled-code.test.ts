import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { bundleAll } from '#infra/aws/bundling/bundle.ts';
import type { Capability } from '#shared/ports/capabilities.ts';
import { callBundles } from './run-node.ts';
import { temporaryFolder } from './temporary-folder.ts';

const folder = temporaryFolder();

const pathOf = (file: string) => JSON.stringify(new URL(`../../../${file}`, import.meta.url).pathname);
const ZOD = pathOf('node_modules/zod/index.js');

/** A bundle of code that defines a `handler`: its text, and what the handler answers. */
const bundled = async (code: string, capabilities: Capability[] = []) => {
  const file = join(folder, 'source.ts');
  const out = join(folder, 'out');
  writeFileSync(file, `${code}\nexport const probe = { handler };`);
  await bundleAll([{ id: 'probe', file, capabilities }], out);
  const bundle = join(out, 'probe', 'index.mjs');
  const [outcome] = await callBundles([{ file: bundle, event: {} }]);
  return { outcome, text: readFileSync(bundle, 'utf8') };
};

test('Node’s own modules are what they are, however they are imported', async () => {
  const { outcome } = await bundled(`
    import fs, { existsSync } from 'node:fs';
    import * as path from 'node:path';
    import { createHash } from 'crypto';
    const handler = async () => {
      const { METHODS } = await import('node:http');
      return [fs.existsSync === existsSync, path.join('a', 'b'), createHash('md5').update('').digest('hex').length,
        METHODS.includes('GET')];
    };`);
  expect(outcome).toEqual({ answer: [true, 'a/b', 32, true] });
});

test('a bundle is plain ASCII, and its patterns find the same', async () => {
  const { outcome, text } = await bundled(`
    const handler = async () => [
      'tschüss'.search(/ü/), '。'.search(/[.…。]/), 'a😀b'.replace(/[😀]/u, '-'), 'é',
    ];`);
  expect(outcome).toEqual({ answer: [4, 0, 'a-b', 'é'] });
  expect(text).toMatch(/^\p{ASCII}*$/u);
});

const SHAPE = `import * as z from ${ZOD};
  const Shape = z.object({ name: z.string().meta({ examples: ['Ada'] }).describe('Who.') });`;

test('a schema checks and strips the same without its documentation', async () => {
  const { outcome } = await bundled(`${SHAPE}
    const handler = async () => [Shape.parse({ name: 'x', more: 1 }), Shape.safeParse({}).success];`);
  expect(outcome).toEqual({ answer: [{ name: 'x' }, false] });
});

test('only for language models can a schema be written as a JSON schema', async () => {
  const code = `${SHAPE} const handler = async () => z.toJSONSchema(Shape).properties;`;
  const models = await bundled(code, ['languageModels']);
  expect(models.outcome).toEqual({ answer: { name: { type: 'string', description: 'Who.' } } });
  const { outcome } = await bundled(code);
  expect(outcome).toEqual({ thrown: 'Error: This function is bundled without JSON schemas.' });
});

test('a bundle holds the schemas that its function uses and no others', async () => {
  const { outcome, text } = await bundled(`import { UpdateCompanyBody } from ${pathOf('shared/schemas/company.ts')};
    const handler = async () => UpdateCompanyBody.parse({ name: 'Acme' });`);
  expect(outcome).toEqual({ answer: { name: 'Acme' } });
  expect(text).not.toContain('contact_count');
});
