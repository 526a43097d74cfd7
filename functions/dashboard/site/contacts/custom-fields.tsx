import { Button } from '#functions/dashboard/site/components/button.tsx';
import { type CustomKind, type CustomRow, newCustomRow } from './custom-rows.ts';

const ROWS_MAX = 8;

interface CustomFieldsProps {
  /** By which prompts name them. */
  owner: 'contact' | 'company';
  rows: readonly CustomRow[];
  onRows: (rows: CustomRow[]) => void;
  /** What is wrong with rows, by their ids. */
  problems: ReadonlyMap<string, string>;
  /** What the server says of them all. */
  error: string | null;
}

/** Fields that people or the extractor after a call named themselves. */
export const CustomFields = ({ owner, rows, onRows, problems, error }: CustomFieldsProps) => {
  const change = (id: string, changes: Partial<CustomRow>): void =>
    onRows(rows.map((row) => (row.id === id ? { ...row, ...changes } : row)));
  return (
    <fieldset class="custom-fields">
      <legend>Custom fields</legend>
      <p class="hint">
        {rows.length === 0 && 'None yet. '}Calls may fill some. A prompt reads one as{' '}
        <code>{`{{${owner}.custom_fields.${rows[0]?.name || 'plan'}}}`}</code>.
      </p>
      {rows.map((row, at) => (
        <CustomField
          key={row.id}
          row={row}
          label={`Custom field ${at + 1}`}
          problem={problems.get(row.id)}
          onChange={(changes) => change(row.id, changes)}
          onRemove={() => onRows(rows.filter(({ id }) => id !== row.id))}
        />
      ))}
      {error !== null && <p class="field-error">{error}</p>}
      <div>
        <Button kind="quiet" onClick={() => onRows([...rows, newCustomRow()])}>
          Add a custom field
        </Button>
      </div>
    </fieldset>
  );
};

interface CustomFieldProps {
  row: CustomRow;
  label: string;
  problem: string | undefined;
  onChange: (changes: Partial<CustomRow>) => void;
  onRemove: () => void;
}

const linesIn = (text: string): number => Math.min(text.split('\n').length, ROWS_MAX);

const CustomField = ({ row, label, problem, onChange, onRemove }: CustomFieldProps) => (
  <div class="custom-field">
    <input
      type="text"
      aria-label={label}
      placeholder="Field"
      value={row.name}
      onInput={({ currentTarget }) => onChange({ name: currentTarget.value })}
    />
    <select
      aria-label={`Kind of ${label.toLowerCase()}`}
      value={row.kind}
      onChange={({ currentTarget }) => onChange({ kind: currentTarget.value as CustomKind })}
    >
      <option value="text">Text</option>
      <option value="json">JSON</option>
    </select>
    <textarea
      class={row.kind}
      aria-label={`Value of ${label.toLowerCase()}`}
      aria-invalid={problem !== undefined}
      placeholder="Value"
      rows={linesIn(row.text)}
      value={row.text}
      onInput={({ currentTarget }) => onChange({ text: currentTarget.value })}
    />
    <button type="button" class="button quiet icon" aria-label={`Remove ${label.toLowerCase()}`} onClick={onRemove}>
      ×
    </button>
    {problem !== undefined && (
      <p class="field-error" role="alert">
        {problem}
      </p>
    )}
  </div>
);
