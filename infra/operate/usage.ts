import type { Command } from './command.ts';
import { TARGET_WORDS } from './target.ts';

const callOf = ({ name, args, options = {}, isDestructive }: Command): string =>
  [
    name,
    ...args.map((arg) => `<${arg}>`),
    ...Object.entries(options).map(([option, { value }]) => `[--${option}${value ? ` ${value}` : ''}]`),
    ...(isDestructive ? ['--confirm <slug>'] : []),
  ].join(' ');

/** How one command is used. */
export const usageOf = (command: Command): string =>
  [
    `Usage: npm run operate -- ${callOf(command)} <target> [--json]${command.changes ? ' [--dry-run] [--as <your name>]' : ''}`,
    ...Object.entries(command.options ?? {}).map(([option, { words }]) => `  --${option}: ${words}`),
    'The target is exactly one of',
    TARGET_WORDS,
  ].join('\n');

/** How all are used. */
export const usage = (commands: readonly Command[]): string =>
  [
    'Usage: npm run operate -- <command> <target> [--json]',
    '',
    ...commands.flatMap((command) => [`  ${callOf(command)}`, `      ${command.summary}`]),
    '',
    'The target is exactly one of',
    TARGET_WORDS,
    '',
    'What changes something takes --dry-run, which only says what would change, and --as <name>, under which it is noted.',
  ].join('\n');
