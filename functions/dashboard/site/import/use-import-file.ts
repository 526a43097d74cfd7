import { useEffect, useRef, useState } from 'preact/hooks';
import { type ColumnTarget, type Mapping, mappingProblems, suggestMapping, withTarget } from './column-mapping.ts';
import type { NumberCountry } from './phone-cell.ts';
import { type ImportPlan, planImport } from './plan-import.ts';
import type { PlanOptions } from './plan-row.ts';
import { type CsvFile, readCsv } from './read-csv.ts';

export interface ChosenFile {
  source: File;
  csv: CsvFile;
}

export interface ImportFile {
  chosen: ChosenFile | null;
  mapping: Mapping;
  options: PlanOptions;
  /** Null while the rows are judged. */
  plan: ImportPlan | null;
  problem: string | null;
  /** What is under way, with its share: 0 to 1. */
  progress: { words: string; share: number } | null;
  read(file: File | null): Promise<void>;
  mapColumn(at: number, target: ColumnTarget): void;
  setOptions(changes: Partial<PlanOptions>): void;
}

const NO_OPTIONS: PlanOptions = { country: null, hasCompany: false, missingNames: 'dash' };

export type { NumberCountry };

/** A chosen file: read, mapped, and its rows judged anew whenever the mapping or an option changes. */
export const useImportFile = (): ImportFile => {
  const [chosen, setChosen] = useState<ChosenFile | null>(null);
  const [mapping, setMapping] = useState<Mapping>([]);
  const [options, setOptions] = useState(NO_OPTIONS);
  const [plan, setPlan] = useState<ImportPlan | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [progress, setProgress] = useState<ImportFile['progress']>(null);
  const judged = useRef(0);
  const read = async (file: File | null): Promise<void> => {
    setChosen(null);
    setPlan(null);
    setProblem(null);
    if (!file) return;
    const reading = await readCsv(file, { onProgress: (share) => setProgress({ words: 'Reading the file', share }) });
    setProgress(null);
    if (!reading.ok) return setProblem(reading.problem);
    setMapping(suggestMapping(reading.file.headers));
    setChosen({ source: file, csv: reading.file });
  };
  useEffect(() => {
    if (!chosen || mappingProblems(mapping).length > 0) return setPlan(null);
    judged.current += 1;
    const turn = judged.current;
    setPlan(null);
    const onProgress = (share: number): void => {
      if (turn === judged.current) setProgress({ words: 'Checking the rows', share });
    };
    void planImport(chosen.csv.rows, mapping, { ...options, onProgress }).then((made) => {
      if (turn !== judged.current) return;
      setProgress(null);
      setPlan(made);
    });
  }, [chosen, mapping, options]);
  return {
    chosen,
    mapping,
    options,
    plan,
    problem,
    progress,
    read,
    mapColumn: (at, target) => setMapping((before) => withTarget(before, chosen?.csv.headers ?? [], at, target)),
    setOptions: (changes) => setOptions((before) => ({ ...before, ...changes })),
  };
};
