import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_ROOT } from '#infra/catalog.ts';
import { MINUTE_MS } from '#shared/domain/time.ts';
import { cancel, later } from '#test/harness/time/timers.ts';

/** Its loops wait for ever for what never comes. */
const TOUR_MAX_MS = 5 * MINUTE_MS;
const SECTION = /^## A tour.*?(?=^## )/ms;
const SHELL = /^```sh\n(.*?)^```/gms;

/** The commands that the README asks to paste. */
export const tourCommands = (): string => {
  const readme = readFileSync(join(PROJECT_ROOT, 'README.md'), 'utf8');
  const commands = [...(SECTION.exec(readme)?.[0] ?? '').matchAll(SHELL)].map(([, block]) => block);
  if (commands.length === 0) throw new Error('The README has no tour.');
  return commands.join('\n');
};

/** Runs the README's tour in a shell. Resolves with what it printed. @throws when it does not end well or in time */
export const runTour = (credentials: object, stateDir: string): Promise<string> => {
  const folder = join(stateDir, 'tour');
  mkdirSync(join(folder, '.local'), { recursive: true });
  writeFileSync(join(folder, '.local', 'credentials.json'), JSON.stringify(credentials));
  const shell = spawn('bash', ['-e', '-o', 'pipefail', '-c', tourCommands()], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let printed = '';
  for (const stream of [shell.stdout, shell.stderr])
    stream.on('data', (text) => {
      printed += text;
    });
  return new Promise((resolve, reject) => {
    const timer = later(() => process.kill(-(shell.pid ?? 0), 'SIGKILL'), TOUR_MAX_MS);
    shell.once('error', reject);
    shell.once('close', (code) => {
      cancel(timer);
      if (code === 0) resolve(printed);
      else reject(new Error(`The README's tour ended with ${code ?? 'a time-out'}:\n${printed}`));
    });
  });
};
