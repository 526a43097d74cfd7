import { conflict, notFound } from '#shared/domain/errors.ts';
import type { Company } from '#shared/schemas/company.ts';
import { counterOwners, keys, listSort, lists } from './keys.ts';
import { changedAt, softDeletion, unchanged } from './table/conditional-write.ts';
import { closeEmptyCounter, count, readCounters } from './table/counters.ts';
import { readPage, searched, searchText } from './table/lists.ts';
import { fromJsonText, type RecordKey, toJsonText } from './table/records.ts';
import { absent, equals, type PutOperation, type TableReader, type WriteOperation } from './table/table.ts';

export type CompanyRecord = Omit<Company, 'custom_fields' | 'contact_count'> & {
  account_id: string;
  custom_fields: string;
  deleted_at: string | null;
};

export const companyKey = (id: string): RecordKey<CompanyRecord> => keys.company(id);

/** Includes deleted companies. */
export const getCompanies = (table: TableReader, ids: string[]) => table.getMany<CompanyRecord>(ids.map(companyKey));

/** A company with its key and the list's position, filters and search text. */
const itemOf = (company: CompanyRecord) => ({
  ...companyKey(company.id),
  ...company,
  ix: { industry: company.industry, text: searchText([company.name]) },
  list_pk: lists.companies(company.team_id),
  list_sk: listSort(company.created_at, company.id),
});

export const toCompanyRecord = (company: Omit<Company, 'contact_count'>, accountId: string): CompanyRecord => ({
  ...company,
  account_id: accountId,
  custom_fields: toJsonText(company.custom_fields),
  deleted_at: null,
});

export const addCompany = (record: CompanyRecord): WriteOperation[] => [
  { put: itemOf(record), when: [absent('pk')] },
  count(counterOwners.companies(record.team_id), record.id, 1),
];

/** Changes a company if it is still what was read. */
export const changeCompany = (
  before: CompanyRecord,
  { custom_fields, ...changes }: Partial<Omit<Company, 'contact_count'>>,
  now: Date,
): { operation: PutOperation; after: CompanyRecord } => {
  const after = {
    ...before,
    ...changes,
    ...(custom_fields !== undefined && { custom_fields: toJsonText(custom_fields) }),
    updated_at: changedAt(before, now),
  };
  return { operation: { put: itemOf(after), when: unchanged(before) }, after };
};

/** Deletes a company softly if it has no contacts; a contact created concurrently wins or finds the company gone. */
export const deleteCompany = (before: CompanyRecord, now: Date): WriteOperation[] => [
  softDeletion(companyKey(before.id), before, now),
  ...closeEmptyCounter(counterOwners.companyContacts(before.id), () =>
    conflict('The company still has contacts; move or delete them first.'),
  ),
  count(counterOwners.companies(before.team_id), before.id, -1),
];

/** A company in the API's form, without its contact count. */
export const toCompany = (record: CompanyRecord): Omit<Company, 'contact_count'> => ({
  ...record,
  custom_fields: fromJsonText(record.custom_fields),
});

export const withContactCounts = async (table: TableReader, records: CompanyRecord[]): Promise<Company[]> => {
  const counts = await readCounters(
    table,
    records.map(({ id }) => counterOwners.companyContacts(id)),
  );
  return records.map((record, at) => ({ ...toCompany(record), contact_count: counts[at] ?? 0 }));
};

export const withContactCount = async (table: TableReader, record: CompanyRecord): Promise<Company> => {
  const [company] = await withContactCounts(table, [record]);
  return company as Company;
};

/** @throws Refusal 404 when there is no such company, or it was deleted. */
export const loadCompany = async (table: TableReader, id: string): Promise<CompanyRecord> => {
  const record = await table.get<CompanyRecord>(companyKey(id));
  if (!record || record.deleted_at !== null) throw notFound(`The company "${id}"`);
  return record;
};

interface CompanyFilter {
  search?: string | undefined;
  industry?: string | undefined;
}

export const listCompanyRecords = (
  table: TableReader,
  teamId: string,
  filter: CompanyFilter,
  page: { limit: number; offset: number },
) =>
  readPage<CompanyRecord>(table, {
    list: lists.companies(teamId),
    counter: counterOwners.companies(teamId),
    filter: [...searched(filter.search), ...(filter.industry ? [equals('ix.industry', filter.industry)] : [])],
    ...page,
  });
