import { userInfo } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartError } from '#infra/local/process/start-error.ts';
import { type Actor, operatorNamed } from '#shared/domain/account/actor.ts';
import { findCommand, readArguments } from './arguments.ts';
import { COMMANDS } from './commands.ts';
import { explain } from './explain.ts';
import { openTable } from './open-table.ts';
import { findTarget, type Target } from './target.ts';
import { usage } from './usage.ts';

/** `npm run operate -- <command> …`: what an operator does in a deployment, here or in AWS. */

const NAME_MAX_CHARS = 100;

const actorOf = (given: string | undefined): Actor => {
  const name = (given ?? userInfo().username).trim();
  if (name === '' || name.length > NAME_MAX_CHARS)
    throw new StartError(`--as takes your name, of at most ${NAME_MAX_CHARS} characters.`);
  return operatorNamed(name);
};

/** Long work says how far it is: on one line of a terminal, elsewhere every few seconds. */
const PROGRESS_EVERY_MS = 5_000;

const progressOn = ({ stderr }: NodeJS.Process): { tell(words: string): void; end(): void } => {
  let toldAt = Number.NEGATIVE_INFINITY;
  let isOpen = false;
  return {
    tell: (words) => {
      if (stderr.isTTY) {
        isOpen = true;
        stderr.write(`\r\u001b[K${words}`);
      } else if (performance.now() - toldAt > PROGRESS_EVERY_MS) {
        toldAt = performance.now();
        stderr.write(`${words}\n`);
      }
    },
    end: () => void (isOpen && stderr.write('\n')),
  };
};

const progress = progressOn(process);

const operate = async (words: string[], found: (target: Target) => void): Promise<void> => {
  if (words.length === 0 || words.includes('--help') || words[0] === 'help') {
    console.log(usage(COMMANDS));
    return;
  }
  const command = findCommand(COMMANDS, words);
  if (!command) throw new StartError(`There is no command "${words.slice(0, 2).join(' ')}".\n${usage(COMMANDS)}`);
  const { args, given } = readArguments(command, words);
  const actor = actorOf(given.as);
  const target = await findTarget(given);
  found(target);
  const table = await openTable(target, command);
  const isDryRun = given['dry-run'] === true;
  const { json, lines } = await command.run({
    ...{ target, table, actor, isDryRun, args, sleep, progress: progress.tell },
    confirm: given.confirm,
    options: given,
    clock: () => new Date(),
  });
  progress.end();
  console.log(given.json ? JSON.stringify(json, null, 2) : lines.join('\n'));
};

let tableName: string | undefined;
operate(process.argv.slice(2), (target) => {
  tableName = target.tableName;
}).catch((error: unknown) => {
  progress.end();
  console.error(explain(error, tableName));
  process.exitCode = 1;
});
