import { useId } from 'preact/hooks';
import type { Binding } from '#functions/dashboard/site/components/form/use-form.ts';
import type { OutputOf } from '#shared/client/client.ts';

type OwnNumber = OutputOf<'listPhoneNumbers'>['numbers'][number];

interface NumberChoiceProps extends Binding<string[]> {
  label: string;
  numbers: readonly OwnNumber[];
}

/** The numbers from which a campaign calls in turn. */
export const NumberChoice = ({ label, numbers, value, onValue, errorFor }: NumberChoiceProps) => {
  const id = useId();
  const error = errorFor(label);
  const toggle = (numberId: string, isChosen: boolean): void =>
    onValue(isChosen ? [...value, numberId] : value.filter((one) => one !== numberId));
  return (
    <fieldset aria-labelledby={id}>
      <legend id={id}>{label}</legend>
      {numbers.map((number) => (
        <label key={number.id} class="choice">
          <input
            type="checkbox"
            checked={value.includes(number.id)}
            onChange={({ currentTarget }) => toggle(number.id, currentTarget.checked)}
          />
          {number.phone_number}
          {number.assistant_name && <span class="hint">answered by {number.assistant_name}</span>}
        </label>
      ))}
      {numbers.length === 0 && (
        <p>
          You have no number to call from. <a href="/phone-numbers">Get a phone number</a>
        </p>
      )}
      {error ? <p class="field-error">{error}</p> : <p class="hint">The numbers that are checked take turns.</p>}
    </fieldset>
  );
};
