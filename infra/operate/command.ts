import type { Actor } from '#shared/domain/account/actor.ts';
import type { TableWriter } from '#shared/store/table/table.ts';
import type { Target } from './target.ts';

/** What a command is given. */
export interface Context {
  target: Target;
  table: TableWriter;
  /** As whom changes are noted. */
  actor: Actor;
  /** Only say what would change. */
  isDryRun: boolean;
  /** What the person has typed to confirm. */
  confirm: string | undefined;
  /** In the order of the command's `args`. */
  args: string[];
  options: Record<string, string | boolean | undefined>;
  clock(): Date;
  sleep(milliseconds: number): Promise<void>;
  /** Tells the person how far long work is; never part of the answer. */
  progress(words: string): void;
}

export interface Answer {
  /** What `--json` prints. */
  json: object;
  /** What a person is shown. */
  lines: string[];
}

interface Option {
  type: 'string' | 'boolean';
  /** How a value is shown in the usage. */
  value?: string;
  words: string;
}

/** One command: what it is called, what it takes, and what it does. */
export interface Command {
  name: string;
  /** Names of its arguments, all needed. */
  args: readonly string[];
  options?: Record<string, Option>;
  summary: string;
  /** Whether it changes something, and so takes `--dry-run` and `--as`. */
  changes: boolean;
  /** Whether it must be confirmed by the slug, unless it is a dry run. */
  isDestructive?: boolean;
  /** Whether it may be the first to write into a new table. */
  mayMark?: boolean;
  run(context: Context): Promise<Answer>;
}
