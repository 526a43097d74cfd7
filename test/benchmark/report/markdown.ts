import { isMet, type Row, type Section } from '#test/benchmark/section.ts';

/** Two decimals below ten, one below a hundred, none above. */
const figure = (value: number): string => {
  const decimals = Math.abs(value) < 10 ? 2 : Math.abs(value) < 100 ? 1 : 0;
  return value.toLocaleString('en', { maximumFractionDigits: decimals });
};

const goalOf = ({ goal }: Row): string => {
  if (goal === undefined) return '';
  return 'atMost' in goal ? `at most ${figure(goal.atMost)}` : `at least ${figure(goal.atLeast)}`;
};

const verdictOf = (row: Row): string => {
  const met = isMet(row);
  if (met === undefined) return '';
  return met ? 'met' : '**missed**';
};

const cells = (row: Row): string[] => [
  row.note === undefined ? row.what : `${row.what} (${row.note})`,
  `${figure(row.measured)} ${row.unit}`,
  goalOf(row),
  verdictOf(row),
];

const lineOf = (texts: readonly string[]): string => `| ${texts.join(' | ')} |`;

/** A section as it stands on the page. */
export const markdownOf = ({ title, how, rows, detail }: Section): string =>
  [
    `## ${title}`,
    how,
    [lineOf(['What', 'Measured', 'Goal', '']), '|---|---|---|---|', ...rows.map((row) => lineOf(cells(row)))].join(
      '\n',
    ),
    ...(detail === undefined ? [] : [detail]),
  ].join('\n\n');

/** A section as it is printed. */
export const printedOf = ({ title, rows }: Section): string =>
  [
    `\n${title}`,
    ...rows.map((row) => {
      const [what = '', measured = '', goal = '', verdict = ''] = cells(row);
      return `  ${what.padEnd(66)} ${measured.padEnd(42)} ${goal.padEnd(16)} ${verdict.replaceAll('*', '')}`.trimEnd();
    }),
  ].join('\n');
