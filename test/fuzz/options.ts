import { parseArgs } from 'node:util';

interface Options {
  seed: number;
  seconds: number;
}

const USAGE = `npm run fuzz -- [--seed N] [--seconds 60]
  --seed N     makes the same requests in the same order again; without it a new seed is drawn and printed
  --seconds S  how long new requests are made`;

const SEEDS = 2 ** 31;
const DEFAULT_SECONDS = 60;

const wholeNumber = (name: string, text: string | undefined, fallback: () => number): number => {
  const value = text === undefined ? fallback() : Number(text);
  if (Number.isInteger(value) && value >= 0) return value;
  throw new Error(`--${name} must be a whole number, not "${text}".\n${USAGE}`);
};

export const readOptions = (args: string[]): Options => {
  const { values } = parseArgs({ args, options: { seed: { type: 'string' }, seconds: { type: 'string' } } });
  return {
    seed: wholeNumber('seed', values.seed, () => Math.floor(Math.random() * SEEDS)),
    seconds: wholeNumber('seconds', values.seconds, () => DEFAULT_SECONDS),
  };
};
