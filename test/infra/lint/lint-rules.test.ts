import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import { PROJECT_ROOT } from '#infra/catalog.ts';
import { temporaryFolder } from '#test/infra/aws/temporary-folder.ts';

const folder = temporaryFolder();
for (const part of ['biome.json', 'infra/lint']) {
  cpSync(join(PROJECT_ROOT, part), join(folder, part), { recursive: true });
}

interface Report {
  summary: { unchanged: number };
  diagnostics: { category: string; message: string; location: { path: string } }[];
}

const OUTPUT_MAX_BYTES = 16 * 1024 * 1024;

let files = 0;

/** Puts the text into a file of its own in the folder of `path`; answers its path. One run looks at all of them. */
const plant = (path: string, text: string): string => {
  files += 1;
  const own = path.replace('planted', `planted-${files}`);
  mkdirSync(dirname(join(folder, own)), { recursive: true });
  writeFileSync(join(folder, own), text);
  return own;
};

const verdicts = new Map<string, string>();

/** What the project's linter says of a planted file. */
const verdictOn = (planted: string): string => verdicts.get(planted) ?? '';

beforeAll(() => {
  const options = ['lint', '--reporter=json', '--max-diagnostics=none', '.'];
  const { stdout } = spawnSync('biome', options, { cwd: folder, encoding: 'utf8', maxBuffer: OUTPUT_MAX_BYTES });
  const { summary, diagnostics } = JSON.parse(stdout) as Report;
  expect(summary.unchanged).toBeGreaterThanOrEqual(files);
  for (const { category, message, location } of diagnostics) {
    verdicts.set(location.path, `${verdictOn(location.path)}${category}: ${message}\n`);
  }
});

const NO_CLOCK = 'Take the time as an argument';
const NO_WAITING = 'Wait for an event';
const NO_BOUND = 'No time-outs of single tests';
const NO_TIMERS = "The tests' only timers are in";

test.each(
  [
    ['shared/domain/planted.ts', 'export const at = Date.now();', NO_CLOCK],
    ['functions/planted.ts', 'export const at = new Date();', NO_CLOCK],
    ['shared/engine/planted.ts', 'export const chance = Math.random();', 'Take randomness as an argument'],
    ['test/planted.test.ts', 'await new Promise((resolve) => setTimeout(resolve, 50));', NO_WAITING],
    ['test/engine/planted.test.ts', 'export const signal = AbortSignal.timeout(50);', NO_WAITING],
    ['test/planted.test.ts', "import { setTimeout as sleep } from 'node:timers/promises'; await sleep(1);", NO_TIMERS],
    ['test/planted.test.ts', "import { test } from '@jest/globals'; test('waits', () => {}, 30_000);", NO_BOUND],
    ['test/planted.test.ts', "import { beforeAll } from '@jest/globals'; beforeAll(() => {}, 30_000);", NO_BOUND],
  ].map(([path = '', text = '', words = '']) => ({ path, text, words, planted: plant(path, text) })),
)('the linter refuses in $path: $text', ({ planted, words }) => {
  expect(verdictOn(planted)).toContain(words);
});

test.each(
  [
    ['shared/runtime/system.ts', 'export const at = Date.now();'],
    ['test/harness/time/timers.ts', 'export const timer = setTimeout(() => undefined, 50);'],
    ['test/planted.test.ts', "import { test } from '@jest/globals'; test('waits', () => {});"],
  ].map(([path = '', text = '']) => ({ path, text, planted: plant(path, text) })),
)('the linter allows in $path: $text', ({ planted }) => {
  expect(verdictOn(planted)).not.toMatch(/plugin/);
});

test.each(
  [
    ['<img src="/a.svg" />', 'text alternative'],
    ['<div onClick={() => undefined}>Call</div>', 'onClick'],
    ['<p dangerouslySetInnerHTML={{ __html: text }} />', 'dangerouslySetInnerHTML'],
  ].map(([element = '', words = '']) => ({
    element,
    words,
    planted: plant('functions/dashboard/site/planted.tsx', `export const A = ({ text }) => ${element};`),
  })),
)('the linter refuses on a page: $element', ({ planted, words }) => {
  expect(verdictOn(planted)).toContain(words);
});

const imports = (path: string): string => `export * from '${path}';`;
const OWN_FILE = 'Records are read and changed through their own file';
const DOWNWARDS = 'Rooms of the engine import downwards only';

/** These rooms of the engine may each import those after it. */
const IN_ORDER = ['after-call', 'conversation', 'do-not-call', 'campaign', 'call', 'webhook'];
/** What each room may import. */
const ENGINE_ROOMS: Record<string, string[]> = {
  ...Object.fromEntries(IN_ORDER.map((room, at) => [room, IN_ORDER.slice(at + 1)])),
  crm: ['do-not-call', 'campaign', 'call', 'webhook'],
  'phone-number': ['campaign', 'call', 'webhook'],
  account: ['call', 'webhook'],
  billing: ['webhook'],
  assistant: [],
};
const PAIRS = Object.entries(ENGINE_ROOMS).flatMap(([room, below]) =>
  Object.keys(ENGINE_ROOMS)
    .filter((other) => other !== room)
    .map((other) => ({
      room,
      other,
      may: below.includes(other) ? 'may' : 'may not',
      planted: plant(`shared/engine/${room}/planted.ts`, imports(`#shared/engine/${other}/planted.ts`)),
    })),
);

