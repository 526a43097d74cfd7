import { StartError } from '#infra/local/process/start-error.ts';

/** How the person says which table a command works on, as `parseArgs` takes it. */
export const TABLE_FLAGS = {
  laptop: { type: 'boolean' },
  table: { type: 'string' },
  region: { type: 'string' },
} as const;

export const TABLE_WORDS = '--laptop | --table <name> [--region <region>]';

/** @throws StartError unless exactly one table is meant. */
export const assertOneTable = (
  { laptop, table }: { laptop?: boolean | undefined; table?: string | undefined },
  usage: string,
): void => {
  if ((laptop === true) !== (table !== undefined)) return;
  throw new StartError(`Say which table: the laptop's, or one by its name.\nUsage: ${usage}`);
};
