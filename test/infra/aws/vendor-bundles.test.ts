import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from '@jest/globals';
import { getCountries, getExampleNumber } from 'libphonenumber-js/max';
import examples from 'libphonenumber-js/mobile/examples';
import { bundleAll } from '#infra/aws/bundling/bundle.ts';
import { numberingOf } from '#shared/domain/phone-number/numbering-plan.ts';
import { type FakeTelnyx, startFakeTelnyx } from '#test/harness/fake-telnyx/fake-telnyx.ts';
import { callBundles } from './run-node.ts';
import { tourTelnyx } from './telnyx-tour.ts';
import { temporaryFolder } from './temporary-folder.ts';

const folder = temporaryFolder();

const pathOf = (file: string) => JSON.stringify(new URL(`../../../${file}`, import.meta.url).pathname);

/** What the code's handler answers to the event in a bundle. */
const answerOf = async (code: string, event: unknown): Promise<unknown> => {
  const file = join(folder, 'source.ts');
  const out = join(folder, 'out');
  writeFileSync(file, `${code}\nexport const probe = { handler };`);
  await bundleAll([{ id: 'probe', file, capabilities: [] }], out);
  return (await callBundles([{ file: join(out, 'probe', 'index.mjs'), event }]))[0];
};

const DIGITS = '0123456789';

/** Numbers around the example of each country, of any kind and length. */
const manyPhones = (): string[] => {
  const example = getCountries().flatMap((country) => getExampleNumber(country, examples)?.number ?? []);
  const near = example.flatMap((phone) => [...DIGITS].map((digit) => `${phone.slice(0, 4)}${digit}${phone.slice(5)}`));
  const prefixed = near.flatMap((phone) => [phone, phone.slice(0, -2), `${phone}0`]);
  const special = ['+18005550100', '+19005550100', '+80012345678', '+491801234567', '+88213300123', '+999123456789'];
  return [...example, ...prefixed, ...special];
};

test('in a bundle a number is of the same country and kind', async () => {
  const phones = manyPhones();
  const code = `import { numberingOf } from ${pathOf('shared/domain/phone-number/numbering-plan.ts')};
    const handler = async (phones) => phones.map(numberingOf);`;
  expect(await answerOf(code, phones)).toEqual({ answer: phones.map(numberingOf) });
});

const fakes: FakeTelnyx[] = [];
afterEach(async () => {
  for (const fake of fakes.splice(0)) await fake.stop();
});

const settingsOf = ({ apiKey, baseUrl, connectionId }: FakeTelnyx) => ({
  ...{ apiKey, baseUrl, connectionId, deadlineMs: 2_000 },
  assistantId: 'assistant',
  llm: { baseUrl: 'https://example.com/llm' },
});

test('in a bundle Telnyx is asked for the same, with all parts of its API that we use', async () => {
  const [direct, bundled] = [await startFakeTelnyx(), await startFakeTelnyx()];
  fakes.push(direct, bundled);
  await tourTelnyx(settingsOf(direct));
  const code = `import { tourTelnyx } from ${pathOf('test/infra/aws/telnyx-tour.ts')};
    const handler = async (settings) => { await tourTelnyx(settings); return 'toured'; };`;
  expect(await answerOf(code, settingsOf(bundled))).toEqual({ answer: 'toured' });
  const asked = ({ requests }: FakeTelnyx) => requests.map(({ request }) => request.replace(/\/\d+$/, '/id'));
  expect(asked(bundled)).toEqual(asked(direct));
  expect(bundled.requests.map(({ query, body }) => ({ query, body }))).toEqual(
    direct.requests.map(({ query, body }) => ({ query, body })),
  );
  expect(new Set(asked(bundled)).size).toBeGreaterThan(15);
});
