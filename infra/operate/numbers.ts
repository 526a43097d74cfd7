import { StartError } from '#infra/local/process/start-error.ts';

/** A whole number that was given to an option. @throws StartError in words. */
export const wholeNumber = (
  name: string,
  given: string | boolean | undefined,
  { fallback, max }: { fallback: number; max: number },
): number => {
  if (given === undefined) return fallback;
  const value = Number(given);
  if (Number.isInteger(value) && value >= 1 && value <= max) return value;
  throw new StartError(`--${name} must be a whole number from 1 to ${max}, not "${given}".`);
};
