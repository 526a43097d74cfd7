import { parseArgs } from 'node:util';
import { writeCostsPage } from './report/costs-page.ts';
import { printedOf } from './report/markdown.ts';
import { missed, type Section } from './section.ts';
import { SECTIONS } from './sections.ts';

const HELP = `npm run benchmark -- [--only <section>] [--quick] [--detail] [--check]

Measures what the service costs and how fast it is, prints it, and writes it into shared/COSTS.md. In full it takes an hour or more.

  --only <section>  one of ${Object.keys(SECTIONS).join(', ')}; may be repeated
  --quick           100 contacts and small lists, for daily use; prints only
  --largest <n>     no campaign and no list is larger; 100000 by default
  --detail          prints every kind of request to the database beside
  --check           ends with 1 when a goal is missed`;

const SMALLEST = 1_000;

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    quick: { type: 'boolean', default: false },
    detail: { type: 'boolean', default: false },
    check: { type: 'boolean', default: false },
    largest: { type: 'string', default: '100000' },
    help: { type: 'boolean', default: false },
  },
});

const wanted = values.only ?? Object.keys(SECTIONS);
const unknown = wanted.filter((name) => SECTIONS[name] === undefined);
const largest = Number(values.largest);
const problems = [
  ...unknown.map((name) => `There is no section "${name}".`),
  ...(largest >= SMALLEST ? [] : [`--largest must be a number of at least ${SMALLEST}, not "${values.largest}".`]),
];
if (values.help || problems.length > 0) {
  for (const problem of problems) console.error(problem);
  console.log(HELP);
  process.exit(problems.length > 0 ? 2 : 0);
}

const begin = performance.now();
const progress = (line: string): void => {
  const seconds = ((performance.now() - begin) / 1000).toFixed(0);
  console.error(`${seconds.padStart(5)} s  ${line}`);
};

const sections: Section[] = [];
for (const [name, measure] of Object.entries(SECTIONS)) {
  if (!wanted.includes(name)) continue;
  progress(`--- ${name}`);
  const section = await measure({
    quick: values.quick,
    largest,
    detail: values.detail,
    progress,
  });
  console.log(printedOf(section));
  sections.push(section);
}
if (!values.quick) writeCostsPage(sections, new Date().toISOString().slice(0, 10));

const failed = sections.flatMap(missed);
console.log(failed.length === 0 ? '\nEvery goal is met.' : `\n${failed.length} goals are missed.`);
process.exit(values.check && failed.length > 0 ? 1 : 0);
