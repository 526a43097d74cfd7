import { useAddress } from '#functions/dashboard/site/api/use-address.ts';
import { CompanyChoice } from '#functions/dashboard/site/components/choosing/company-choice.tsx';
import type { Choice } from '#functions/dashboard/site/components/form/choice.ts';
import { SelectField, TextField } from '#functions/dashboard/site/components/form/fields.tsx';
import { unbound } from '#functions/dashboard/site/components/form/use-form.ts';
import { LEAD_STATUSES } from '#functions/dashboard/site/contacts/contact/contact-values.ts';
import { type FilterName, isFiltered, NO_FILTERS } from './contact-filters.ts';
import { useTyped } from './use-typed.ts';

const CALLING: Choice[] = [
  { value: 'false', words: 'May be called' },
  { value: 'true', words: 'Do not call' },
];

const NUMBER: Choice[] = [
  { value: 'true', words: 'Has one' },
  { value: 'false', words: 'Has none' },
];

/** The usual statuses and those that contacts have, each once. */
const statusChoices = (seen: readonly string[]): Choice[] =>
  [...new Set([...LEAD_STATUSES, ...seen])].map((value) => ({ value, words: value }));

interface FilterBarProps {
  /** Lead statuses of the contacts that are shown: people may name their own. */
  statuses: readonly string[];
}

/** Which contacts are listed; all of it stands in the address. */
export const ContactFilterBar = ({ statuses }: FilterBarProps) => {
  const { query, change, with: addressWith } = useAddress();
  const [search, type] = useTyped(query.search ?? '', (text) =>
    change({ search: text, offset: null }, { replace: true }),
  );
  const filter = (name: FilterName) =>
    unbound(query[name] ?? '', (value: string) => change({ [name]: value, offset: null }));
  const seen = query.status ? [...statuses, query.status] : statuses;
  // Their labels are none of the form's, so that a name means one field.
  return (
    <search class="filters contact-filters" aria-label="Filters">
      <TextField label="Search" type="search" placeholder="Name, email or phone" {...unbound(search, type)} />
      <CompanyChoice label="Works for" none="All companies" {...filter('company')} />
      <SelectField label="Status" none="Any" choices={statusChoices(seen)} {...filter('status')} />
      <SelectField label="Calling" none="Any" choices={CALLING} {...filter('doNotCall')} />
      <SelectField label="Number" none="Any" choices={NUMBER} {...filter('hasPhone')} />
      {isFiltered(query) && (
        <a class="button quiet" href={addressWith(NO_FILTERS)}>
          Clear filters
        </a>
      )}
      {query.company && (
        <a class="button quiet" href={addressWith({ edit: query.company })}>
          Edit company
        </a>
      )}
    </search>
  );
};
