import { useEffect } from 'preact/hooks';

/** Puts the focus into the first field of the dialog that a component shows. */
export const useFirstField = (): void =>
  useEffect(() => document.querySelector<HTMLElement>('dialog[open] form :is(input, select)')?.focus(), []);
