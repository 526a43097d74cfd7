import type { Company } from '#shared/schemas/company.ts';
import { count, readCounters } from './counters.ts';
import { freeze, thaw } from './free-form.ts';
import { counterOwners, keys, listSort, lists } from './keys.ts';
import { readPage, searchText } from './lists.ts';
import { absent, contains, equals, type TableReader, type WriteOperation } from './table.ts';

export type CompanyRecord = Omit<Company, 'custom_fields' | 'contact_count'> & {
  account_id: string;
  custom_fields: string;
  deleted_at: string | null;
};

/** What the list filters and searches by. */
const indexed = (company: CompanyRecord) => ({
  ix: { industry: company.industry, text: searchText([company.name]) },
});

export const toCompanyRecord = (company: Omit<Company, 'contact_count'>, accountId: string): CompanyRecord => ({
  ...company,
  account_id: accountId,
  custom_fields: freeze(company.custom_fields),
  deleted_at: null,
});

export const addCompany = (record: CompanyRecord): WriteOperation[] => [
  {
    put: {
      ...keys.company(record.id),
      ...record,
      ...indexed(record),
      list_pk: lists.companies(record.team_id),
      list_sk: listSort(record.created_at, record.id),
    },
    when: [absent('pk')],
  },
  count(counterOwners.companies(record.team_id), record.id, 1),
];

export const withContactCounts = async (table: TableReader, records: CompanyRecord[]): Promise<Company[]> => {
  const counts = await readCounters(
    table,
    records.map(({ id }) => counterOwners.companyContacts(id)),
  );
  return records.map((record, at) => ({
    ...record,
    custom_fields: thaw(record.custom_fields),
    contact_count: counts[at] ?? 0,
  }));
};

export interface CompanyFilter {
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
    filter: [
      ...(filter.search ? [contains('ix.text', filter.search.toLowerCase())] : []),
      ...(filter.industry ? [equals('ix.industry', filter.industry)] : []),
    ],
    ...page,
  });
