import { readFlags } from '#infra/local/process/read-flags.ts';
import { StartError } from '#infra/local/process/start-error.ts';
import type { Command } from './command.ts';
import { TARGET_OPTIONS, type TargetChoice } from './target.ts';
import { usageOf } from './usage.ts';

export interface Arguments extends Record<string, string | boolean | undefined>, TargetChoice {
  json?: boolean;
  'dry-run'?: boolean;
  confirm?: string;
  as?: string;
}

const optionsOf = ({ options = {}, changes, isDestructive }: Command) => ({
  ...TARGET_OPTIONS,
  json: { type: 'boolean' as const },
  ...(changes && { 'dry-run': { type: 'boolean' as const }, as: { type: 'string' as const } }),
  ...(isDestructive && { confirm: { type: 'string' as const } }),
  ...Object.fromEntries(Object.entries(options).map(([name, { type }]) => [name, { type }])),
});

/** Finds the command that the words name; undefined for none. */
export const findCommand = (commands: readonly Command[], words: string[]): Command | undefined =>
  commands.find(({ name }) => name.split(' ').every((word, at) => words[at] === word));

/** What was given to a command. @throws StartError in words, with its usage, for what it does not take. */
export const readArguments = (command: Command, words: string[]): { args: string[]; given: Arguments } => {
  const rest = words.slice(command.name.split(' ').length);
  const taken = { args: rest, options: optionsOf(command), allowPositionals: true };
  const { positionals, values } = readFlags(taken, `\n${usageOf(command)}`);
  const { args } = command;
  if (positionals.length < args.length) {
    const missing = args.slice(positionals.length).map((arg) => `<${arg}>`);
    throw new StartError(`${missing.join(' and ')} missing.\n${usageOf(command)}`);
  }
  if (positionals.length > args.length)
    throw new StartError(`"${positionals[args.length]}" is too much.\n${usageOf(command)}`);
  return { args: positionals, given: values as Arguments };
};
