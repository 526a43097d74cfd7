import { useEffect, useState } from 'preact/hooks';
import { type Mapping, mappingProblems } from '#functions/dashboard/site/import/planning/column-mapping.ts';
import { type ImportPlan, planImport } from '#functions/dashboard/site/import/planning/plan-import.ts';
import type { PlanOptions } from '#functions/dashboard/site/import/planning/plan-row.ts';
import { slicesUntil } from '#functions/dashboard/site/import/reading/time-slices.ts';
import { type ChosenFile, percentOf } from './use-file-reading.ts';

/** The rows of a file, judged under a mapping and options. */
export interface Judged {
  chosen: ChosenFile;
  mapping: Mapping;
  options: PlanOptions;
  plan: ImportPlan;
}

interface Judgement {
  /** The last one; it may be of another mapping or of other options than the present ones. */
  judged: Judged | null;
  problem: string | null;
  percent: number;
}

const NOT_JUDGED = 'The rows could not be checked. Reload the page and choose the file again.';

/** Judges the rows anew whenever the mapping or an option changes; what was being judged then is given up. */
export const useJudgement = (chosen: ChosenFile | null, mapping: Mapping, options: PlanOptions): Judgement => {
  const [judged, setJudged] = useState<Judged | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [percent, setPercent] = useState(0);
  useEffect(() => {
    setProblem(null);
    setPercent(0);
    if (!chosen || mappingProblems(mapping).length > 0) return;
    const abort = new AbortController();
    const { signal } = abort;
    const onProgress = (share: number): void => setPercent(percentOf(share));
    planImport(chosen.csv.rows, mapping, { ...options, onProgress, slices: slicesUntil(signal) }).then(
      (plan) => signal.aborted || setJudged({ chosen, mapping, options, plan }),
      () => signal.aborted || setProblem(NOT_JUDGED),
    );
    return () => abort.abort();
  }, [chosen, mapping, options]);
  return { judged, problem, percent };
};
