import { useMemo } from 'preact/hooks';
import { api } from '#functions/dashboard/site/api/client.ts';
import { LIST_PAGE_ROWS } from '#functions/dashboard/site/api/read-all.ts';
import { ExportButton } from '#functions/dashboard/site/components/export-button.tsx';
import { contactColumns, customKeysOf } from '#functions/dashboard/site/csv/contact-columns.ts';
import { teamId } from '#functions/dashboard/site/session/session.ts';
import { listingOf } from './contact-filters.ts';
import { pagesOf } from './contact-pages.ts';

const readCompanyNames = async (team: string): Promise<Map<string, string>> => {
  const names = new Map<string, string>();
  for (let offset = 0; ; ) {
    const { companies } = await api.listCompanies({ teamId: team, limit: LIST_PAGE_ROWS, offset });
    for (const { id, name } of companies) names.set(id, name);
    if (companies.length === 0) return names;
    offset += companies.length;
  }
};

const exportOf = (team: string, query: Record<string, string>) => {
  let names: ReadonlyMap<string, string> = new Map();
  const next = pagesOf((offset) =>
    api.listContacts({ teamId: team, ...listingOf(query), limit: LIST_PAGE_ROWS, offset }),
  );
  return {
    readPage: async (read: number) => {
      if (read === 0) names = await readCompanyNames(team);
      return next(read);
    },
    columnsOf: (rows: Parameters<typeof customKeysOf>[0]) => contactColumns(names, customKeysOf(rows)),
  };
};

/** Every contact that the filters let through, with the names of their companies and all their custom fields. */
export const ExportContacts = ({ query }: { query: Record<string, string> }) => {
  const team = teamId.value;
  const { readPage, columnsOf } = useMemo(() => exportOf(team, query), [team, JSON.stringify(query)]);
  return <ExportButton fileName="contacts.csv" readPage={readPage} columnsOf={columnsOf} />;
};
