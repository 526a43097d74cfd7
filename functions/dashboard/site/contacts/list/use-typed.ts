import { useEffect, useRef, useState } from 'preact/hooks';
import { TYPING_PAUSE_MS } from '#functions/dashboard/site/components/choosing/combobox.tsx';

/**
 * A text that is typed into a field and kept elsewhere, such as in the address: `settle` is told it after a pause. Until
 * then the field shows what is typed, afterwards what is kept.
 */
export const useTyped = (kept: string, settle: (text: string) => void): [string, (text: string) => void] => {
  const [typed, setTyped] = useState<string | null>(null);
  const pause = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const latest = useRef(settle);
  useEffect(() => {
    latest.current = settle;
  });
  useEffect(() => () => clearTimeout(pause.current), []);
  useEffect(() => {
    if (pause.current === undefined) setTyped(null);
  }, [kept]);
  const type = (text: string): void => {
    setTyped(text);
    clearTimeout(pause.current);
    pause.current = setTimeout(() => {
      pause.current = undefined;
      latest.current(text);
    }, TYPING_PAUSE_MS);
  };
  return [typed ?? kept, type];
};
