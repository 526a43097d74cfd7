import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { problemOf } from '#functions/dashboard/site/api/problem.ts';
import { useRead } from '#functions/dashboard/site/api/query.ts';
import type { Choice } from '#functions/dashboard/site/components/form/choice.ts';
import { SelectField } from '#functions/dashboard/site/components/form/fields.tsx';
import type { Binding } from '#functions/dashboard/site/components/form/use-form.ts';
import { teamId } from '#functions/dashboard/site/session/session.ts';
import { Combobox } from './combobox.tsx';
import { companyChoices, companyDetail } from './company-words.ts';

/** Beyond as many companies as one page lists, they are searched. */
const SELECTABLE_MAX = 200;
const FOUND_MAX = 20;

interface CompanyChoiceProps extends Binding<string> {
  label?: string;
  hint?: ComponentChildren;
  isWide?: boolean;
  /** The words of the empty value, where no company need be chosen. */
  none?: string;
  required?: boolean;
  disabled?: boolean;
}

const CHOOSE = 'Choose a company';

const SearchedCompany = ({ label = 'Company', none, ...props }: CompanyChoiceProps) => {
  const { name, value, onValue, errorFor, hint, isWide, required, disabled } = props;
  const [search, setSearch] = useState<string | null>(null);
  const chosen = useRead('getCompany', value === '' ? null : { id: value }, { dropPrevious: true });
  const { data, error, isPlaceholderData } = useRead(
    'listCompanies',
    search === null ? null : { teamId: teamId.value, limit: FOUND_MAX, ...(search !== '' && { search }) },
  );
  const companies = data?.companies ?? [];
  return (
    <Combobox
      label={label}
      name={name}
      hint={hint}
      error={errorFor(label)}
      isWide={isWide}
      required={required}
      disabled={disabled}
      placeholder={none ?? 'Type a name'}
      noun="company"
      chosen={value === '' ? '' : (chosen.data?.company.name ?? value)}
      found={{
        options: companies.map((company) => ({ id: company.id, words: company.name, detail: companyDetail(company) })),
        further: (data?.count ?? 0) - companies.length,
        isLoading: (data === undefined && error === null) || isPlaceholderData,
        problem: error && problemOf(error).words,
      }}
      onSearch={setSearch}
      onChoose={(id) => onValue(id ?? '')}
    />
  );
};

/** What is chosen stays choosable, also where it is not among the choices. */
const withChosen = (choices: Choice[], value: string, words: string): Choice[] =>
  value === '' || choices.some((choice) => choice.value === value) ? choices : [...choices, { value, words }];

/** Chooses one of the team's companies: from a list, or by a search where there are very many. */
export const CompanyChoice = (props: CompanyChoiceProps) => {
  const { data, error } = useRead('listCompanies', { teamId: teamId.value, limit: SELECTABLE_MAX });
  if (data && data.count > data.companies.length) return <SearchedCompany {...props} />;
  const { label = 'Company', none, disabled = false, hint, value, ...field } = props;
  const firstHint = data?.count === 0 && none === undefined && (
    <>
      There is none yet. <a href="/contacts?new=company">Add the first company</a>
    </>
  );
  return (
    <SelectField
      {...field}
      value={value}
      label={label}
      none={data ? (none ?? CHOOSE) : 'Loading…'}
      choices={withChosen(companyChoices(data?.companies ?? []), value, data ? value : 'Loading…')}
      disabled={disabled || !data}
      hint={error ? problemOf(error).words : firstHint || hint}
    />
  );
};
