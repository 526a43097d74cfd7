import { problemOf } from '#functions/dashboard/site/api/problem.ts';
import { useAddress } from '#functions/dashboard/site/api/use-address.ts';
import type { Choice } from '#functions/dashboard/site/components/form/choice.ts';
import { SelectField, TextField } from '#functions/dashboard/site/components/form/fields.tsx';
import { unbound } from '#functions/dashboard/site/components/form/use-form.ts';
import { statusWords } from '#functions/dashboard/site/format/words.ts';
import { CALL_OUTCOMES, CALL_STATUSES } from '#shared/domain/call/lifecycle.ts';
import { DIRECTIONS, FILTER_NAMES, type FilterName, type Filters, isFiltered } from './call-filters.ts';

const choicesOf = (values: readonly string[]): Choice[] =>
  values.map((value) => ({ value, words: statusWords(value) }));

const STATUSES = choicesOf(CALL_STATUSES);
const OUTCOMES = choicesOf(CALL_OUTCOMES);
const DIRECTION_CHOICES = choicesOf(DIRECTIONS);

/** An id that is not among the choices, such as that of a deleted record, is shown as it is. */
const withChosen = (choices: readonly Choice[], chosen: string | undefined): readonly Choice[] =>
  chosen === undefined || choices.some(({ value }) => value === chosen)
    ? choices
    : [...choices, { value: chosen, words: chosen }];

export const NO_FILTERS = Object.fromEntries([...FILTER_NAMES, 'cursor'].map((name) => [name, null]));

interface FiltersProps {
  filters: Filters;
  assistants: readonly Choice[];
  campaigns: readonly Choice[];
  contactName: string | undefined;
  /** Why the list could not be read. */
  error: Error | null;
}

const ContactFilter = ({ id, name, without }: { id: string; name: string | undefined; without: string }) => (
  <p class="contact-filter">
    With {name ?? id} <a href={without}>Show everybody</a>
  </p>
);

/** The filters of the list, which stand in the address. Another filter begins with the first page again. */
export const CallFilters = ({ filters, assistants, campaigns, contactName, error }: FiltersProps) => {
  const { change, with: addressWith } = useAddress();
  const issues = error === null ? undefined : problemOf(error).issues;
  const bind = (name: FilterName) => ({
    ...unbound(filters[name] ?? '', (value: string) => change({ [name]: value, cursor: null })),
    errorFor: (label: string) => {
      const message = issues?.get(name);
      return message === undefined ? null : `${label} ${message}.`;
    },
  });
  return (
    <search class="filters call-filters">
      <SelectField label="Status" none="All" choices={STATUSES} {...bind('status')} />
      <SelectField label="Outcome" none="All" choices={OUTCOMES} {...bind('outcome')} />
      <SelectField label="Direction" none="All" choices={DIRECTION_CHOICES} {...bind('direction')} />
      <SelectField
        label="Assistant"
        none="All"
        choices={withChosen(assistants, filters.assistant)}
        {...bind('assistant')}
      />
      <SelectField
        label="Campaign"
        none="All"
        choices={withChosen(campaigns, filters.campaign)}
        {...bind('campaign')}
      />
      <TextField label="From" type="date" {...bind('from')} />
      <TextField label="To" type="date" {...bind('to')} />
      {filters.contact !== undefined && (
        <ContactFilter id={filters.contact} name={contactName} without={addressWith({ contact: null, cursor: null })} />
      )}
      {isFiltered(filters) && (
        <a class="button quiet" href={addressWith(NO_FILTERS)}>
          Clear filters
        </a>
      )}
    </search>
  );
};
