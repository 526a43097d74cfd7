import { useEffect, useState } from 'preact/hooks';
import type { NumberCountry } from '#functions/dashboard/site/import/planning/phone-cell.ts';
import type { CsvFile } from '#functions/dashboard/site/import/reading/read-csv.ts';
import {
  type ListColumns,
  listColumns,
  planSuppressions,
  type SuppressionPlan,
} from '#functions/dashboard/site/import/sending/suppression-list.ts';

export interface ListFile {
  /** Null until a file is chosen and read. */
  file: CsvFile | null;
  columns: ListColumns;
  country: NumberCountry | null;
  /** What an import would do; null while that is being worked out. */
  plan: SuppressionPlan | null;
  /** Why a file could not be read. */
  problem: string | null;
  isReading: boolean;
  choose: (source: File | undefined) => void;
  setColumns: (columns: ListColumns) => void;
  setCountry: (country: NumberCountry | null) => void;
}

const NO_COLUMNS: ListColumns = { phone: -1, note: -1 };

/** A file of numbers as it is chosen and read, and what of it can be imported. */
export const useListFile = (): ListFile => {
  const [source, choose] = useState<File | undefined>();
  const [file, setFile] = useState<CsvFile | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [columns, setColumns] = useState(NO_COLUMNS);
  const [country, setCountry] = useState<NumberCountry | null>(null);
  const [plan, setPlan] = useState<SuppressionPlan | null>(null);
  useEffect(() => {
    let isCurrent = true;
    setFile(null);
    setProblem(null);
    if (source === undefined) return;
    void import('#functions/dashboard/site/import/reading/read-csv.ts')
      .then(({ readList }) => readList(source))
      .then((reading) => {
        if (!isCurrent) return;
        if (!reading.ok) return setProblem(reading.problem);
        setColumns(listColumns(reading.file));
        setFile(reading.file);
      });
    return () => {
      isCurrent = false;
    };
  }, [source]);
  useEffect(() => {
    let isCurrent = true;
    setPlan(null);
    if (file === null || columns.phone === -1) return;
    void planSuppressions(file, columns, { country }).then((made) => {
      if (isCurrent) setPlan(made);
    });
    return () => {
      isCurrent = false;
    };
  }, [file, columns, country]);
  const isReading = source !== undefined && file === null && problem === null;
  return { file, columns, country, plan, problem, isReading, choose, setColumns, setCountry };
};
