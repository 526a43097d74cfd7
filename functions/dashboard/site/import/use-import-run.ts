import { useRef, useState } from 'preact/hooks';
import { api } from '#functions/dashboard/site/api/client.ts';
import { problemOf } from '#functions/dashboard/site/api/problem.ts';
import { refresh } from '#functions/dashboard/site/api/query.ts';
import { now } from '#functions/dashboard/site/format/clock.ts';
import { teamId } from '#functions/dashboard/site/session/session.ts';
import type { ImportSettings } from './import-record.ts';
import type { Run } from './import-run.ts';
import { forgetImport, type KeptImport, keepFile, keepRecord } from './import-storage.ts';
import { type ImportPlan, planImport } from './plan-import.ts';
import { postTo } from './post-chunk.ts';
import { type CsvFile, readCsv } from './read-csv.ts';
import { type ImportPorts, prepareRun, runImport } from './run-import.ts';
import { settleCompanies } from './settle-companies.ts';
import type { ChosenFile, ImportFile } from './use-import-file.ts';

const BULK_URL = '/api/crm/contacts/bulk';

const PORTS: ImportPorts = {
  send: postTo((input, init) => fetch(input, init), BULK_URL),
  sleep: (ms) =>
    new Promise((resolve) => {
      setTimeout(resolve, ms);
    }),
  nowMs: () => now().getTime(),
  save: keepRecord,
  contactCreatedAtMs: async (id) => Date.parse((await api.getContact({ id })).contact.created_at),
};

export interface ImportRun {
  run: Run | null;
  /** The file whose rows are imported, for the download of those that failed. */
  csv: CsvFile | null;
  settings: ImportSettings | null;
  /** What precedes the first request, in words. */
  preparing: string | null;
  problem: string | null;
  start(file: ImportFile, companyName: string): Promise<void>;
  resume(kept: KeptImport): Promise<void>;
  /** Goes on after a stop. */
  goOn(): Promise<void>;
  stop(): void;
}

/** An import as it is carried out. */
export const useImportRun = (): ImportRun => {
  const [state, setState] = useState<Pick<ImportRun, 'run' | 'csv' | 'settings'>>({
    run: null,
    csv: null,
    settings: null,
  });
  const [preparing, setPreparing] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const abort = useRef(new AbortController());
  const send = async (run: Run, settings: ImportSettings, csv: CsvFile): Promise<void> => {
    abort.current = new AbortController();
    const onChange = (next: Run): void => setState({ run: next, csv, settings });
    onChange(run);
    setPreparing(null);
    const last = await runImport(run, settings, PORTS, { onChange, signal: abort.current.signal });
    if (last.status === 'done') await forgetImport(settings.teamId, settings.fingerprint).catch(() => undefined);
    await refresh('listContacts', 'listCompanies', 'getCompany');
  };
  const begin = async (prepare: () => Promise<void>): Promise<void> => {
    setProblem(null);
    try {
      await prepare();
    } catch (error) {
      setPreparing(null);
      setProblem(problemOf(error).words);
    }
  };
  const startWith = async ({ source, csv }: ChosenFile, plan: ImportPlan, file: ImportFile, chosen: string) => {
    const owner = { teamId: teamId.value, runId: crypto.randomUUID() };
    setPreparing('Preparing');
    const companies = await settleCompanies({ ...owner, chosen, named: plan.companies }, setPreparing);
    const { fingerprint } = csv;
    const { mapping, options } = file;
    const settings = { ...owner, fingerprint, mapping, options, companies, startedAtMs: PORTS.nowMs() };
    const { run } = await prepareRun(plan, settings);
    // Without room in the browser the import works all the same; a reload then begins anew, and finds duplicates.
    await keepFile(owner.teamId, fingerprint, source).catch(() => undefined);
    await send(run, settings, csv);
  };
  return {
    ...state,
    preparing,
    problem,
    start: (file, companyName) =>
      begin(async () => {
        if (file.chosen && file.plan) await startWith(file.chosen, file.plan, file, companyName);
      }),
    resume: ({ record, file }) =>
      begin(async () => {
        setPreparing('Reading the file again');
        const reading = await readCsv(file);
        if (!reading.ok) return setProblem(reading.problem);
        const plan = await planImport(reading.file.rows, record.mapping, record.options);
        const { run } = await prepareRun(plan, record, { record });
        await send(run, record, reading.file);
      }),
    goOn: () =>
      begin(async () => {
        const { run, settings, csv } = state;
        if (run && settings && csv) await send(run, settings, csv);
      }),
    stop: () => abort.current.abort(),
  };
};
