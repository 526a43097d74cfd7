import { type ParseArgsConfig, parseArgs } from 'node:util';
import { StartError } from './start-error.ts';

/** What a command was given. @throws StartError that says what it does not take, followed by `remedy`. */
export const readFlags = <const Config extends ParseArgsConfig>(
  config: Config,
  remedy: string,
): ReturnType<typeof parseArgs<Config>> => {
  try {
    return parseArgs(config);
  } catch (error) {
    throw new StartError(`${(error as Error).message.split('. ')[0]}.${remedy}`);
  }
};
