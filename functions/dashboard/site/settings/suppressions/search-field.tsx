import { useEffect, useRef, useState } from 'preact/hooks';
import { TextField } from '#functions/dashboard/site/components/form/fields.tsx';
import { unbound } from '#functions/dashboard/site/components/form/use-form.ts';

/** Between the last letter typed and the search for it. */
const TYPING_PAUSE_MS = 250;

interface SearchFieldProps {
  /** What is searched for now. */
  searched: string;
  onSearch: (text: string) => void;
  placeholder: string;
}

/** A field that searches once somebody stops typing. */
export const SearchField = ({ searched, onSearch, placeholder }: SearchFieldProps) => {
  const [typed, setTyped] = useState(searched);
  const pause = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  // A search that came from elsewhere, such as the back button, is shown.
  useEffect(() => setTyped(searched), [searched]);
  useEffect(() => () => clearTimeout(pause.current), []);
  const type = (text: string): void => {
    setTyped(text);
    clearTimeout(pause.current);
    pause.current = setTimeout(() => onSearch(text), TYPING_PAUSE_MS);
  };
  return <TextField label="Search" type="search" placeholder={placeholder} {...unbound(typed, type)} />;
};
