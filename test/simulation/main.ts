import { checkMutations } from './runner/check-mutations.ts';
import { type Options, readOptions } from './runner/options.ts';
import { playSeeds } from './runner/play-seeds.ts';
import { addReport, describeSummary, describeViolations, emptySummary } from './runner/summary.ts';

const PROCESSES = 2;
const PROGRESS_EVERY = 100;

const simulate = async (options: Options): Promise<boolean> => {
  const summary = emptySummary();
  const begin = performance.now();
  const seconds = (): number => (performance.now() - begin) / 1000;
  await playSeeds({
    ...options,
    processes: options.verbose ? 1 : PROCESSES,
    onReport(report) {
      addReport(summary, report);
      if (report.violations.length > 0) console.log(describeViolations(report));
      if (summary.seeds % PROGRESS_EVERY === 0) {
        console.log(
          `${summary.seeds}/${options.seeds.length} worlds, ${summary.violated.length} violated, ${seconds().toFixed(0)} s`,
        );
      }
      if (options.seeds.length === 1) console.log(`seed ${report.seed}: digest ${report.digest}`);
    },
  });
  console.log(describeSummary(summary, seconds()));
  return summary.violated.length === 0;
};

const options = readOptions(process.argv.slice(2));
const isWell = options.mutations
  ? await checkMutations(options.seeds, PROCESSES, options.notesWorlds)
  : await simulate(options);
process.exitCode = isWell ? 0 : 1;
