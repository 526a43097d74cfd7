import { parseArgs } from 'node:util';
import { SECTIONS } from './sections.ts';

const NAMES = Object.keys(SECTIONS);

export const HELP = `npm run benchmark -- [--only <section>] [--quick] [--largest <n>] [--detail] [--check]

Measures what the service costs and how fast it is, prints it, and writes it into shared/COSTS.md. In full it takes an hour or more.

  --only <section>  one of ${NAMES.join(', ')}; may be repeated
  --quick           100 contacts and small lists, for daily use; prints only
  --largest <n>     no campaign and no list is larger; 100000 by default
  --detail          prints every kind of request to the database beside
  --check           ends with 1 when a goal is missed`;

export class OptionError extends Error {}

/** The smallest list. */
const LARGEST_MIN = 1_000;

const parsed = (args: string[]) => {
  try {
    return parseArgs({
      args,
      options: {
        only: { type: 'string', multiple: true, default: NAMES },
        quick: { type: 'boolean', default: false },
        detail: { type: 'boolean', default: false },
        check: { type: 'boolean', default: false },
        largest: { type: 'string', default: '100000' },
        help: { type: 'boolean', default: false },
      },
    }).values;
  } catch (error) {
    throw new OptionError((error as Error).message);
  }
};

/** @throws OptionError, with words for whoever typed it. */
export const readOptions = (args: string[]) => {
  const { largest: text, only, ...flags } = parsed(args);
  const unknown = only.find((name) => !NAMES.includes(name));
  if (unknown !== undefined) throw new OptionError(`There is no section "${unknown}".`);
  const largest = Number(text);
  if (!(largest >= LARGEST_MIN))
    throw new OptionError(`--largest must be a number of at least ${LARGEST_MIN}, not "${text}".`);
  return { ...flags, largest, only };
};
