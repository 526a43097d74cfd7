import { api } from '#functions/dashboard/site/api/client.ts';
import { useRead } from '#functions/dashboard/site/api/query.ts';
import { LIST_PAGE_ROWS } from '#functions/dashboard/site/api/read-all.ts';
import { useAddress } from '#functions/dashboard/site/api/use-address.ts';
import { ExportButton } from '#functions/dashboard/site/components/export-button.tsx';
import { Pager } from '#functions/dashboard/site/components/pager.tsx';
import { State } from '#functions/dashboard/site/layout/state.tsx';
import { may, teamId } from '#functions/dashboard/site/session/session.ts';
import { SettingsPage } from './settings-page.tsx';
import { AddSuppressionForm } from './suppressions/add-suppression-form.tsx';
import { ImportDialog } from './suppressions/import-dialog.tsx';
import { SearchField } from './suppressions/search-field.tsx';
import { SuppressionTable } from './suppressions/suppression-table.tsx';
import { SUPPRESSION_CSV } from './suppressions/suppression-words.ts';

const ROWS = 50;

const readPage = (search: string) => async (offset: number) => {
  const input = { teamId: teamId.value, search, limit: LIST_PAGE_ROWS, offset };
  const { suppressions, count } = await api.listSuppressions(input);
  return { rows: suppressions, count };
};

export const SuppressionsPage = () => {
  const { query, change, with: addressWith } = useAddress();
  const { search = '' } = query;
  const offset = Number(query.offset ?? 0);
  const list = useRead('listSuppressions', { teamId: teamId.value, search, limit: ROWS, offset });
  return (
    <SettingsPage
      title="Suppressions"
      actions={
        <>
          <ExportButton fileName="suppressions.csv" readPage={readPage(search)} columnsOf={() => SUPPRESSION_CSV} />
          {may('operate') && (
            <a class="button plain" href={addressWith({ new: 'import' })}>
              Import
            </a>
          )}
        </>
      }
    >
      <p class="hint">Numbers that this team never calls, whichever contact has them and whoever starts the call.</p>
      <AddSuppressionForm />
      <div class="filters">
        <SearchField
          searched={search}
          placeholder="Digits of the number"
          onSearch={(text) => change({ search: text, offset: null }, { replace: true })}
        />
      </div>
      <State of={list}>
        {({ suppressions, count, limit }) => (
          <>
            <SuppressionTable suppressions={suppressions} search={search} offset={offset} />
            <Pager
              offset={offset}
              limit={limit}
              count={count}
              addressAt={(at) => addressWith({ offset: String(at) })}
            />
          </>
        )}
      </State>
      {query.new === 'import' && may('operate') && (
        <ImportDialog onClose={() => change({ new: null }, { replace: true })} />
      )}
    </SettingsPage>
  );
};
