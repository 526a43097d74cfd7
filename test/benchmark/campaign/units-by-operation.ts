import type { Tallies, Tally } from '#test/benchmark/database/counting-proxy.ts';

/** What a dialled contact of one campaign cost. */
export interface ContactCosts {
  /** In a few words, such as "1,000 contacts". */
  title: string;
  contacts: number;
  spent: Tallies;
}

/** What all contacts of a campaign spent on one kind of request. */
type Spent = [operation: string, tally: Tally];

const READ_UNITS_PER_WRITE_UNIT = 5;
/** Operations that cost a contact less are told together. */
const SMALL_READ_UNITS = 0.5;
const NOTHING: Tally = { requests: 0, writeUnits: 0, readUnits: 0 };

/** In read units. */
const priceOf = ({ writeUnits, readUnits }: Tally): number => writeUnits * READ_UNITS_PER_WRITE_UNIT + readUnits;

const sumOf = (tallies: readonly Tally[]): Tally =>
  tallies.reduce(
    (sum, { requests, writeUnits, readUnits }) => ({
      requests: sum.requests + requests,
      writeUnits: sum.writeUnits + writeUnits,
      readUnits: sum.readUnits + readUnits,
    }),
    NOTHING,
  );

const dearestFirst = (spent: Tallies): Spent[] =>
  [...spent].sort(([, one], [, other]) => priceOf(other) - priceOf(one));

/** One line for each kind of request, the dearest first, to be printed. */
export const printedByOperation = ({ spent, contacts }: ContactCosts): string => {
  const each = (n: number): string => (n / contacts).toFixed(2).padStart(7);
  const line = ([what, { requests, writeUnits, readUnits }]: Spent): string =>
    `${each(requests)} requests ${each(writeUnits)} W ${each(readUnits)} R  ${what}`;
  return dearestFirst(spent).map(line).join('\n');
};

const cellOf = ({ writeUnits, readUnits }: Tally, contacts: number): string =>
  `${(writeUnits / contacts).toFixed(2)} | ${(readUnits / contacts).toFixed(2)}`;

const rowOf = (what: string, cells: readonly string[]): string => `| ${[what, ...cells].join(' | ')} |`;

/** Write and read units a contact by operation, campaign beside campaign, the dearest operation of the first on top. */
export const tableByOperation = (heading: string, campaigns: readonly ContactCosts[]): string => {
  const [first] = campaigns;
  if (!first) return '';
  const names = [...new Set(campaigns.flatMap(({ spent }) => dearestFirst(spent).map(([name]) => name)))];
  const isSmall = (name: string): boolean =>
    campaigns.every(({ spent, contacts }) => priceOf(spent.get(name) ?? NOTHING) / contacts < SMALL_READ_UNITS);
  const sums = (picked: readonly string[]): string[] =>
    campaigns.map(({ spent, contacts }) => cellOf(sumOf(picked.map((name) => spent.get(name) ?? NOTHING)), contacts));
  return [
    `### ${heading}, by operation`,
    [
      rowOf(
        'Operation',
        campaigns.map(({ title }) => `${title}: W | R`),
      ),
      rowOf(
        '---',
        campaigns.map(() => '--- | ---'),
      ),
      ...names.filter((name) => !isSmall(name)).map((name) => rowOf(`\`${name}\``, sums([name]))),
      rowOf('all others', sums(names.filter(isSmall))),
      rowOf('together', sums(names)),
    ].join('\n'),
  ].join('\n\n');
};
