import { parseArgs } from 'node:util';
import type { Calls } from './reckon.ts';

export const HELP = `npm run costs -- [--calls <n>] [--minutes <n>] [--answered <share>] [--webhooks] [--json]

What a month of outbound calls costs in AWS (us-east-1, list prices, no free tier), and what the carrier and the models ask beside.

  --calls <n>         outbound calls in the month; 1000 by default
  --minutes <n>       talked on each answered call; 1 by default
  --answered <share>  from 0 to 1; 0.3 by default
  --webhooks          the account has a receiver of its call events
  --json              prints figures for programs`;

export class OptionError extends Error {}

const DEFAULT = { calls: '1000', minutes: '1', answered: '0.3' };

const numberOf = (name: string, text: string, isFit: (value: number) => boolean, rule: string): number => {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (!Number.isFinite(value) || !isFit(value)) throw new OptionError(`--${name} must be ${rule}, not "${text}".`);
  return value;
};

const parsed = (args: string[]) => {
  try {
    return parseArgs({
      args,
      options: {
        calls: { type: 'string', default: DEFAULT.calls },
        minutes: { type: 'string', default: DEFAULT.minutes },
        answered: { type: 'string', default: DEFAULT.answered },
        webhooks: { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    }).values;
  } catch (error) {
    throw new OptionError((error as Error).message);
  }
};

export interface CostOptions extends Calls {
  isHelpWanted: boolean;
  isJson: boolean;
}

/** @throws OptionError, with words for whoever typed it. */
export const readCostOptions = (args: string[]): CostOptions => {
  const { calls, minutes, answered, webhooks, json, help } = parsed(args);
  return {
    calls: numberOf('calls', calls, (n) => Number.isInteger(n) && n >= 0, 'a whole number of at least 0'),
    minutes: numberOf('minutes', minutes, (n) => n >= 0, 'a number of at least 0'),
    answered: numberOf('answered', answered, (n) => n >= 0 && n <= 1, 'a share from 0 to 1'),
    hasReceiver: webhooks,
    isHelpWanted: help,
    isJson: json,
  };
};
