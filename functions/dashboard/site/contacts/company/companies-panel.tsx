import { useRead } from '#functions/dashboard/site/api/query.ts';
import { useAddress } from '#functions/dashboard/site/api/use-address.ts';
import { Dialog } from '#functions/dashboard/site/components/dialog.tsx';
import { TextField } from '#functions/dashboard/site/components/form/fields.tsx';
import { unbound } from '#functions/dashboard/site/components/form/use-form.ts';
import { Pager } from '#functions/dashboard/site/components/pager.tsx';
import { type Column, Table } from '#functions/dashboard/site/components/table.tsx';
import { offsetIn } from '#functions/dashboard/site/contacts/list/contact-filters.ts';
import { useTyped } from '#functions/dashboard/site/contacts/list/use-typed.ts';
import { State } from '#functions/dashboard/site/layout/state.tsx';
import { teamId } from '#functions/dashboard/site/session/session.ts';
import type { ShownCompany } from './company-values.ts';

const PAGE_ROWS = 50;

/** The team's companies; each opens to be changed or deleted. */
export const CompaniesPanel = ({ onClose }: { onClose: () => void }) => {
  const { query, change, with: addressWith } = useAddress();
  const [search, type] = useTyped(query.companySearch ?? '', (text) =>
    change({ companySearch: text, companyOffset: null }, { replace: true }),
  );
  const companies = useRead('listCompanies', {
    teamId: teamId.value,
    limit: PAGE_ROWS,
    offset: offsetIn(query.companyOffset),
    ...(query.companySearch && { search: query.companySearch.trim() }),
  });
  const columns: Column<ShownCompany>[] = [
    {
      title: 'Name',
      cell: ({ id, name }) => (
        <a class="row-link clamped" href={addressWith({ edit: id })}>
          <bdi>{name}</bdi>
        </a>
      ),
    },
    {
      title: 'Contacts',
      isNumber: true,
      cell: ({ id, contact_count: count }) => <a href={`/contacts?company=${id}`}>{count.toLocaleString('en')}</a>,
    },
    { title: 'Industry', isMinor: true, cell: ({ industry }) => <span class="clamped">{industry}</span> },
    { title: 'City', isMinor: true, cell: ({ city }) => <span class="clamped">{city}</span> },
  ];
  return (
    <Dialog title="Companies" shape="side" onClose={onClose}>
      <div class="filters">
        <TextField label="Find a company" type="search" placeholder="Name" {...unbound(search, type)} />
        <a class="button plain" href={addressWith({ companies: null, new: 'company' })}>
          Add a company
        </a>
      </div>
      <State of={companies}>
        {(page) => (
          <>
            <Table
              label="Companies"
              columns={columns}
              rows={page.companies}
              keyOf={({ id }) => id}
              empty={<p>{query.companySearch ? 'None matches.' : 'There is none yet.'}</p>}
            />
            <Pager
              offset={page.offset}
              limit={page.limit}
              count={page.count}
              addressAt={(offset) => addressWith({ companyOffset: String(offset) })}
            />
          </>
        )}
      </State>
    </Dialog>
  );
};
