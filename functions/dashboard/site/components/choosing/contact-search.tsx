import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { problemOf } from '#functions/dashboard/site/api/problem.ts';
import { useRead } from '#functions/dashboard/site/api/query.ts';
import type { Binding } from '#functions/dashboard/site/components/form/use-form.ts';
import { teamId } from '#functions/dashboard/site/session/session.ts';
import type { OutputOf } from '#shared/client/client.ts';
import { Combobox, type Found } from './combobox.tsx';
import { contactDetail, contactName, contactWords, searchTextOf } from './contact-words.ts';

const FOUND_MAX = 20;

export type FoundContact = OutputOf<'listContacts'>['contacts'][number];

interface Narrowing {
  /** Only contacts of this company. */
  companyId?: string | undefined;
  /** Only contacts that have a number. */
  hasPhone?: boolean | undefined;
}

interface Look {
  label?: string;
  hint?: ComponentChildren;
  isWide?: boolean;
  disabled?: boolean;
}

const useContactsFound = (search: string | null, { companyId, hasPhone }: Narrowing) => {
  const { data, error, isPlaceholderData } = useRead(
    'listContacts',
    search === null
      ? null
      : {
          teamId: teamId.value,
          limit: FOUND_MAX,
          ...(search !== '' && { search: searchTextOf(search) }),
          ...(companyId && { companyId }),
          ...(hasPhone !== undefined && { hasPhone }),
        },
  );
  const contacts = data?.contacts ?? [];
  const found: Found = {
    options: contacts.map((contact) => ({
      id: contact.id,
      words: contactName(contact),
      detail: contactDetail(contact),
    })),
    further: (data?.count ?? 0) - contacts.length,
    isLoading: (data === undefined && error === null) || isPlaceholderData,
    problem: error && problemOf(error).words,
  };
  return { contacts, found };
};

interface ContactSearchProps extends Look, Narrowing, Binding<string | null> {
  required?: boolean;
  /** What is chosen, with all that is known of it. */
  onContact?: (contact: FoundContact | null) => void;
}

/** Finds a contact by name, email or phone, and chooses it: the value is its id, null for none. */
export const ContactSearch = ({ label = 'Contact', onContact, companyId, hasPhone, ...props }: ContactSearchProps) => {
  const { name, value, onValue, errorFor, hint, isWide, required, disabled } = props;
  const [search, setSearch] = useState<string | null>(null);
  const { contacts, found } = useContactsFound(search, { companyId, hasPhone });
  const chosen = useRead('getContact', value === null ? null : { id: value }, { dropPrevious: true });
  const choose = (id: string | null): void => {
    onValue(id);
    onContact?.(contacts.find((contact) => contact.id === id) ?? null);
  };
  return (
    <Combobox
      label={label}
      name={name}
      hint={hint}
      error={errorFor(label)}
      isWide={isWide}
      required={required}
      disabled={disabled}
      placeholder="Name, email or phone"
      noun="contact"
      chosen={value === null ? '' : chosen.data ? contactWords(chosen.data.contact) : value}
      found={found}
      onSearch={setSearch}
      onChoose={choose}
    />
  );
};

interface ContactAdderProps extends Look, Narrowing {
  error?: string | null;
  onAdd: (contact: FoundContact) => void;
}

/** Finds contacts one after another, and hands each over: for a list of several. The field is empty again after each. */
export const ContactAdder = ({ label = 'Contacts', onAdd, companyId, hasPhone, ...look }: ContactAdderProps) => {
  const [search, setSearch] = useState<string | null>(null);
  const { contacts, found } = useContactsFound(search, { companyId, hasPhone });
  const add = (id: string | null): void => {
    const contact = contacts.find((one) => one.id === id);
    if (contact) onAdd(contact);
  };
  return (
    <Combobox
      {...look}
      label={label}
      name="contact"
      error={look.error ?? null}
      placeholder="Name, email or phone"
      noun="contact"
      chosen=""
      found={found}
      onSearch={setSearch}
      onChoose={add}
    />
  );
};
