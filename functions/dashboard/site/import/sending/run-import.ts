import type { ImportPlan } from '#functions/dashboard/site/import/planning/plan-import.ts';
import type { Slices } from '#functions/dashboard/site/import/reading/time-slices.ts';
import { contactChunks } from './contact-chunks.ts';
import { type ImportRecord, type ImportSettings, recordOf, resumed } from './import-record.ts';
import { newRun, type Run } from './import-run.ts';
import { settleLate } from './late-chunk.ts';
import { contactOutcome } from './read-answer.ts';
import { type SendPorts, sendChunks } from './send-chunks.ts';

/** What the page lends to an import. */
export interface ImportPorts extends Omit<SendPorts, 'save'> {
  save(record: ImportRecord): Promise<void>;
  /** When a contact was created, epoch milliseconds; null where it is unknown. */
  contactCreatedAtMs(contactId: string): Promise<number | null>;
}

/** The run of a plan: new, or where the record of an earlier one left it. */
export const prepareRun = async (
  plan: ImportPlan,
  settings: ImportSettings,
  { record, slices }: { record?: ImportRecord | null; slices?: Slices } = {},
): Promise<{ run: Run; isResumed: boolean }> => {
  const { chunks, failed } = await contactChunks(plan.ready, { ...settings, ...(slices && { slices }) });
  const unsendable = { failed: [...plan.failed, ...failed], duplicates: plan.duplicates };
  const run = newRun(plan.total, chunks, unsendable);
  const before = record ? resumed(run, record) : null;
  return { run: before ?? run, isResumed: before !== null };
};

/** Creates the contacts of a run, and keeps how far it is. A stopped run goes on when it is run again. */
export const runImport = (
  run: Run,
  settings: ImportSettings,
  ports: ImportPorts,
  { onChange, signal }: { onChange?: (run: Run) => void; signal?: AbortSignal } = {},
): Promise<Run> =>
  sendChunks({
    run,
    ports: { ...ports, save: (now) => ports.save(recordOf(settings, now)) },
    read: contactOutcome,
    settleLate: settleLate({ ...ports, runId: settings.runId }),
    ...(onChange && { onChange }),
    ...(signal && { signal }),
  });
