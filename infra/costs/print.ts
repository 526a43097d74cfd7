import { OTHERS_PER_MINUTE_USD, PRICES_AS_OF, PRICES_REGION } from './prices.ts';
import { type Bill, type Calls, total } from './reckon.ts';

const SMALLEST_SHOWN_USD = 0.01;

/** Cents where they say something, more digits where they do not. */
export const dollars = (usd: number): string => {
  const digits = usd === 0 || usd >= SMALLEST_SHOWN_USD ? 2 : 4;
  return `$${usd.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })}`;
};

/** What carrier, speech and models ask for minutes of talk. */
export const othersUsd = (minutes: number): { low: number; high: number } => {
  const spans = Object.values(OTHERS_PER_MINUTE_USD);
  const sumOf = (end: 'low' | 'high'): number => spans.reduce((sum, span) => sum + span[end], 0) * minutes;
  return { low: sumOf('low'), high: sumOf('high') };
};

const linesOf = (bill: Bill): string[] =>
  Object.entries(bill)
    .toSorted(([, one], [, other]) => other - one)
    .map(([what, usd]) => `  ${dollars(usd).padStart(12)}  ${what}`);

interface Printed {
  options: Calls;
  calls: Bill;
  idle: Bill;
  others: { low: number; high: number };
  minutes: number;
}

export const printedBill = ({ options, calls, idle, others, minutes }: Printed): string => {
  const { calls: n, answered, minutes: each, hasReceiver } = options;
  const talked = `${(answered * 100).toFixed(0)} % of them answered for ${each} min`;
  return [
    `${n.toLocaleString('en')} outbound calls in a month, ${talked}${hasReceiver ? ', with a receiver of webhooks' : ''}`,
    `AWS, ${PRICES_REGION}, list prices of ${PRICES_AS_OF} without free tiers:`,
    '',
    ...linesOf(calls),
    `  ${dollars(total(calls)).padStart(12)}  the calls`,
    '',
    ...linesOf(idle),
    `  ${dollars(total(idle)).padStart(12)}  every month, also without a call`,
    '',
    `  ${dollars(total(calls) + total(idle)).padStart(12)}  AWS in all`,
    `  ${dollars(others.low)} to ${dollars(others.high)}  carrier, speech and models for ${minutes.toLocaleString('en')} minutes (not verified)`,
  ].join('\n');
};
