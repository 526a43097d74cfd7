import { useEffect } from 'preact/hooks';

/** While something would be lost, neither Escape closes a dialog nor one slip closes the tab. */
export const useStaysOpen = (isNeeded: boolean): void =>
  useEffect(() => {
    if (!isNeeded) return;
    const keepOpen = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') event.preventDefault();
    };
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    addEventListener('keydown', keepOpen);
    addEventListener('beforeunload', ask);
    return () => {
      removeEventListener('keydown', keepOpen);
      removeEventListener('beforeunload', ask);
    };
  }, [isNeeded]);
