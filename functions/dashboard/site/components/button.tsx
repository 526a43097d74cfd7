import type { ComponentChildren } from 'preact';
import { type Confirmation, confirm } from './confirm.tsx';

type Kind = 'primary' | 'plain' | 'quiet' | 'danger';

interface ButtonProps {
  children: ComponentChildren;
  kind?: Kind;
  type?: 'button' | 'submit';
  isBusy?: boolean;
  disabled?: boolean;
  onClick?: () => void;
  /** The accessible name, where the words alone do not tell which of many it is. */
  label?: string | undefined;
}

export const Button = ({
  children,
  kind = 'plain',
  type = 'button',
  isBusy = false,
  disabled,
  onClick,
  label,
}: ButtonProps) => (
  <button
    type={type}
    class={`button ${kind}`}
    aria-busy={isBusy}
    aria-label={label}
    disabled={disabled === true || isBusy}
    onClick={onClick}
  >
    {children}
  </button>
);

interface AskingButtonProps extends Omit<ButtonProps, 'children' | 'onClick'> {
  name: string;
  /** What follows, in words: asked right before, so that it may be computed then. */
  ask: () => Omit<Confirmation, 'yes'>;
  onYes: () => void;
}

/** A button for what rings, costs, ends or reveals: it asks first, and the yes-button has its name. */
export const AskingButton = ({ name, ask, onYes, kind = 'plain', ...button }: AskingButtonProps) => {
  const askFirst = async (): Promise<void> => {
    if (await confirm({ ...ask(), yes: name, isDangerous: kind === 'danger' })) onYes();
  };
  return (
    <Button {...button} kind={kind} onClick={() => void askFirst()}>
      {name}
    </Button>
  );
};
