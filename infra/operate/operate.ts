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

const NAME_MAX_CHARS = 100;

const actorOf = (given: string | undefined): Actor => {
  const name = (given ?? userInfo().username).trim();
  if (name === '' || name.length > NAME_MAX_CHARS)
    throw new StartError(`--as takes your name, of at most ${NAME_MAX_CHARS} characters.`);
  return operatorNamed(name);
};

/** What a command ends with: what is printed, and whether it was done. */
export interface Outcome {
  isDone: boolean;
  text: string;
}

type Progress = (words: string) => void;

const run = async (words: string[], progress: Progress, found: (target: Target) => void): Promise<string> => {
  if (words.length === 0 || words.includes('--help') || words[0] === 'help') return usage(COMMANDS);
  const command = findCommand(COMMANDS, words);
  if (!command) throw new StartError(`There is no command "${words.slice(0, 2).join(' ')}".\n${usage(COMMANDS)}`);
  const { args, given } = readArguments(command, words);
  const actor = actorOf(given.as);
  const target = await findTarget(given);
  found(target);
  const isDryRun = given['dry-run'] === true;
  const table = await openTable(target, { mayMark: command.mayMark === true, isDryRun });
  const { json, lines } = await command.run({
    ...{ target, table, actor, isDryRun, args, sleep, progress },
    confirm: given.confirm,
    options: given,
    clock: () => new Date(),
  });
  return given.json ? JSON.stringify(json, null, 2) : lines.join('\n');
};

/** Runs the command that the words name, in the deployment that they choose; what goes wrong is told in words. */
export const operate = async (words: string[], progress: Progress): Promise<Outcome> => {
  let tableName: string | undefined;
  try {
    const text = await run(words, progress, (target) => {
      tableName = target.tableName;
    });
    return { isDone: true, text };
  } catch (error) {
    return { isDone: false, text: explain(error, tableName) };
  }
};
