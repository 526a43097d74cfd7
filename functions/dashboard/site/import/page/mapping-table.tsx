import { Fragment } from 'preact';
import { useId, useMemo, useState } from 'preact/hooks';
import { TextField } from '#functions/dashboard/site/components/form/fields.tsx';
import { unbound } from '#functions/dashboard/site/components/form/use-form.ts';
import {
  type ColumnTarget,
  customKeyFor,
  mappingNotes,
  mappingProblems,
} from '#functions/dashboard/site/import/planning/column-mapping.ts';
import {
  CONTACT_FIELDS,
  type ContactField,
  FIELD_LABELS,
} from '#functions/dashboard/site/import/planning/contact-fields.ts';
import { columnLetters } from '#functions/dashboard/site/import/reading/column-names.ts';
import type { CsvFile } from '#functions/dashboard/site/import/reading/read-csv.ts';
import type { ImportFile } from '#functions/dashboard/site/import/use-import-file.ts';
import { columnSamples } from './column-samples.ts';

const choiceFor = (target: ColumnTarget): string => (target.to === 'field' ? target.field : target.to);

const targetFor = (value: string, header: string): ColumnTarget => {
  if (value === 'ignore') return { to: 'ignore' };
  return value === 'custom'
    ? { to: 'custom', key: customKeyFor(header) }
    : { to: 'field', field: value as ContactField };
};

interface KeyFieldProps {
  label: string;
  value: string;
  onValue: (key: string) => void;
}

/** What is typed is shown as it is typed, a space at its end too; its key has none. */
const KeyField = ({ label, value, onValue }: KeyFieldProps) => {
  const [typed, setTyped] = useState(value);
  const type = (text: string): void => {
    setTyped(text);
    onValue(text);
  };
  return <TextField label={label} {...unbound(customKeyFor(typed) === value ? typed : value, type)} />;
};

interface ColumnRowProps {
  at: number;
  header: string;
  samples: readonly string[];
  file: ImportFile;
}

const ColumnRow = ({ at, header, samples, file }: ColumnRowProps) => {
  const id = useId();
  const target = file.mapping[at] ?? { to: 'ignore' };
  const letters = columnLetters(at);
  return (
    <tr>
      <th scope="row" id={id}>
        <span class="clamped">
          <bdi>{header}</bdi>
        </span>
      </th>
      <td class="minor samples">
        {samples.map((sample, index) => (
          <Fragment key={sample}>
            {index > 0 && ' · '}
            <bdi>{sample}</bdi>
          </Fragment>
        ))}
      </td>
      <td>
        <select
          aria-label={`Column ${letters} becomes`}
          aria-describedby={id}
          value={choiceFor(target)}
          onChange={({ currentTarget }) => file.mapColumn(at, targetFor(currentTarget.value, header))}
        >
          {CONTACT_FIELDS.map((field) => (
            <option key={field} value={field}>
              {FIELD_LABELS[field]}
            </option>
          ))}
          <option value="custom">Custom field</option>
          <option value="ignore">Ignore</option>
        </select>
        {target.to === 'custom' && (
          <KeyField
            label={`Custom field of column ${letters}`}
            value={target.key}
            onValue={(key) => file.mapColumn(at, { to: 'custom', key })}
          />
        )}
      </td>
    </tr>
  );
};

interface MappingTableProps {
  file: ImportFile;
  csv: CsvFile;
}

const Columns = ({ file, csv }: MappingTableProps) => {
  const samples = useMemo(() => csv.headers.map((_, at) => columnSamples(csv.rows, at)), [csv]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: Whoever has no mouse scrolls it by keys.
    <section class="table-frame" tabIndex={0} aria-label="Columns of the file">
      <table class="mapping">
        <thead>
          <tr>
            <th scope="col">Column</th>
            <th scope="col" class="minor">
              For example
            </th>
            <th scope="col">Becomes</th>
          </tr>
        </thead>
        <tbody>
          {csv.headers.map((header, at) => (
            <ColumnRow key={header} at={at} header={header} samples={samples[at] ?? []} file={file} />
          ))}
        </tbody>
      </table>
    </section>
  );
};

/** What each column of the file becomes. */
export const MappingTable = ({ file, csv }: MappingTableProps) => (
  <>
    <Columns file={file} csv={csv} />
    {mappingProblems(file.mapping).map((words) => (
      <p key={words} class="form-problem" role="alert">
        {words}
      </p>
    ))}
    {[...csv.notes, ...mappingNotes(file.mapping, csv.headers)].map((words) => (
      <p key={words} class="hint">
        {words}
      </p>
    ))}
  </>
);
