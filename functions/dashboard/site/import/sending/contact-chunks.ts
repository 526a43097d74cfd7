import type { ReadyRow, RowReason } from '#functions/dashboard/site/import/planning/plan-import.ts';
import { type Chunk, type ChunkRules, chunkEntries, type Entry } from './request-chunks.ts';

/** As many contacts as one bulk request takes. */
export const CONTACTS_PER_REQUEST = 500;
/** The field of a bulk request that holds the contacts. */
export const CONTACTS_LIST = 'contacts';

export interface CompaniesOfRows {
  /** Of rows that name none; null where there is none. */
  chosenId: string | null;
  /** By `companyKey`. */
  ids: Readonly<Record<string, string>>;
  /** Why a company could not be created, by `companyKey`. */
  problems?: Readonly<Record<string, string>>;
}

interface Sender extends Pick<ChunkRules, 'runId' | 'slices'> {
  teamId: string;
  companies: CompaniesOfRows;
}

const companyIdOf = (company: string | null, { chosenId, ids }: CompaniesOfRows): string | null => {
  if (company === null) return chosenId;
  return Object.hasOwn(ids, company) ? (ids[company] ?? null) : null;
};

const noCompany = (company: string | null, { problems = {} }: CompaniesOfRows): string => {
  if (company === null) return 'No company is chosen for rows that name none.';
  const problem = Object.hasOwn(problems, company) ? problems[company] : undefined;
  return `The company "${company}" could not be created${problem ? `: ${problem}` : '.'}`;
};

const bulkRules = ({ teamId, runId, slices }: Sender): ChunkRules => ({
  entriesMax: CONTACTS_PER_REQUEST,
  envelope: { teamId, skipDuplicates: true },
  list: CONTACTS_LIST,
  runId,
  ...(slices && { slices }),
});

/** Ready rows as they are sent; those whose company is not there are noted as failed. */
function* entriesOf(ready: readonly ReadyRow[], companies: CompaniesOfRows, failed: RowReason[]): Generator<Entry> {
  for (const { row, contact, company } of ready) {
    const companyId = companyIdOf(company, companies);
    if (companyId === null) failed.push({ row, reason: noCompany(company, companies) });
    else yield { row, value: { companyId, ...contact } };
  }
}

/** The requests that create the contacts of ready rows; rows whose company is not there fail. */
export const contactChunks = async (
  ready: readonly ReadyRow[],
  sender: Sender,
): Promise<{ chunks: Chunk[]; failed: RowReason[] }> => {
  const failed: RowReason[] = [];
  const sent = await chunkEntries(entriesOf(ready, sender.companies, failed), bulkRules(sender));
  return { chunks: sent.chunks, failed: [...failed, ...sent.failed] };
};
