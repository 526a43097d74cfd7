import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';

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
    element.current?.showModal();
    return () => {
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
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape does what a click beside the dialog does.
    <dialog ref={element} class={shape} aria-labelledby={id} onCancel={cancel} onClick={closeFromBeside}>
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
