import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';

const FIRST_FIELD = 'form :is(input, select, textarea)';

interface DialogProps {
  title: string;
  children: ComponentChildren;
  /** By Escape, by the close button, or by a click beside it. */
  onClose: () => void;
  /** `side`: a panel at the edge, for one row of a list. */
  shape?: 'middle' | 'side';
  hasCloseButton?: boolean;
}

/** A modal dialog; the focus returns to where it was when the dialog goes. */
export const Dialog = ({ title, children, onClose, shape = 'middle', hasCloseButton = true }: DialogProps) => {
  const element = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const opener = document.activeElement;
    // The browser makes what lies below inert, but not for everybody who reads the page by its roles.
    const below = [...document.querySelectorAll('dialog[open]:not([aria-hidden])')];
    for (const dialog of below) dialog.setAttribute('aria-hidden', 'true');
    element.current?.showModal();
    // A form is there to be filled in; the browser would begin at the button that closes it.
    if (shape === 'middle') element.current?.querySelector<HTMLElement>(FIRST_FIELD)?.focus();
    return () => {
      for (const dialog of below) dialog.removeAttribute('aria-hidden');
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, []);
  const cancel = (event: Event): void => {
    event.preventDefault();
    onClose();
  };
  const closeFromBeside = ({ target }: Event): void => {
    if (target === element.current) onClose();
  };
  return (
    <dialog ref={element} class={shape} aria-labelledby={id} onCancel={cancel} onMouseDown={closeFromBeside}>
      <div class="dialog-body">
        <header class="dialog-header">
          <h2 id={id}>{title}</h2>
          {hasCloseButton && (
            <button type="button" class="button quiet icon" aria-label="Close" onClick={onClose}>
              ×
            </button>
          )}
        </header>
        {children}
      </div>
    </dialog>
  );
};
