import { HELP, OptionError, readOptions } from './options.ts';
import { writeCostsPage } from './report/costs-page.ts';
import { printedOf } from './report/markdown.ts';
import { missed, type Section, type SectionOptions } from './section.ts';
import { SECTIONS } from './sections.ts';

const begin = performance.now();
const progress = (line: string): void => {
  const seconds = ((performance.now() - begin) / 1000).toFixed(0);
  console.error(`${seconds.padStart(5)} s  ${line}`);
};

/** One section after the other, each printed as soon as it is there; a full one goes into the page at once. */
const measureSections = async (names: readonly string[], options: SectionOptions): Promise<Section[]> => {
  const sections: Section[] = [];
  for (const [name, measure] of Object.entries(SECTIONS)) {
    if (!names.includes(name)) continue;
    progress(`--- ${name}`);
    const section = await measure(options);
    console.log(printedOf(section));
    if (!options.quick) writeCostsPage(section, new Date().toISOString().slice(0, 10));
    sections.push(section);
  }
  return sections;
};

const run = async (): Promise<number> => {
  const { only, help, check, ...options } = readOptions(process.argv.slice(2));
  if (help) {
    console.log(HELP);
    return 0;
  }
  const failed = (await measureSections(only, { ...options, progress })).flatMap(missed);
  console.log(failed.length === 0 ? '\nEvery goal is met.' : `\n${failed.length} goals are missed.`);
  return check && failed.length > 0 ? 1 : 0;
};

const exitCodeOf = (error: unknown): number => {
  if (!(error instanceof OptionError)) throw error;
  console.error(`${error.message}\n\n${HELP}`);
  return 2;
};

process.exit(await run().catch(exitCodeOf));
