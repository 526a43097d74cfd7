import { useAddress } from '#functions/dashboard/site/api/use-address.ts';
import { contactName } from '#functions/dashboard/site/components/choosing/contact-words.ts';
import { Copyable } from '#functions/dashboard/site/components/copy.tsx';
import { type Column, Table } from '#functions/dashboard/site/components/table.tsx';
import { When } from '#functions/dashboard/site/components/when.tsx';
import type { ShownContact } from '#functions/dashboard/site/contacts/contact/contact-values.ts';
import { timeThere, zonesOf } from '#functions/dashboard/site/contacts/contact/local-time.ts';
import { useMinute } from '#functions/dashboard/site/contacts/contact/use-minute.ts';
import { isFiltered, NO_FILTERS } from './contact-filters.ts';
import { useCompanyNames } from './use-company-names.ts';

const None = () => <span class="none">—</span>;

const placeOf = (contact: ShownContact, now: Date): string =>
  [contact.phone_country, timeThere(zonesOf(contact), now)].filter(Boolean).join(' ');

const NoContacts = ({ count }: { count: number }) => {
  const { query, with: addressWith } = useAddress();
  if (count > 0)
    return (
      <>
        <p>The list is shorter than that by now.</p>
        <a href={addressWith({ offset: null })}>Go to its beginning</a>
      </>
    );
  if (isFiltered(query))
    return (
      <>
        <p>Nobody matches.</p>
        <a href={addressWith(NO_FILTERS)}>Show everybody</a>
      </>
    );
  return (
    <>
      <p>Nobody is here yet. Begin with people to call.</p>
      <a class="button primary" href="/contacts/import">
        Read a CSV file
      </a>
      <a href={addressWith({ new: 'contact' })}>Add the first contact</a>
    </>
  );
};

interface ContactTableProps {
  contacts: readonly ShownContact[];
  /** How many match. */
  count: number;
}

export const ContactTable = ({ contacts, count }: ContactTableProps) => {
  const { query, with: addressWith } = useAddress();
  const names = useCompanyNames(contacts.map(({ company_id }) => company_id));
  const now = useMinute();
  const columns: Column<ShownContact>[] = [
    {
      title: 'Name',
      cell: (contact) => (
        <span class="marks">
          <a class="row-link clamped" href={addressWith({ contact: contact.id })}>
            <bdi>{contactName(contact)}</bdi>
          </a>
          {contact.do_not_call && <span class="badge bad">Do not call</span>}
        </span>
      ),
    },
    {
      title: 'Phone',
      isWhole: true,
      cell: ({ phone }) => (phone === null ? <None /> : <Copyable text={phone} />),
    },
    {
      title: 'Company',
      isMinor: true,
      cell: ({ company_id }) => (
        <span class="clamped">
          <bdi>{names.get(company_id)}</bdi>
        </span>
      ),
    },
    {
      title: 'Lead status',
      isMinor: true,
      cell: ({ lead_status }) => <span class="clamped">{lead_status}</span>,
    },
    { title: 'There now', isWhole: true, isMinor: true, cell: (contact) => placeOf(contact, now) || <None /> },
    { title: 'Updated', isMinor: true, cell: ({ updated_at }) => <When at={updated_at} /> },
  ];
  return (
    <Table
      label="Contacts"
      columns={columns}
      rows={contacts}
      keyOf={({ id }) => id}
      isOpen={({ id }) => id === query.contact}
      empty={<NoContacts count={count} />}
    />
  );
};
