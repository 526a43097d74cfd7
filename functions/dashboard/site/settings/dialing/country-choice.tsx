import { useState } from 'preact/hooks';
import { Combobox } from '#functions/dashboard/site/components/choosing/combobox.tsx';
import { byName, countryName } from '#functions/dashboard/site/format/countries.ts';
import { countriesLike } from './country-words.ts';

const FOUND_MAX = 20;

interface CountryChoiceProps {
  chosen: readonly string[];
  onChosen: (codes: string[]) => void;
  error: string | null;
  disabled: boolean;
}

/** A set of countries: they are searched by name, added and taken out one by one. */
export const CountryChoice = ({ chosen, onChosen, error, disabled }: CountryChoiceProps) => {
  const [search, setSearch] = useState<string | null>(null);
  const found = search === null ? [] : countriesLike(search, chosen);
  const options = found.slice(0, FOUND_MAX).map((code) => ({ id: code, words: countryName(code), detail: code }));
  const add = (code: string | null): void => {
    if (code !== null) onChosen([...chosen, code]);
  };
  return (
    <div class="countries">
      <Combobox
        label="Add a country"
        name="country"
        error={error}
        disabled={disabled}
        placeholder="Name or code, such as FR"
        noun="country"
        chosen=""
        found={{ options, further: found.length - options.length, isLoading: false, problem: null }}
        onSearch={setSearch}
        onChoose={add}
      />
      {chosen.length === 0 && <p class="field-error">Without a country nobody can be called.</p>}
      <ul class="chips" aria-label="Chosen countries">
        {byName(chosen).map((code) => (
          <li key={code}>
            {countryName(code)}
            <button
              type="button"
              class="button quiet icon"
              aria-label={`Take out ${countryName(code)}`}
              disabled={disabled}
              onClick={() => onChosen(chosen.filter((one) => one !== code))}
            >
              ×
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
};
