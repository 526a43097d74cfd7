import { useState } from 'preact/hooks';
import {
  type ColumnTarget,
  type Mapping,
  suggestMapping,
  withTarget,
} from '#functions/dashboard/site/import/planning/column-mapping.ts';
import type { ImportPlan } from '#functions/dashboard/site/import/planning/plan-import.ts';
import type { PlanOptions } from '#functions/dashboard/site/import/planning/plan-row.ts';
import { type ChosenFile, useFileReading } from './use-file-reading.ts';
import { type Judged, useJudgement } from './use-judgement.ts';

export interface ImportFile {
  chosen: ChosenFile | null;
  mapping: Mapping;
  options: PlanOptions;
  /** The judgement of the present mapping and options; null until it is there. */
  judged: Judged | null;
  /** What was judged last of this file, to be shown meanwhile. */
  lastPlan: ImportPlan | null;
  /** Why the file cannot be read. */
  problem: string | null;
  /** Why its rows cannot be judged. */
  judgingProblem: string | null;
  /** How much of the file has been read; null while none is being read. */
  percentRead: number | null;
  percentJudged: number;
  read(file: File): Promise<void>;
  mapColumn(at: number, target: ColumnTarget): void;
  setOptions(changes: Partial<PlanOptions>): void;
}

const NO_OPTIONS: PlanOptions = { country: null, hasCompany: false, missingNames: 'dash' };

/** A chosen file: read, mapped, and its rows judged. */
export const useImportFile = (): ImportFile => {
  const [mapping, setMapping] = useState<Mapping>([]);
  const [options, setOptions] = useState(NO_OPTIONS);
  const { chosen, problem, percent, read } = useFileReading(({ headers }) => setMapping(suggestMapping(headers)));
  const judgement = useJudgement(chosen, mapping, options);
  const last = judgement.judged?.chosen === chosen ? judgement.judged : null;
  const isPresent = last?.mapping === mapping && last.options === options;
  return {
    chosen,
    mapping,
    options,
    judged: isPresent ? last : null,
    lastPlan: last?.plan ?? null,
    problem,
    judgingProblem: judgement.problem,
    percentRead: percent,
    percentJudged: judgement.percent,
    read,
    mapColumn: (at, target) => setMapping((before) => withTarget(before, chosen?.csv.headers ?? [], at, target)),
    setOptions: (changes) => setOptions((before) => ({ ...before, ...changes })),
  };
};
