import { rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from '@jest/globals';
import type { Entry } from '#infra/catalog.ts';
import { freshSite } from '#infra/local/gateway/fresh-site.ts';
import type { Site } from '#shared/runtime/define/site.ts';
import { temporaryFolder } from '#test/infra/aws/temporary-folder.ts';

const folder = temporaryFolder();
const source = join(folder, 'main.tsx');

let builds = 0;
let failure: Error | undefined;
let reported: string[] = [];
let handler: Site['handler'];

const build = () => {
  if (failure) throw failure;
  builds += 1;
  return { sources: [source] };
};

const ask = async (file?: string) =>
  handler({ ...(file && { pathParameters: { file } }) } as never, {} as never) as Promise<{
    statusCode: number;
    body: string;
  }>;

beforeEach(() => {
  [builds, failure, reported] = [0, undefined, []];
  writeFileSync(source, 'one');
  const site = { id: 'serveShop', handler: async () => ({ statusCode: 200, body: `build ${builds}` }) };
  ({ handler } = freshSite(site as unknown as Entry<Site>, { build, onError: (what) => void reported.push(what) }));
});

test('a site is built when its first page is asked for, and not before', async () => {
  expect(builds).toBe(0);
  expect((await ask()).body).toBe('build 1');
});

test('it is built again when a source has changed, and only then', async () => {
  await ask();
  expect((await ask()).body).toBe('build 1');
  utimesSync(source, 1, 1);
  expect((await ask()).body).toBe('build 2');
  expect((await ask()).body).toBe('build 2');
  rmSync(source);
  expect((await ask()).body).toBe('build 3');
});

test('an asset is that of the page that asks for it', async () => {
  await ask();
  utimesSync(source, 1, 1);
  expect((await ask('main-1.js')).body).toBe('build 1');
});

test('what does not build is said to whoever asks and in the log, and is tried again', async () => {
  failure = new Error('main.tsx:1:2: ERROR: Unexpected "}"');
  const { statusCode, body } = await ask();
  expect([statusCode, JSON.parse(body)]).toEqual([
    500,
    { success: false, error: 'The dashboard could not be built. main.tsx:1:2: ERROR: Unexpected "}"' },
  ]);
  expect(reported).toEqual(['The dashboard could not be built.']);
  failure = undefined;
  expect((await ask()).body).toBe('build 1');
});
