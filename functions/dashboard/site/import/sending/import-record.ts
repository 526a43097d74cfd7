import type { Mapping } from '#functions/dashboard/site/import/planning/column-mapping.ts';
import type { PlanOptions } from '#functions/dashboard/site/import/planning/plan-row.ts';
import type { Fingerprint } from '#functions/dashboard/site/import/reading/read-file.ts';
import type { CompaniesOfRows } from './contact-chunks.ts';
import type { ChunkOutcome, Run } from './import-run.ts';
import { FORMAT_VERSION } from './request-chunks.ts';

/** What makes an import the same after a reload: from these and the file follow the same requests. */
export interface ImportSettings {
  runId: string;
  teamId: string;
  fingerprint: Fingerprint;
  mapping: Mapping;
  options: PlanOptions;
  companies: CompaniesOfRows;
  startedAtMs: number;
}

/** What the browser keeps of an import; plain JSON. */
export interface ImportRecord extends ImportSettings {
  version: number;
  isDone: boolean;
  chunks: { key: string; sentAtMs: number | null; outcome: ChunkOutcome | null }[];
}

/** The name under which the record of a file's import into a team is kept. */
export const recordName = (teamId: string, { hash }: Pick<Fingerprint, 'hash'>): string => `import/${teamId}/${hash}`;

/** The run as it is kept. */
export const recordOf = (settings: ImportSettings, { chunks, status }: Run): ImportRecord => ({
  ...settings,
  version: FORMAT_VERSION,
  isDone: status === 'done',
  chunks: chunks.map(({ key, sentAtMs, outcome }) => ({ key, sentAtMs, outcome })),
});

/** A kept record; null where there is none, or one of another release. */
export const readRecord = (kept: unknown): ImportRecord | null => {
  const record = kept as ImportRecord | null | undefined;
  return record?.version === FORMAT_VERSION && Array.isArray(record.chunks) ? record : null;
};

/** A new run of the same requests, as far as the record knows them; null where the requests are not the same. */
export const resumed = (run: Run, record: Pick<ImportRecord, 'chunks'>): Run | null => {
  const kept = new Map(record.chunks.map((chunk) => [chunk.key, chunk]));
  const isSame = kept.size === run.chunks.length && run.chunks.every(({ key }) => kept.has(key));
  if (!isSame) return null;
  const chunks = run.chunks.map((chunk) => {
    const { sentAtMs = null, outcome = null } = kept.get(chunk.key) ?? {};
    return { ...chunk, sentAtMs, outcome };
  });
  const isDone = chunks.every(({ outcome }) => outcome !== null);
  return { ...run, chunks, status: isDone ? 'done' : run.status };
};
