import { api, watchedFetch } from '#functions/dashboard/site/api/client.ts';
import { problemOf } from '#functions/dashboard/site/api/problem.ts';
import { LIST_PAGE_ROWS, readAll } from '#functions/dashboard/site/api/read-all.ts';
import { now } from '#functions/dashboard/site/format/clock.ts';
import type { KnownCompany } from '#functions/dashboard/site/import/planning/company-names.ts';
import { keepRecord } from './import-storage.ts';
import { postTo } from './post-chunk.ts';
import type { ImportPorts } from './run-import.ts';
import type { CompanyPorts } from './settle-companies.ts';

const BULK_URL = '/api/crm/contacts/bulk';

/** Why an import ends where nobody sees it any more. */
export const PAGE_LEFT = 'page left';

/** Waits, but not for an import that is given up meanwhile. */
const sleepUntil =
  (signal: AbortSignal) =>
  (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', end);
        resolve();
      };
      const timer = setTimeout(end, ms);
      signal.addEventListener('abort', end);
      if (signal.aborted) end();
    });

/** What the page lends to an import until it is given up. */
export const importPorts = (signal: AbortSignal): ImportPorts => ({
  send: postTo(watchedFetch, BULK_URL),
  sleep: sleepUntil(signal),
  nowMs: () => now().getTime(),
  // Whoever left may have signed out, and then nothing of the import stays. Going on asks again what is not kept.
  save: async (record) => {
    if (signal.reason !== PAGE_LEFT) await keepRecord(record);
  },
  contactCreatedAtMs: async (id) => Date.parse((await api.getContact({ id })).contact.created_at),
});

const allCompanies = (teamId: string): Promise<KnownCompany[]> =>
  readAll<KnownCompany>(async (offset) => {
    const { companies, count } = await api.listCompanies({ teamId, limit: LIST_PAGE_ROWS, offset });
    return { rows: companies, count };
  });

/** What the page lends to the settling of a team's companies. */
export const companyPorts = (
  teamId: string,
  { report, signal }: Pick<CompanyPorts, 'report' | 'signal'>,
): CompanyPorts => ({
  known: () => allCompanies(teamId),
  create: async (name, idempotencyKey) => (await api.createCompany({ teamId, name }, { idempotencyKey })).company,
  problemOf,
  sleep: sleepUntil(signal),
  report,
  signal,
});
