import { sumOf } from '#shared/domain/lists.ts';
import { HELP, OptionError, readOptions } from './options.ts';
import { writeCostsPage } from './report/costs-page.ts';
import { printedOf } from './report/markdown.ts';
import { type Measure, missed, type SectionOptions } from './section.ts';
import { SECTIONS } from './sections.ts';

const begin = performance.now();
const progress = (line: string): void => {
  const seconds = ((performance.now() - begin) / 1000).toFixed(0);
  console.error(`${seconds.padStart(5)} s  ${line}`);
};

interface Outcome {
  goalsMissed: number;
  failures: number;
}

const measureSection = async (name: string, measure: Measure, options: SectionOptions): Promise<Outcome> => {
  progress(`--- ${name}`);
  try {
    const section = await measure(options);
    console.log(printedOf(section));
    if (!options.quick) writeCostsPage(section, new Date().toISOString().slice(0, 10));
    return { goalsMissed: missed(section).length, failures: 0 };
  } catch (error) {
    // The other sections are worth having.
    console.error(`${name} could not be measured:`, error);
    return { goalsMissed: 0, failures: 1 };
  }
};

const run = async (): Promise<number> => {
  const { only, help, check, ...options } = readOptions(process.argv.slice(2));
  if (help) {
    console.log(HELP);
    return 0;
  }
  const outcomes: Outcome[] = [];
  for (const [name, measure] of Object.entries(SECTIONS))
    if (only.includes(name)) outcomes.push(await measureSection(name, measure, { ...options, progress }));
  const goalsMissed = sumOf(outcomes.map((outcome) => outcome.goalsMissed));
  const failures = sumOf(outcomes.map((outcome) => outcome.failures));
  if (failures > 0) console.log(`\n${failures} of ${outcomes.length} sections could not be measured.`);
  console.log(goalsMissed === 0 ? '\nEvery goal that was measured is met.' : `\n${goalsMissed} goals are missed.`);
  return failures > 0 || (check && goalsMissed > 0) ? 1 : 0;
};

const exitCodeOf = (error: unknown): number => {
  if (!(error instanceof OptionError)) throw error;
  console.error(`${error.message}\n\n${HELP}`);
  return 2;
};

process.exit(await run().catch(exitCodeOf));
