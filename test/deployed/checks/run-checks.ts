/** A promise of a run, kept or broken. */
export interface Check {
  promise: string;
  /** What broke it; empty if nothing did. */
  problems: string[];
}

const seconds = (since: number): string => `${((performance.now() - since) / 1000).toFixed(1)} s`;

/** Carries out the checks one after the other and tells of each; a failed one stops none of those after it. */
export const newChecks = () => {
  const checks: Check[] = [];
  const note = (check: Check, took = ''): void => {
    checks.push(check);
    console.log(`${check.problems.length === 0 ? 'passed' : 'FAILED'}  ${check.promise}${took && ` (${took})`}`);
    for (const problem of check.problems) console.log(`        ${problem}`);
  };
  return {
    note,
    async check(promise: string, keep: () => Promise<unknown>): Promise<void> {
      const began = performance.now();
      const problems: string[] = [];
      await keep().catch((error: Error) => problems.push(error.message));
      note({ promise, problems }, seconds(began));
    },
    /** The last line, and whether all is well. */
    end(): boolean {
      const failed = checks.filter(({ problems }) => problems.length > 0).length;
      console.log(`\n${checks.length - failed} passed, ${failed} failed`);
      return failed === 0;
    },
  };
};
