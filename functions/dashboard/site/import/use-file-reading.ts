import { useEffect, useRef, useState } from 'preact/hooks';
import type { CsvFile } from '#functions/dashboard/site/import/reading/read-csv.ts';
import { slicesUntil } from '#functions/dashboard/site/import/reading/time-slices.ts';

export interface ChosenFile {
  source: File;
  csv: CsvFile;
}

interface FileReading {
  chosen: ChosenFile | null;
  problem: string | null;
  /** How much has been read; null while nothing is being read. */
  percent: number | null;
  read(source: File): Promise<void>;
}

/** What reads files is loaded with the first one. */
const readCsv: typeof import('./reading/read-csv.ts').readCsv = async (...given) =>
  (await import('./reading/read-csv.ts')).readCsv(...given);

const NOT_READ = { ok: false, problem: 'The file could not be read. Reload the page and choose it again.' } as const;

export const percentOf = (share: number): number => Math.floor(share * 100);

/** Reads the file that was chosen last; an earlier one that is still being read is given up. */
export const useFileReading = (onRead: (csv: CsvFile) => void): FileReading => {
  const [chosen, setChosen] = useState<ChosenFile | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [percent, setPercent] = useState<number | null>(null);
  const abort = useRef(new AbortController());
  useEffect(() => () => abort.current.abort(), []);
  const read = async (source: File): Promise<void> => {
    abort.current.abort();
    abort.current = new AbortController();
    const { signal } = abort.current;
    setChosen(null);
    setProblem(null);
    setPercent(0);
    const onProgress = (share: number): void => setPercent(percentOf(share));
    const reading = await readCsv(source, { slices: slicesUntil(signal), onProgress }).catch(() => NOT_READ);
    if (signal.aborted) return;
    setPercent(null);
    if (!reading.ok) return setProblem(reading.problem);
    onRead(reading.file);
    setChosen({ source, csv: reading.file });
  };
  return { chosen, problem, percent, read };
};
