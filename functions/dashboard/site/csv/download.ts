import { CSV_TYPE } from './write-csv.ts';

/** Saves a file that was made here; nothing of it leaves the browser. */
export const downloadCsv = (fileName: string, parts: readonly string[]): void => {
  const url = URL.createObjectURL(new Blob([...parts], { type: CSV_TYPE }));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(url);
};
