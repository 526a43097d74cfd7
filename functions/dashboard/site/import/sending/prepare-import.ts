import { now } from '#functions/dashboard/site/format/clock.ts';
import { CannotImport } from '#functions/dashboard/site/import/page/cannot-import.ts';
import { planImport } from '#functions/dashboard/site/import/planning/plan-import.ts';
import { type CsvFile, readCsv } from '#functions/dashboard/site/import/reading/read-csv.ts';
import { slicesUntil } from '#functions/dashboard/site/import/reading/time-slices.ts';
import type { Judged } from '#functions/dashboard/site/import/use-judgement.ts';
import { teamId } from '#functions/dashboard/site/session/session.ts';
import { companyPorts } from './import-ports.ts';
import type { ImportSettings } from './import-record.ts';
import type { Run } from './import-run.ts';
import { type KeptImport, keepFile, unfinishedRecord } from './import-storage.ts';
import { prepareRun } from './run-import.ts';
import { type CompanyPorts, settleCompanies } from './settle-companies.ts';

/** An import whose requests can be sent. */
export interface PreparedImport {
  run: Run;
  /** The file whose rows are imported, for the download of those that failed. */
  csv: CsvFile;
  settings: ImportSettings;
}

type Preparing = Pick<CompanyPorts, 'report' | 'signal'>;

const READ_OTHERWISE =
  'The dashboard was updated since, and reads the file otherwise: this import cannot go on where it stopped. ' +
  'Choose the file and import it anew; whoever has a phone number is not created twice.';

/**
 * Prepares the import of judged rows. A file whose import was interrupted keeps that import's identity: requests that
 * are the same have their effect once.
 */
export const prepareImport = async (
  { chosen: { source, csv }, mapping, options, plan }: Judged,
  companyName: string,
  { report, signal }: Preparing,
): Promise<PreparedImport> => {
  const team = teamId.value;
  const { fingerprint } = csv;
  report('Preparing');
  const record = await unfinishedRecord(team, fingerprint).catch(() => null);
  const runId = record?.runId ?? crypto.randomUUID();
  const wanted = { runId, chosen: companyName, named: plan.companies };
  const companies = await settleCompanies(wanted, companyPorts(team, { report, signal }));
  report('Preparing');
  const startedAtMs = record?.startedAtMs ?? now().getTime();
  const settings = { runId, teamId: team, fingerprint, mapping, options, companies, startedAtMs };
  const { run } = await prepareRun(plan, settings, { record, slices: slicesUntil(signal) });
  // Without room in the browser the import works all the same; a reload then begins anew, and finds duplicates.
  const isKept = await keepFile(team, fingerprint, source).then(
    () => true,
    () => false,
  );
  return { run: { ...run, isSaved: isKept }, csv, settings };
};

/** Prepares the rest of an import that a reload interrupted. */
export const prepareRest = async (
  { record, file }: KeptImport,
  { report, signal }: Preparing,
): Promise<PreparedImport> => {
  const slices = slicesUntil(signal);
  report('Reading the file again');
  const reading = await readCsv(file, { slices });
  if (!reading.ok) throw new CannotImport(reading.problem);
  const plan = await planImport(reading.file.rows, record.mapping, { ...record.options, slices });
  const { run, isResumed } = await prepareRun(plan, record, { record, slices });
  if (!isResumed) throw new CannotImport(READ_OTHERWISE);
  return { run, csv: reading.file, settings: record };
};
