import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { PROJECT_ROOT } from '#infra/catalog.ts';
import { startChildService } from '#test/harness/stack/child-service.ts';
import { ownEnvironment } from '#test/harness/stack/environment.ts';

/** The README's tour, pasted into a shell as it stands there. */

const SPEED = '10';
const SHELL = 'bash';

const readme = readFileSync(join(PROJECT_ROOT, 'README.md'), 'utf8');
const section = readme.split('## A tour in five minutes')[1]?.split('\n### ')[0] ?? '';
const blocks = [...section.matchAll(/```sh\n(.*?)```/gs)].map(([, block = '']) => block);
const [preparations = ''] = blocks;

let service: Awaited<ReturnType<typeof startChildService>>;
/** A folder in which `.local` is the state of the service. */
let folder: string;
beforeAll(async () => {
  service = await startChildService({ CARRIER_SPEED: SPEED });
  folder = mkdtempSync(join(tmpdir(), 'readme-tour-'));
  symlinkSync(service.stateDir, join(folder, '.local'));
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await service.kill();
});

interface Pasted {
  code: number | null;
  out: string;
  err: string;
}

/** Pastes lines into a shell in a folder. */
const paste = (lines: string, cwd: string, variables: Record<string, string> = {}): Promise<Pasted> =>
  new Promise((resolve) => {
    const shell = spawn(SHELL, ['-s'], { cwd, env: ownEnvironment(variables) });
    const said = { out: '', err: '' };
    shell.stdout.on('data', (text) => {
      said.out += text;
    });
    shell.stderr.on('data', (text) => {
      said.err += text;
    });
    shell.once('close', (code) => resolve({ code, ...said }));
    shell.stdin.end(lines);
  });

test('the tour makes a call and a campaign, and every wait of it ends', async () => {
  const { out, err } = await paste(blocks.join('\n'), folder);
  expect([err, out]).toEqual(['', expect.not.stringContaining('Gave up')]);
  expect(out).toContain("status: 'completed'");
  expect(out).toMatch(/contacts_called: 3/);
  expect(out).toContain('+14155580001');
});

/** Answers every call with the same one. */
const answeringAlways = async (call: object): Promise<Server> => {
  const server = createServer((_, response) => response.end(JSON.stringify({ call })));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
};

test('a wait for what does not come ends in words: what was seen, and where to look', async () => {
  const server = await answeringAlways({ status: 'ringing', summary: null, error: null });
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const lines = `${preparations}\nBASE=${base}\nwait_for /api/calls/call_1 call.status ended\necho "it is $?"\n`;
  const { out } = await paste(lines, folder, { WAIT_SECONDS: '1' });
  server.close();
  expect(out).toContain(
    `Gave up: call.status is ringing, not ended. See ${base}/api/calls/call_1 and .local/service.log.`,
  );
  expect(out).toContain('it is 1');
});

test('it ends without an answer, too', async () => {
  const lines = `${preparations}\nBASE=http://127.0.0.1:1\nwait_for /api/calls/call_1 call.status ended\n`;
  const { out, err } = await paste(lines, folder, { WAIT_SECONDS: '1' });
  expect([err, out]).toEqual(['', expect.stringContaining('Gave up: call.status is not told, not ended.')]);
});
