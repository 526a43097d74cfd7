import { useRead } from '#functions/dashboard/site/api/query.ts';
import { useAddress } from '#functions/dashboard/site/api/use-address.ts';
import { Pager } from '#functions/dashboard/site/components/pager.tsx';
import { CompaniesPanel } from '#functions/dashboard/site/contacts/company/companies-panel.tsx';
import { CompanyPanel } from '#functions/dashboard/site/contacts/company/company-panel.tsx';
import { NewCompany } from '#functions/dashboard/site/contacts/company/new-company.tsx';
import { ContactPanel } from '#functions/dashboard/site/contacts/contact/contact-panel.tsx';
import { NewContact } from '#functions/dashboard/site/contacts/contact/new-contact.tsx';
import { ContactFilterBar } from '#functions/dashboard/site/contacts/list/contact-filter-bar.tsx';
import { listingOf, offsetIn } from '#functions/dashboard/site/contacts/list/contact-filters.ts';
import { ContactTable } from '#functions/dashboard/site/contacts/list/contact-table.tsx';
import { ExportContacts } from '#functions/dashboard/site/contacts/list/export-contacts.tsx';
import { Page } from '#functions/dashboard/site/layout/page.tsx';
import { State } from '#functions/dashboard/site/layout/state.tsx';
import { teamId } from '#functions/dashboard/site/session/session.ts';

const PAGE_ROWS = 50;

/** What the address says is open over the list. */
const Opened = () => {
  const { query, change } = useAddress();
  const { contact, edit, companies, new: created, company = '' } = query;
  if (contact) return <ContactPanel key={contact} id={contact} onClose={() => change({ contact: null })} />;
  if (created === 'contact') return <NewContact companyId={company} onClose={() => change({ new: null })} />;
  if (created === 'company') return <NewCompany onClose={() => change({ new: null })} />;
  if (edit)
    return (
      <CompanyPanel
        key={edit}
        id={edit}
        onClose={() => change({ edit: null })}
        onDeleted={() => change({ edit: null, ...(company === edit && { company: null }) })}
      />
    );
  if (companies)
    return <CompaniesPanel onClose={() => change({ companies: null, companySearch: null, companyOffset: null })} />;
  return null;
};

const Actions = () => {
  const { query, with: addressWith } = useAddress();
  return (
    <>
      <ExportContacts query={query} />
      <a class="button plain" href={addressWith({ companies: 'all' })}>
        Companies
      </a>
      <a class="button plain" href="/contacts/import">
        Import
      </a>
      <a class="button plain" href={addressWith({ new: 'company' })}>
        New company
      </a>
      <a class="button primary" href={addressWith({ new: 'contact' })}>
        New contact
      </a>
    </>
  );
};

export const ContactsPage = () => {
  const { query, with: addressWith } = useAddress();
  const contacts = useRead('listContacts', {
    teamId: teamId.value,
    ...listingOf(query),
    limit: PAGE_ROWS,
    offset: offsetIn(query.offset),
  });
  const statuses = contacts.data?.contacts.map(({ lead_status }) => lead_status) ?? [];
  return (
    <Page title="Contacts" actions={<Actions />}>
      <ContactFilterBar statuses={statuses} />
      <State of={contacts}>
        {(page) => (
          <>
            <ContactTable contacts={page.contacts} count={page.count} />
            <Pager
              offset={page.offset}
              limit={page.limit}
              count={page.contacts.length === 0 ? 0 : page.count}
              addressAt={(offset) => addressWith({ offset: String(offset) })}
            />
          </>
        )}
      </State>
      <Opened />
    </Page>
  );
};
