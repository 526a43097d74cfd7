import { useId } from 'preact/hooks';
import { SelectField } from '#functions/dashboard/site/components/form/fields.tsx';
import { Form } from '#functions/dashboard/site/components/form/form.tsx';
import { unbound } from '#functions/dashboard/site/components/form/use-form.ts';
import { COUNTRY_CHOICES, countryName } from '#functions/dashboard/site/format/countries.ts';
import { counted } from '#functions/dashboard/site/format/words.ts';
import type { SuppressionPlan } from '#functions/dashboard/site/import/sending/suppression-list.ts';
import { ReasonList } from './reason-list.tsx';
import type { ListFile } from './use-list-file.ts';

const FILE_TYPES = '.csv,.txt,.tsv,text/csv,text/plain';

const FileField = ({ list }: { list: ListFile }) => {
  const id = useId();
  return (
    <div class="field wide">
      <label for={id}>CSV file</label>
      <input
        id={id}
        type="file"
        accept={FILE_TYPES}
        aria-describedby={`${id}-note`}
        aria-invalid={list.problem !== null}
        onChange={({ currentTarget }) => list.choose(currentTarget.files?.[0])}
      />
      <p id={`${id}-note`} class={list.problem === null ? 'hint' : 'field-error'} role="status">
        {list.problem ??
          (list.isReading
            ? 'Reading…'
            : 'A list of numbers: one per line, or a column of a table. It is read in this browser.')}
      </p>
    </div>
  );
};

const Columns = ({ list }: { list: ListFile }) => {
  const { file, columns, country } = list;
  if (file === null) return null;
  const choices = file.headers.map((words, at) => ({ value: String(at), words }));
  const textOf = (at: number): string => (at === -1 ? '' : String(at));
  const placeOf = (value: string): number => (value === '' ? -1 : Number(value));
  return (
    <>
      <SelectField
        label="Column of the numbers"
        none="None"
        choices={choices}
        {...unbound(textOf(columns.phone), (value) => list.setColumns({ ...columns, phone: placeOf(value) }))}
      />
      <SelectField
        label="Column of the notes"
        none="None"
        choices={choices}
        {...unbound(textOf(columns.note), (value) => list.setColumns({ ...columns, note: placeOf(value) }))}
      />
      <SelectField
        label="Country"
        none="None"
        hint="Of numbers without a country code; with none they are left out."
        choices={COUNTRY_CHOICES}
        {...unbound(country?.code ?? '', (value) =>
          list.setCountry(value === '' ? null : { code: value, name: countryName(value) }),
        )}
      />
    </>
  );
};

const planWords = ({ ready, duplicates, failed }: SuppressionPlan): string =>
  [
    `${counted(ready.length, 'number')} can be added.`,
    duplicates.length > 0 &&
      `${counted(duplicates.length, 'row')} repeat${duplicates.length === 1 ? 's' : ''} a number.`,
    failed.length > 0 && `${counted(failed.length, 'row')} cannot be read.`,
  ]
    .filter(Boolean)
    .join(' ');

interface ListFileFormProps {
  list: ListFile;
  isBusy: boolean;
  onImport: (plan: SuppressionPlan) => void;
  onCancel: () => void;
}

/** Which file holds the numbers, and where; and what adding them would do. */
export const ListFileForm = ({ list, isBusy, onImport, onCancel }: ListFileFormProps) => {
  const { plan, file } = list;
  return (
    <Form
      submit="Import"
      command={{ isBusy, problem: null }}
      disabled={plan === null || plan.ready.length === 0}
      onSubmit={() => plan && onImport(plan)}
      onCancel={onCancel}
    >
      <FileField list={list} />
      <Columns list={list} />
      {file && (
        <div class="field wide">
          {file.notes.map((note) => (
            <p key={note} class="hint">
              {note}
            </p>
          ))}
          <p role="status">
            {plan ? planWords(plan) : list.columns.phone === -1 ? 'Choose the column of the numbers.' : 'Reading…'}
          </p>
          {plan && <ReasonList reasons={plan.failed} />}
        </div>
      )}
    </Form>
  );
};
