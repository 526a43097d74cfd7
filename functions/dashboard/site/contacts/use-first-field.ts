import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

/** Whoever opens a form to fill it in begins at its first field, not at the dialog's close button. */
export const useFirstField = (): RefObject<HTMLDivElement | null> => {
  const around = useRef<HTMLDivElement>(null);
  useEffect(() => around.current?.querySelector('input')?.focus(), []);
  return around;
};