test.each(PAIRS)('engine/$room $may import engine/$other', ({ may, planted }) => {
  const verdict = verdictOn(planted);
  expect(verdict.includes('noRestrictedImports')).toBe(may === 'may not');
  expect(verdict.includes(DOWNWARDS)).toBe(may === 'may not');
});

test.each(
  [
    ['functions/webhooks/planted.ts', '#shared/providers/billing/billing-providers.ts'],
    ['shared/client/planted.ts', '#functions/registry.ts'],
    ['functions/dashboard/site/calls/planted.ts', '#shared/client/client.ts'],
    ['functions/dashboard/site/calls/planted.ts', '#shared/domain/time.ts'],
    ['functions/dashboard/site/calls/planted.ts', '#functions/dashboard/site/format/time.ts'],
  ].map(([path = '', imported = '']) => ({ path, imported, planted: plant(path, imports(imported)) })),
)('the linter allows that $path imports $imported', ({ planted }) => {
  expect(verdictOn(planted)).not.toContain('noRestrictedImports');
});

test.each(
  [
    ['shared/domain/campaign/planted.ts', '#shared/schemas/campaign.ts', 'Decisions know nothing but the domain'],
    ['shared/schemas/planted.ts', '#shared/store/calls.ts', 'Schemas know the domain only'],
    ['shared/ports/planted.ts', '#shared/runtime/env.ts', 'Ports are described in terms'],
    ['shared/store/planted.ts', '#shared/engine/sweep.ts', 'The store knows the domain'],
    ['shared/providers/telephony/planted.ts', '#shared/store/calls.ts', 'Providers know the ports'],
    ['shared/engine/call/planted.ts', '#shared/providers/telephony/carriers.ts', 'The engine is written against ports'],
    ['shared/engine/call/planted.ts', '#shared/runtime/log.ts', 'The engine is written against ports'],
    ['shared/engine/sweep-planted.ts', '#shared/store/keys.ts', OWN_FILE],
    ['shared/runtime/http/planted.ts', '#shared/store/keys.ts', OWN_FILE],
    ['functions/calls/planted.ts', '#shared/store/keys.ts', OWN_FILE],
    ['functions/calls/planted.ts', '#shared/providers/telephony/carriers.ts', 'Functions know neither vendors'],
    ['functions/calls/planted.ts', '#shared/client/client.ts', 'Functions know neither vendors'],
    ['shared/runtime/http/planted.ts', '#shared/client/client.ts', 'The runtime knows neither engine'],
    ['shared/runtime/http/planted.ts', '#shared/runtime/define/endpoint.ts', 'Rooms of the runtime import downwards'],
    ['shared/runtime/clients/planted.ts', '#shared/runtime/adapters/table.ts', 'Rooms of the runtime import downwards'],
    ['shared/runtime/define/planted.ts', '#shared/providers/telephony/carriers.ts', 'adapters alone know providers'],
    ['shared/client/planted.ts', '#shared/engine/sweep.ts', "The client knows the registry's types"],
    ['shared/client/planted.ts', '#functions/calls/get-call.ts', "The client knows the registry's types"],
    ['functions/calls/planted.ts', '@aws-sdk/client-sqs', 'AWS clients belong in'],
    ['functions/dashboard/site/calls/planted.ts', '#shared/engine/sweep.ts', 'the typed client and the domain'],
    ['functions/dashboard/site/calls/planted.ts', '#functions/calls/get-call.ts', 'the typed client and the domain'],
    ['functions/dashboard/site/calls/planted.ts', 'node:fs', 'runs in a browser'],
    ['functions/dashboard/site/calls/planted.ts', '../format/time.ts', 'Name other folders by their alias'],
    ['shared/engine/call/planted.ts', '../webhook/announce.ts', 'Name other folders by their alias'],
    ['infra/aws/planted.ts', '#test/harness/client.ts', 'Nothing imports tests'],
    ['infra/aws/planted.ts', './constructs/product-function.ts', 'The CDK app imports downwards'],
    ['infra/aws/constructs/planted.ts', '#infra/aws/stacks/product-stack.ts', 'The CDK app imports downwards'],
    ['infra/local/gateway/planted.ts', '#infra/local/start.ts', 'The laptop imports downwards'],
    ['infra/local/process/planted.ts', '#infra/local/queues/sqs-and-s3.ts', 'The laptop imports downwards'],
  ].map(([path = '', imported = '', words = '']) => ({
    path,
    imported,
    words,
    planted: plant(path, imports(imported)),
  })),
)('the linter refuses that $path imports $imported', ({ planted, words }) => {
  expect(verdictOn(planted)).toContain(words);
});
