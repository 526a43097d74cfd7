import { existsSync, readFileSync } from 'node:fs';
import { settings } from './environment.ts';
import { StartError } from './start-error.ts';
import { keepSecret, newSecret, secretFile } from './state-directory.ts';

/*
 * The key of the hashes by which a table knows phone numbers. It lies in the state, and belongs to the table: once that
 * holds numbers, it takes no other.
 */

export const numberHashFile = (stateDir: string): string => secretFile(stateDir, 'number-hash');

const readNumberHash = (stateDir: string): string | undefined => {
  const file = numberHashFile(stateDir);
  return (existsSync(file) && readFileSync(file, 'utf8').trim()) || undefined;
};

/** The key in the state. @throws StartError where there is none. */
export const keptNumberHash = (stateDir: string): string => {
  const key = readNumberHash(stateDir);
  if (key === undefined) throw new StartError(`The key of number hashes is gone: ${numberHashFile(stateDir)}.`);
  return key;
};

/** The key that a start finds. */
export type FoundNumberHash =
  /** Unknown where the environment names a secret of Secrets Manager; the functions compare that one themselves. */
  | { is: 'given'; key: string | undefined }
  /** A new one is to be kept as soon as the table is known to hold no numbers. */
  | { is: 'kept' | 'new'; key: string };

/** As it is given in the environment, else as it lies in the state, else a new one. */
export const findNumberHash = (stateDir: string): FoundNumberHash => {
  if (settings.isNumberHashGiven()) return { key: settings.numberHashKey(), is: 'given' };
  const key = readNumberHash(stateDir);
  return key === undefined ? { key: newSecret(), is: 'new' } : { key, is: 'kept' };
};

export const keepNumberHash = (stateDir: string, key: string): void => keepSecret(numberHashFile(stateDir), key);
