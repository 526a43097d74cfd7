import { type Measure, median, type Row } from '#test/benchmark/section.ts';
import { type EndpointCosts, measureEndpoints } from './measure-endpoints.ts';
import { MINIMUMS } from './minimums.ts';

const TIMES_MINIMUM_MAX = 1.25;

interface Compared extends EndpointCosts {
  ratio: number;
}

const unitsOf = ({ writeUnits, readUnits }: { writeUnits: number; readUnits: number }): number =>
  writeUnits + readUnits;

const compare = (costs: EndpointCosts): Compared => {
  const [own, least] = [unitsOf(costs.total), unitsOf(MINIMUMS[costs.id])];
  return { ...costs, ratio: own === least ? 1 : own / least };
};

const tableRow = ({ id, total, ratio }: Compared): string => {
  const { writeUnits, readUnits, why } = MINIMUMS[id];
  const flag = ratio > TIMES_MINIMUM_MAX ? ' **over**' : '';
  return `| \`${id}\` | ${total.writeUnits} | ${writeUnits} | ${total.readUnits} | ${readUnits} | ${ratio.toFixed(2)}${flag} | ${why} |`;
};

const tableOf = (all: Compared[]): string =>
  [
    '| Endpoint | W | least | R | least | times | The least reads and writes |',
    '|---|---|---|---|---|---|---|',
    ...all.map(tableRow),
  ].join('\n');

const costRow = ({ id, ratio, total }: Compared): Row => ({
  what: `\`${id}\``,
  measured: ratio,
  unit: `times its minimum (${total.writeUnits} W, ${total.readUnits} R)`,
  goal: { atMost: TIMES_MINIMUM_MAX },
});

/** The units of every endpoint beside the fewest with which it could do its work. */
export const measureEndpointUnits: Measure = async ({ progress, detail }) => {
  const all = (await measureEndpoints(progress)).map(compare).toSorted((one, other) => other.ratio - one.ratio);
  if (detail) {
    const lines = all.map(
      ({ id, spent }) => `${id}: ${[...spent].map(([what, { requests }]) => `${requests} × ${what}`).join('; ')}`,
    );
    progress(`\n${lines.join('\n')}`);
  }
  const over = all.filter(({ ratio }) => ratio > TIMES_MINIMUM_MAX);
  return {
    name: 'endpoint-units',
    title: 'Every endpoint beside its minimum',
    how:
      'Each endpoint is asked once, warm, with the smallest request that succeeds; counted is what its own request asks of the ' +
      'table, and nothing that workers do afterwards. Counting requests (429) costs 0.05 R and 0.05 to 0.1 W a request beside, ' +
      'settled in batches. The stream `completeChat` reads what a turn of a conversation reads.',
    rows: [
      { what: 'endpoints measured', measured: all.length, unit: 'endpoints' },
      {
        what: `endpoints within ${TIMES_MINIMUM_MAX} times their minimum`,
        measured: all.length - over.length,
        unit: 'endpoints',
      },
      { what: 'median of all endpoints', measured: median(all.map(({ ratio }) => ratio)), unit: 'times its minimum' },
      ...(over.length > 0 ? over : all.slice(0, 1)).map(costRow),
    ],
    detail: tableOf(all),
  };
};
