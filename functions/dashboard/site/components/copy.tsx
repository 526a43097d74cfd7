import { notify } from './notices.tsx';

interface CopyProps {
  text: string;
  /** What it is: "Copy number". */
  what?: string;
}

const copy = async (text: string): Promise<void> => {
  try {
    await navigator.clipboard.writeText(text);
    notify('Copied.');
  } catch {
    notify('This browser does not let a page copy; mark the text and copy it yourself.', 'problem');
  }
};

/** A small button that copies a text. */
export const CopyButton = ({ text, what }: CopyProps) => (
  <button
    type="button"
    class="button quiet small"
    aria-label={what === undefined ? 'Copy' : `Copy ${what}`}
    onClick={() => void copy(text)}
  >
    Copy
  </button>
);

/** An id or number as it is, with a button that copies it. */
export const Copyable = ({ text, what }: CopyProps) => (
  <span class="copyable">
    <code>{text}</code>
    <CopyButton text={text} what={what ?? text} />
  </span>
);
