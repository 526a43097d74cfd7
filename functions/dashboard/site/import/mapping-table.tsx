import { useId } from 'preact/hooks';
import { TextField } from '#functions/dashboard/site/components/fields.tsx';
import { unbound } from '#functions/dashboard/site/components/use-form.ts';
import { type ColumnTarget, customKeyFor, mappingNotes, mappingProblems } from './column-mapping.ts';
import { columnLetters } from './column-names.ts';
import { CONTACT_FIELDS, type ContactField, FIELD_LABELS } from './contact-fields.ts';
import type { CsvFile } from './read-csv.ts';
import type { ImportFile } from './use-import-file.ts';

const SAMPLES = 3;

const samplesOf = ({ rows }: CsvFile, at: number): string =>
  rows
    .map(({ cells }) => cells[at] ?? '')
    .filter((cell) => cell.trim() !== '')
    .slice(0, SAMPLES)
    .join(' · ');

const choiceFor = (target: ColumnTarget): string => (target.to === 'field' ? target.field : target.to);

const targetFor = (value: string, header: string): ColumnTarget => {
  if (value === 'ignore') return { to: 'ignore' };
  return value === 'custom'
    ? { to: 'custom', key: customKeyFor(header) }
    : { to: 'field', field: value as ContactField };
};

interface ColumnRowProps {
  at: number;
  file: ImportFile;
  csv: CsvFile;
}

const ColumnRow = ({ at, file, csv }: ColumnRowProps) => {
  const id = useId();
  const header = csv.headers[at] ?? '';
  const target = file.mapping[at] ?? { to: 'ignore' };
  const letters = columnLetters(at);
  return (
    <tr>
      <th scope="row" id={id}>
        {header}
      </th>
      <td class="minor samples">{samplesOf(csv, at)}</td>
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
          <TextField
            label={`Custom field of column ${letters}`}
            {...unbound(target.key, (key) => file.mapColumn(at, { to: 'custom', key }))}
          />
        )}
      </td>
    </tr>
  );
};

/** What each column of the file becomes. */
export const MappingTable = ({ file, csv }: { file: ImportFile; csv: CsvFile }) => (
  <>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: Whoever has no mouse scrolls it by keys. */}
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
            <ColumnRow key={header} at={at} file={file} csv={csv} />
          ))}
        </tbody>
      </table>
    </section>
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
