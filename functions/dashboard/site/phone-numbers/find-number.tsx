import { useEffect, useState } from 'preact/hooks';
import { api } from '#functions/dashboard/site/api/client.ts';
import { useRead } from '#functions/dashboard/site/api/query.ts';
import { useAddress } from '#functions/dashboard/site/api/use-address.ts';
import { useCommand } from '#functions/dashboard/site/api/use-command.ts';
import { SelectField, TextField } from '#functions/dashboard/site/components/form/fields.tsx';
import { Form } from '#functions/dashboard/site/components/form/form.tsx';
import { useForm } from '#functions/dashboard/site/components/form/use-form.ts';
import type { OutputOf } from '#shared/client/client.ts';
import { FoundNumbers } from './found-numbers.tsx';
import {
  filtersOf,
  hasAreaCodes,
  SEARCH_COUNTRIES,
  type SearchValues,
  TYPE_CHOICES,
  valuesIn,
} from './search-filters.ts';

/** Where a link on the page leads to the search. */
export const SEARCH_ID = 'find';

interface Search {
  values: SearchValues;
  answer: OutputOf<'searchPhoneNumbers'>;
}

/** Why no number can be bought, before somebody tries. */
const Refusal = () => {
  const { data } = useRead('getAccount', {});
  const reason = data?.phone_numbers.reason;
  return reason ? <p class="banner waiting">{reason}</p> : null;
};

/** Searches what the carrier sells. What was searched for stands in the address. */
export const FindNumber = ({ own }: { own: OutputOf<'listPhoneNumbers'>['numbers'] }) => {
  const { query, change } = useAddress();
  const [found, setFound] = useState<Search | null>(null);
  const search = useCommand(
    async () => {
      const { values } = form;
      setFound({ values, answer: await api.searchPhoneNumbers({ filters: filtersOf(values) }) });
    },
    { inForm: true },
  );
  const form = useForm(valuesIn(query), search.problem);
  const { values } = form;
  useEffect(() => {
    if (query.country) void search.run();
  }, []);
  const submit = (): void => {
    change({ ...values, areaCode: hasAreaCodes(values.country) ? values.areaCode : null }, { replace: true });
    void search.run();
  };
  return (
    <>
      <Refusal />
      <div class="card number-search" id={SEARCH_ID}>
        <Form submit="Search" command={search} onSubmit={submit}>
          <SelectField label="Country" choices={SEARCH_COUNTRIES} {...form.bind('country', 'filters.countryCode')} />
          <TextField
            label="Area code"
            hint="Three digits, in the United States and Canada."
            disabled={!hasAreaCodes(values.country)}
            {...form.bind('areaCode', 'filters.areaCode')}
          />
          <SelectField label="Type" choices={TYPE_CHOICES} {...form.bind('type', 'filters.numberType')} />
        </Form>
      </div>
      {found && <FoundNumbers values={found.values} answer={found.answer} own={own} />}
    </>
  );
};
